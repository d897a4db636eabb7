/** Webhook deliveries, the latest first, each with a button to resend it. */
import { Fragment } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import * as m from '#messages/admin'
import { Turn } from '../bookings/booking-list.tsx'
import { AdminPart } from '../part.tsx'
import { Below, Rows } from '../rows.tsx'
import type { DeliveryView, WebhooksPage } from './webhooks.ts'
import { rich } from '../../rich.tsx'

const PATH = '/admin-dashboard/webhooks'

const listColumns = () => [
  { label: m.when() },
  { label: m.webhookEvent() },
  { label: m.state() },
  { label: m.attempts(), number: true },
  { label: m.response() },
  { label: m.again() },
]

export function WebhookLog({ page: { only, deliveries, older } }: { page: WebhooksPage }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <AdminPart
      title={m.deliveries()}
      aside={only ? m.deliveriesToEndpoint({ address: only.address }) : m.deliveriesNote()}
      link={
        only && (
          <Link to={PATH} className="link">
            {m.showAll()}
          </Link>
        )
      }
    >
      {deliveries.length === 0 ? (
        <p className="admin-empty">{m.noDeliveries()}</p>
      ) : (
        <Rows
          caption={m.deliveries()}
          columns={listColumns()}
          rows={deliveries.map((delivery) => ({ key: delivery.id, cells: renderCells(delivery, busy) }))}
        />
      )}
      <div className="admin-pager">
        <Turn to={older} rel="next" name={m.olderPage()} />
      </div>
    </AdminPart>
  )
}

function renderCells(delivery: DeliveryView, busy: boolean) {
  const { id, at, kind, eventId, subject, address, sending, state, isDelivered, attempts, next } = delivery
  return [
    at,
    <Fragment key="event">
      {sending > 1 ? (
        rich(m.sentAgain({ kind, count: sending - 1, code: (text) => <code>{text}</code> }))
      ) : (
        <code>{kind}</code>
      )}
      <Below>{rich(m.deliveredTo({ address, wrap: (text) => <span className="wrap-anywhere">{text}</span> }))}</Below>
      <Below>{m.eventAbout({ event: eventId.slice(0, 8), subject: subject.slice(0, 8) })}</Below>
    </Fragment>,
    <Fragment key="state">
      <span className={`admin-status ${isDelivered ? 'good' : ''}`}>{state}</span>
      {next && <Below>{next}</Below>}
    </Fragment>,
    String(attempts),
    <Fragment key="response">
      {delivery.response}
      {delivery.duration && <Below>{delivery.duration}</Below>}
      {delivery.excerpt && (
        <Below>
          <span className="wrap-anywhere">{delivery.excerpt}</span>
        </Below>
      )}
    </Fragment>,
    delivery.canReplay ? (
      <Form key="again" method="post" action={PATH} preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <button type="submit" name="intent" value="replay" disabled={busy} className="admin-button">
          {rich(m.replayDelivery({ kind, at, hidden: (text) => <span className="sr-only">{text}</span> }))}
        </button>
      </Form>
    ) : (
      ''
    ),
  ]
}
