/** "Release this time": behind a summary, so that one press ends nothing that someone may be paying for. */
import { Form, useNavigation } from 'react-router'
import * as m from '#messages/bookings'
import { Button } from '../../controls/button.tsx'

export function ReleaseTime() {
  const busy = useNavigation().state !== 'idle'
  return (
    <details>
      <summary className="tall-link cursor-pointer">{m.linkRelease()}</summary>
      <Form method="post" className="grid gap-3 pb-2">
        <p className="max-w-prose">{m.linkReleaseLead()}</p>
        <div>
          <Button type="submit" name="intent" value="release" variant="secondary" disabled={busy}>
            {m.linkReleaseNow()}
          </Button>
        </div>
      </Form>
    </details>
  )
}
