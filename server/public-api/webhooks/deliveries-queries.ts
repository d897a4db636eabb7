/** SQL for deliveries of webhooks: taking one, noting what came of it, and the log. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { minutesAfter } from '#domain/time/wall-time'
import type { DeliveryProblem, EndpointMode } from '#domain/webhooks/webhook'
import type { Db } from '#server/platform/db/connect'

/** Longer than an attempt can take. A killed process's delivery is due again after it. */
const CLAIM_MINUTES = 0.5

/**
 * Takes a delivery whose time has come, for one attempt, which counts from now on. Undefined if there is nothing to do: of
 * any number of processes one takes it, since taking it moves its time on.
 */
export function claimDelivery(db: Db, id: string, mode: EndpointMode, now: Date) {
  return db
    .updateTable('webhookDeliveries')
    .from('webhookEndpoints')
    .from('webhookEvents')
    .set({ nextAt: minutesAfter(now, CLAIM_MINUTES), attempts: sql<number>`attempts + 1` })
    .whereRef('webhookEndpoints.id', '=', 'webhookDeliveries.endpointId')
    .whereRef('webhookEvents.id', '=', 'webhookDeliveries.eventId')
    .where('webhookDeliveries.id', '=', id)
    .where('state', '=', 'waiting')
    .where('nextAt', '<=', now)
    .where('isOn', '=', true)
    .where('mode', '=', mode)
    .returning(['webhookDeliveries.id', 'attempts', 'eventId', 'endpointId', 'address', 'secretVersion', 'body'])
    .executeTakeFirst()
}

export type ClaimedDelivery = NonNullable<Awaited<ReturnType<typeof claimDelivery>>>

/** `nextAt`: null if it is not tried again. */
export type Attempt = {
  at: Date
  nextAt: Date | null
  state: 'waiting' | 'delivered' | 'given_up'
  status: number | null
  problem: DeliveryProblem | null
  excerpt: string
  durationMs: number
}

/** Notes what came of an attempt. False when the delivery was taken for a later one, or ended, meanwhile. */
export async function recordAttempt(
  tx: Db,
  { id, attempts }: Pick<ClaimedDelivery, 'id' | 'attempts'>,
  { at, nextAt, ...outcome }: Attempt,
): Promise<boolean> {
  const noted = await tx
    .updateTable('webhookDeliveries')
    .set({ ...outcome, triedAt: at, ...(nextAt && { nextAt }) })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts)
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

/** The deliveries whose time has come, those that wait longest first. */
export function listDueDeliveries(db: Db, mode: EndpointMode, now: Date, limit: number) {
  return db
    .selectFrom('webhookDeliveries')
    .innerJoin('webhookEndpoints', 'webhookEndpoints.id', 'endpointId')
    .select('webhookDeliveries.id')
    .where('state', '=', 'waiting')
    .where('nextAt', '<=', now)
    .where('isOn', '=', true)
    .where('mode', '=', mode)
    .orderBy('nextAt')
    .limit(limit)
    .execute()
}

/** Ends what waits for an endpoint that is switched off. */
export async function cancelDeliveriesTo(tx: Db, endpointId: string): Promise<void> {
  await tx
    .updateTable('webhookDeliveries')
    .set({ state: 'given_up', problem: 'switched_off', status: null })
    .where('endpointId', '=', endpointId)
    .where('state', '=', 'waiting')
    .execute()
}

/** A delivery that has ended, with its endpoint locked against being removed or switched off. */
export function lockEndedDelivery(tx: Db, id: string) {
  return tx
    .selectFrom('webhookDeliveries')
    .innerJoin('webhookEndpoints', 'webhookEndpoints.id', 'endpointId')
    .innerJoin('webhookEvents', 'webhookEvents.id', 'eventId')
    .select(['eventId', 'endpointId', 'sending', 'isOn', 'mode', 'kind'])
    .where('webhookDeliveries.id', '=', id)
    .where('state', '<>', 'waiting')
    .forShare('webhookEndpoints')
    .executeTakeFirst()
}

/** Returns the id of a further delivery; null if it is there already. */
export async function insertReplay(
  tx: Db,
  delivery: { eventId: string; endpointId: string; sending: number },
  at: Date,
): Promise<string | null> {
  const written = await tx
    .insertInto('webhookDeliveries')
    .values({ id: randomUUID(), ...delivery, createdAt: at, nextAt: at })
    .onConflict((known) => known.columns(['eventId', 'endpointId', 'sending']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return written?.id ?? null
}

export type LoggedDelivery = Awaited<ReturnType<typeof listDeliveries>>[number]

/** The log, newest first. `before`: the number of the last delivery of the page before. */
export function listDeliveries(
  db: Db,
  { endpointId, before, limit }: { endpointId: string | null; before: number | null; limit: number },
) {
  let query = db
    .selectFrom('webhookDeliveries')
    .innerJoin('webhookEvents', 'webhookEvents.id', 'eventId')
    .innerJoin('webhookEndpoints', 'webhookEndpoints.id', 'endpointId')
    .select([
      'webhookDeliveries.id',
      'number',
      'eventId',
      'kind',
      'subject',
      'endpointId',
      'address',
      'isOn',
      'sending',
    ])
    .select(['webhookDeliveries.state', 'attempts', 'webhookDeliveries.createdAt', 'nextAt', 'triedAt'])
    .select(['status', 'durationMs', 'problem', 'excerpt'])
  if (endpointId) query = query.where('endpointId', '=', endpointId)
  if (before !== null) query = query.where('number', '<', before)
  return query.orderBy('number', 'desc').limit(limit).execute()
}
