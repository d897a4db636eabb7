/**
 * Delivers what `record-event.ts` wrote: at least once, in no promised order. Attempts go by the product's clock, in the row.
 * An endpoint that only fails is switched off. Decision 0054.
 */
import { endpointMode, isSuccess, nextAttemptAt, OFF_AFTER_DAYS } from '#domain/webhooks/webhook'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import type { App } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import { raiseConcern } from '#server/platform/concerns-queries'
import {
  claimDelivery,
  cancelDeliveriesTo,
  listDueDeliveries,
  recordAttempt,
  type Attempt,
  type ClaimedDelivery,
} from '#server/public-api/webhooks/deliveries-queries'
import {
  changeEndpointRow,
  lockEndpoint,
  recordEndpointFailure,
  recordEndpointSuccess,
  type Endpoint,
} from '#server/public-api/webhooks/endpoints-queries'
import { secretOfEndpoint, signPayload } from '#server/public-api/webhooks/signature'

const DAY_MS = 86_400_000
/** Maximum that one round of the minute's job queues. The rest is due in the next. */
const ROUND = 500

type Outcome = Pick<Attempt, 'status' | 'problem' | 'excerpt' | 'durationMs'>

/** Makes one attempt at a delivery whose time has come. A failure is noted in the row and does not fail the job. */
export async function deliverWebhook(app: App, deliveryId: string): Promise<void> {
  const delivery = await claimDelivery(app.db, deliveryId, endpointMode(app.config), app.now())
  if (!delivery) return
  const outcome = await send(app, delivery)
  const at = app.now()
  if (outcome.status !== null && isSuccess(outcome.status)) {
    await transact(app.db, async (tx) => {
      await recordEndpointSuccess(tx, delivery.endpointId)
      await recordAttempt(tx, delivery, { ...outcome, at, nextAt: null, state: 'delivered' })
    })
    return
  }
  app.log.warn('webhook not delivered', { deliveryId, count: delivery.attempts })
  const nextAt = nextAttemptAt(delivery.attempts, at)
  await transact(app.db, async (tx) => {
    const endpoint = await lockEndpoint(tx, delivery.endpointId)
    const noted = await recordAttempt(tx, delivery, { ...outcome, at, nextAt, state: nextAt ? 'waiting' : 'given_up' })
    if (!noted || !endpoint?.isOn) return
    const { failingSince } = endpoint
    if (!failingSince) await recordEndpointFailure(tx, endpoint.id, at)
    else if (at.getTime() - failingSince.getTime() >= OFF_AFTER_DAYS * DAY_MS) await switchOff(tx, endpoint, at)
  })
}

async function send(app: App, { eventId, body, address, ...delivery }: ClaimedDelivery): Promise<Outcome> {
  const secret = secretOfEndpoint(app, { id: delivery.endpointId, secretVersion: delivery.secretVersion })
  const began = performance.now()
  const posted = await app.webhooks.post(address, body, {
    'Landfall-Event-Id': eventId,
    'Landfall-Signature': signPayload(secret, body, app.now()),
  })
  const durationMs = Math.round(performance.now() - began)
  return posted.ok
    ? { ...posted.value, problem: null, durationMs }
    : { status: null, excerpt: '', problem: posted.error, durationMs }
}

/** The concern notifies admins once: in the desk, and in the daily email. */
async function switchOff(tx: Db, { id, address, failingSince }: Endpoint, at: Date): Promise<void> {
  await changeEndpointRow(tx, id, { offReason: 'failing' })
  await cancelDeliveriesTo(tx, id)
  await raiseConcern(tx, { kind: 'webhook_off', subject: id, bookingId: null, at, again: true })
  await recordAuditEvent(tx, {
    at,
    actor: { kind: 'product' },
    action: 'webhook.switched_off',
    subject: 'webhook_endpoints',
    subjectId: id,
    after: { address, failingSince },
  })
}

/** Queues the deliveries whose time has come: those that failed before, and those whose job or process was lost. */
export async function queueDueDeliveries(app: Pick<App, 'db' | 'now' | 'queue' | 'config'>): Promise<void> {
  const due = await listDueDeliveries(app.db, endpointMode(app.config), app.now(), ROUND)
  if (due.length === 0) return
  await transact(app.db, async (tx) => {
    for (const { id } of due) await app.queue(tx, 'deliver-webhook', { deliveryId: id })
  })
}
