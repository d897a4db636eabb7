/** The address at which a mentor meets people. */
import { Form, useNavigation } from 'react-router'
import { Button } from '../../controls/button.tsx'
import { Field } from '../../controls/field.tsx'

/** `typed`: what could not be saved, and why. */
export function MeetingLink({
  saved,
  refused,
}: {
  saved: string
  refused: { typed: string; error: string } | undefined
}) {
  const busy = useNavigation().state === 'submitting'
  return (
    <section className="desk-part" aria-labelledby="meeting-link-head">
      <div className="desk-part-head">
        <h2 id="meeting-link-head">Where you meet</h2>
      </div>
      <Form method="post" action="/desk" noValidate className="grid gap-3 pt-3">
        <Field
          key={saved}
          id="meeting-link"
          name="meetingUrl"
          type="url"
          inputMode="url"
          autoComplete="off"
          maxLength={2048}
          label="Meeting link"
          optional
          hint="Your own room for video calls, such as https://meet.example.com/ada. It’s never public."
          defaultValue={refused?.typed ?? saved}
          error={refused?.error}
        />
        <p>
          <Button type="submit" variant="secondary" disabled={busy}>
            Save link
          </Button>
        </p>
      </Form>
    </section>
  )
}
