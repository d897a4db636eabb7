/** The address at which a mentor meets people. */
import { Form, useNavigation } from 'react-router'
import * as m from '#messages/mentors'
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
        <h2 id="meeting-link-head">{m.whereYouMeet()}</h2>
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
          label={m.meetingLink()}
          optional
          hint={m.meetingLinkHint()}
          defaultValue={refused?.typed ?? saved}
          error={refused?.error}
        />
        <p>
          <Button type="submit" variant="secondary" disabled={busy}>
            {m.saveLink()}
          </Button>
        </p>
      </Form>
    </section>
  )
}
