/** What admins do to endpoints of webhooks: add, change, switch, renew the secret, remove, try, and send again. */
import { randomUUID } from 'node:crypto'
import { readOutsideAddress, type AddressProblem } from '#domain/outside-address'
import { err, ok, type Result } from '#domain/result'
import { endpointMode, MAX_ENDPOINTS, type WebhookEvent } from '#domain/webhooks/webhook'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import type { App } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { resolveConcern } from '#server/platform/concerns-queries'
import { cancelDeliveriesTo, insertReplay, lockEndedDelivery } from '#server/public-api/webhooks/deliveries-queries'
import {
  changeEndpointRow,
  deleteEndpoint,
  insertEndpoint,
  lockEndpoint,
  lockEndpointCount,
  type Endpoint,
} from '#server/public-api/webhooks/endpoints-queries'
import { recordTestEvent } from '#server/platform/events/record-event'
import { secretOfEndpoint } from '#server/public-api/webhooks/signature'

/** `secret`: shown once. */
type Added = { id: string; secret: string }

type AddError =
  | { code: 'address'; problem: AddressProblem }
  | { code: 'no_events' }
  | { code: 'known' }
  | { code: 'full' }

/** An address has one endpoint, so that a double click adds one. */
export async function addEndpoint(
  app: App,
  actor: Actor,
  { address, events }: { address: string; events: WebhookEvent[] },
): Promise<Result<Added, AddError>> {
  const url = readOutsideAddress(address)
  if (!url.ok) return err({ code: 'address', problem: url.error })
  if (events.length === 0) return err({ code: 'no_events' })
  const endpoint = {
    id: randomUUID(),
    address: url.value.href,
    events,
    mode: endpointMode(app.config),
    createdAt: app.now(),
  }
  return transact(app.db, async (tx) => {
    if ((await lockEndpointCount(tx)) >= MAX_ENDPOINTS) return err({ code: 'full' })
    if (!(await insertEndpoint(tx, endpoint))) return err({ code: 'known' })
    await record(app, tx, actor, 'webhook.added', endpoint.id, { after: { address: endpoint.address, events } })
    return ok({ id: endpoint.id, secret: secretOfEndpoint(app, { id: endpoint.id, secretVersion: 1 }) })
  })
}

/** `version`: of what the form was made from. */
type Seen = { id: string; version: number }

/** `changed`: it was changed or removed meanwhile; nothing was written. */
type ChangeError = { code: 'changed' }

/** Locks an endpoint that is as it was seen. */
async function lockSeen(tx: Db, { id, version }: Seen): Promise<Endpoint | null> {
  const endpoint = await lockEndpoint(tx, id)
  return endpoint?.version === version ? endpoint : null
}

export function chooseEvents(
  app: App,
  actor: Actor,
  { events, ...seen }: Seen & { events: WebhookEvent[] },
): Promise<Result<null, ChangeError | { code: 'no_events' }>> {
  return transact(app.db, async (tx) => {
    if (events.length === 0) return err({ code: 'no_events' })
    const endpoint = await lockSeen(tx, seen)
    if (!endpoint) return err({ code: 'changed' })
    await changeEndpointRow(tx, endpoint.id, { events })
    const change = { before: { events: endpoint.events }, after: { events } }
    await record(app, tx, actor, 'webhook.events_chosen', endpoint.id, change)
    return ok(null)
  })
}

/**
 * What waits for an endpoint that is switched off is given up; a person can send it again. What was written in the moment of
 * switching it off is given up when it is switched on.
 */
export function switchEndpoint(app: App, actor: Actor, { isOn, ...seen }: Seen & { isOn: boolean }) {
  return transact(app.db, async (tx): Promise<Result<null, ChangeError>> => {
    const endpoint = await lockSeen(tx, seen)
    if (!endpoint || endpoint.isOn === isOn) return err({ code: 'changed' })
    await changeEndpointRow(tx, endpoint.id, { offReason: isOn ? null : 'admin' })
    await cancelDeliveriesTo(tx, endpoint.id)
    if (isOn) await closeConcern(app, tx, endpoint.id)
    await record(app, tx, actor, isOn ? 'webhook.switched_on' : 'webhook.switched_off', endpoint.id)
    return ok(null)
  })
}

/** The secret before is worth nothing from now on. */
export function renewSecret(app: App, actor: Actor, seen: Seen): Promise<Result<{ secret: string }, ChangeError>> {
  return transact(app.db, async (tx) => {
    const endpoint = await lockSeen(tx, seen)
    if (!endpoint) return err({ code: 'changed' })
    const secretVersion = endpoint.secretVersion + 1
    await changeEndpointRow(tx, endpoint.id, { secretVersion })
    await record(app, tx, actor, 'webhook.secret_renewed', endpoint.id)
    return ok({ secret: secretOfEndpoint(app, { id: endpoint.id, secretVersion }) })
  })
}

/** With its part of the log. */
export function removeEndpoint(app: App, actor: Actor, seen: Seen): Promise<Result<null, ChangeError>> {
  return transact(app.db, async (tx) => {
    const endpoint = await lockSeen(tx, seen)
    if (!endpoint) return err({ code: 'changed' })
    await deleteEndpoint(tx, endpoint.id)
    await closeConcern(app, tx, endpoint.id)
    await record(app, tx, actor, 'webhook.removed', endpoint.id, { before: { address: endpoint.address } })
    return ok(null)
  })
}

/** Queues an event that says nothing, whichever events the endpoint wants. */
export function sendTestEvent(app: App, actor: Actor, id: string): Promise<Result<null, { code: 'off' }>> {
  return transact(app.db, async (tx) => {
    const endpoint = await lockEndpoint(tx, id)
    if (!endpoint?.isOn || endpoint.mode !== endpointMode(app.config)) return err({ code: 'off' })
    await recordTestEvent(app, tx, id)
    await record(app, tx, actor, 'webhook.tested', id)
    return ok(null)
  })
}

/**
 * Sends an event to its endpoint once more, as a delivery of its own.
 *
 * @returns `again` if that was requested before: a double click sends it once.
 */
export function replayDelivery(
  app: App,
  actor: Actor,
  id: string,
): Promise<Result<null, { code: 'not_possible' | 'off' | 'again' }>> {
  return transact(app.db, async (tx) => {
    const delivery = await lockEndedDelivery(tx, id)
    if (!delivery) return err({ code: 'not_possible' })
    const { isOn, mode, eventId, endpointId, kind } = delivery
    if (!isOn || mode !== endpointMode(app.config)) return err({ code: 'off' })
    const replay = await insertReplay(tx, { eventId, endpointId, sending: delivery.sending + 1 }, app.now())
    if (!replay) return err({ code: 'again' })
    await app.queue(tx, 'deliver-webhook', { deliveryId: replay })
    await record(app, tx, actor, 'webhook.replayed', endpointId, { after: { event: eventId, kind } })
    return ok(null)
  })
}

const closeConcern = (app: App, tx: Db, endpointId: string) =>
  resolveConcern(tx, { kind: 'webhook_off', subject: endpointId, at: app.now() })

function record(
  app: App,
  tx: Db,
  actor: Actor,
  action: `webhook.${string}`,
  subjectId: string,
  change: { before?: Record<string, unknown>; after?: Record<string, unknown> } = {},
): Promise<void> {
  return recordAuditEvent(tx, {
    at: app.now(),
    actor: toAuditActor(actor),
    action,
    subject: 'webhook_endpoints',
    subjectId,
    ...change,
  })
}
