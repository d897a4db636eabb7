/** Webhook deliveries, the latest first, each with a button to resend it. */
import { Fragment } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { Turn } from '../bookings/booking-list.tsx'
import { AdminPart } from '../part.tsx'
import { Below, Rows } from '../rows.tsx'
import type { DeliveryView, WebhooksPage } from './webhooks.ts'

const PATH = '/admin-dashboard/webhooks'

const COLUMNS = [
  { label: 'When' },
  { label: 'Event' },
  { label: 'State' },
  { label: 'Attempts', number: true },
  { label: 'Response' },
  { label: 'Again' },
]

export function WebhookLog({ page: { only, deliveries, older } }: { page: WebhooksPage }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <AdminPart
      title="Deliveries"
      aside={only ? `to ${only.address}, the latest first` : 'the latest first, for 30 days'}
      link={
        only && (
          <Link to={PATH} className="link">
            Show all
          </Link>
        )
      }
    >
      {deliveries.length === 0 ? (
        <p className="admin-empty">No deliveries yet. They appear here as they’re sent.</p>
      ) : (
        <Rows
          caption="Deliveries"
          columns={COLUMNS}
          rows={deliveries.map((delivery) => ({ key: delivery.id, cells: renderCells(delivery, busy) }))}
        />
      )}
      <div className="admin-pager">
        <Turn to={older} rel="next" name="Older" />
      </div>
    </AdminPart>
  )
}

function renderCells(delivery: DeliveryView, busy: boolean) {
  const { id, at, kind, eventId, subject, address, sending, state, isDelivered, attempts, next } = delivery
  return [
    at,
    <Fragment key="event">
      <code>{kind}</code>
      {sending > 1 && `, sent again (${sending - 1})`}
      <Below>
        to <span className="wrap-anywhere">{address}</span>
      </Below>
      <Below>
        event {eventId.slice(0, 8)} about {subject.slice(0, 8)}
      </Below>
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
          Replay
          <span className="sr-only">
            {' '}
            {kind} of {at}
          </span>
        </button>
      </Form>
    ) : (
      ''
    ),
  ]
}
