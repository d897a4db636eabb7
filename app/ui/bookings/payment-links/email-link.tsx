/** "Email the link": one address at a time, as a plain form. */
import { Form, useNavigation } from 'react-router'
import * as m from '#messages/bookings'
import { Button } from '../../controls/button.tsx'
import { Field } from '../../controls/field.tsx'
import { Notice } from '../../controls/notice.tsx'

/** `address`: it was just emailed to. Otherwise what was typed, and what is wrong with it. */
export type EmailResult = { address: string } | { typed: string; error: string }

type EmailLinkProps = { emailedTo: string[]; emailsLeft: number; emailed: EmailResult | null }

export function EmailLink({ emailedTo, emailsLeft, emailed }: EmailLinkProps) {
  const busy = useNavigation().state !== 'idle'
  const sent = emailed && 'address' in emailed ? emailed.address : null
  const refused = emailed && 'error' in emailed ? emailed : null
  return (
    <section className="grid gap-3 border-t border-hair pt-5">
      {sent !== null && (
        <Notice good>
          <output className="wrap-anywhere">{m.linkEmailed({ address: sent })}</output>
        </Notice>
      )}
      {sent === null && emailedTo.length > 0 && (
        <p className="wrap-anywhere text-ink-2">{m.linkEmailedTo({ addresses: emailedTo.join(', ') })}</p>
      )}
      {emailsLeft > 0 || refused ? (
        <Form method="post" noValidate className="grid max-w-md gap-3" key={sent ?? 'unsent'}>
          <Field
            id="payer-email"
            name="email"
            type="email"
            label={m.linkEmailLabel()}
            hint={m.linkEmailHint({ count: emailsLeft })}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={refused?.typed ?? ''}
            error={refused?.error}
            required
            maxLength={254}
          />
          <div>
            <Button type="submit" name="intent" value="email" variant="secondary" disabled={busy}>
              {m.linkEmail()}
            </Button>
          </div>
        </Form>
      ) : (
        <p>{m.linkEmailsUsed()}</p>
      )}
    </section>
  )
}
