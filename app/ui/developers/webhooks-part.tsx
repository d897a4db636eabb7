/** Events that webhooks report, and how to verify their signature. docs/webhooks.md says the same to operators. */
import { Table } from '../controls/table.tsx'
import { Part } from '../layout/prose.tsx'
import type { ApiReference } from './api-reference.ts'
import { Example, Fields, WithCode } from './fields.tsx'

const ARRIVES =
  'Events are sent by POST to an `https://` endpoint that an admin adds under “Webhooks” in the admin pages. The endpoint’s secret is shown there once.'

const RULES = [
  'Respond with any 2xx within ten seconds, before you do anything slow. A redirect counts as a failure.',
  'A failed delivery is retried after 1, 5 and 30 minutes and after 2, 6 and 12 hours. An endpoint that fails for three days without a success is disabled, and the admins are notified.',
  'An event can arrive more than once, with the same `id`: ignore repeats. The order of events is not guaranteed. `createdAt` is when each happened; the current state may be newer.',
  'We may add fields: ignore unknown ones. Amounts are in minor units, timestamps in UTC. Events contain no text written by people.',
]

const SIGNED =
  'Anyone can send requests to your endpoint, so verify `Landfall-Signature` before you trust one. In Node.js, with the raw body as text:'

export function WebhooksPart({ webhooks, checkSignature }: Pick<ApiReference, 'webhooks' | 'checkSignature'>) {
  return (
    <Part id="webhooks" title="Webhooks">
      <p className="running-text">
        <WithCode text={ARRIVES} />
      </p>
      <ul className="grid list-disc gap-2 ps-5">
        {RULES.map((rule) => (
          <li key={rule} className="running-text">
            <WithCode text={rule} />
          </li>
        ))}
      </ul>
      <section className="api-operation">
        <h3>Request format</h3>
        <Fields caption="Headers" of="every webhook" name="Name" kind="In and type" rows={webhooks[0]?.headers ?? []} />
        <p className="running-text">
          <WithCode text={SIGNED} />
        </p>
        <Example title="Verify the signature" text={checkSignature} of="every webhook" />
        <Table
          caption="Events"
          columns={[{ label: 'Event' }, { label: 'When' }]}
          rows={webhooks.map(({ event, when }) => [<code key={event}>{event}</code>, when])}
        />
      </section>
      {webhooks.map(({ event, when, fields, body }) => (
        <section key={event} id={`webhook-${event}`} className="api-operation">
          <h3>
            <code>{event}</code>
          </h3>
          <p className="running-text">{when}.</p>
          <Example title="Body" text={body} of={event} />
          <Fields caption="Body fields" of={event} name="Name" kind="Type" rows={fields} />
        </section>
      ))}
    </Part>
  )
}
