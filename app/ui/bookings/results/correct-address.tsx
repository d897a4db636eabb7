/** "Not yours? Correct it": a small form behind a summary, which needs no scripts. */
import { Form, useNavigation } from 'react-router'
import * as m from '#messages/bookings'
import { Button } from '../../controls/button.tsx'
import { Field } from '../../controls/field.tsx'

type CorrectAddressProps = { address: string; refused: { typed: string; error: string } | undefined }

export function CorrectAddress({ address, refused }: CorrectAddressProps) {
  const busy = useNavigation().state !== 'idle'
  return (
    <details open={refused !== undefined}>
      <summary className="tall-link cursor-pointer">{m.correctIt()}</summary>
      <Form method="post" noValidate className="mt-2 grid max-w-md gap-3">
        <Field
          key={address}
          id="correct-email"
          name="email"
          type="email"
          label={m.yourEmailAddress()}
          hint={m.correctAddressHint()}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={refused?.typed ?? address}
          error={refused?.error}
          required
          maxLength={254}
        />
        <Button type="submit" variant="secondary" disabled={busy}>
          {busy ? m.correcting() : m.correctAddress()}
        </Button>
      </Form>
    </details>
  )
}
