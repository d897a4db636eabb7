/** Events that webhooks report, and how to verify their signature. docs/webhooks.md says the same to operators. */
import { Table } from '../controls/table.tsx'
import { Part } from '../layout/prose.tsx'
import type { ApiReference } from './api-reference.ts'
import { Example, Fields, WithCode } from './fields.tsx'

const ARRIVES =
  'Events are sent by POST to an `https://` endpoint that an admin adds under “Webhooks” in the admin pages. The endpoint’s secret is shown there once.'

const RULES = [
  'Answer with any 2xx within ten seconds, before you do anything slow. A redirect is a failure.',
  'A failed delivery is retried after 1, 5 and 30 minutes and after 2, 6 and 12 hours. An endpoint that fails for three days without a success is disabled, and the admins are notified.',
  'The same event may arrive again: its `id` is the same, so do nothing the second time. Events come in no promised order; `createdAt` says when each happened, and what is true now may be something else.',
  'Fields may be added: ignore what you do not know. Sums are in minor units, instants are UTC. Nothing that a person wrote is in an event.',
]

const SIGNED =
  'Anyone may send to your address, so check `Landfall-Signature` before you believe a word. In Node.js, with the body as text before any parser has touched it:'

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
        <h3>How each one arrives</h3>
        <Fields
          caption="Headers"
          of="every webhook"
          name="Name"
          kind="Where and what"
          rows={webhooks[0]?.headers ?? []}
        />
        <p className="running-text">
          <WithCode text={SIGNED} />
        </p>
        <Example title="Checking the signature" text={checkSignature} of="every webhook" />
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
          <Fields caption="Fields of the body" of={event} name="Name" kind="What" rows={fields} />
        </section>
      ))}
    </Part>
  )
}
