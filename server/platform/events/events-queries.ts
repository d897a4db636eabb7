/** SQL for webhook events, and a delivery of each to every endpoint that subscribes to it. */
import { randomUUID } from 'node:crypto'
import { sql, type Insertable } from 'kysely'
import type { WebhookEvent } from '#domain/webhooks/webhook'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'

/**
 * The endpoints that want an event. Their rows are locked against being removed, so that a delivery to one never fails the
 * transaction of the change it reports.
 */
export async function lockEndpointsFor(tx: Db, event: WebhookEvent): Promise<string[]> {
  const rows = await tx
    .selectFrom('webhookEndpoints')
    .select('id')
    .where('isOn', '=', true)
    .where(sql<boolean>`${event} = any(events)`)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Writes an event with a delivery to each of these endpoints. Returns the deliveries' ids; none if the event is written
 * already.
 */
export async function insertEvent(
  tx: Db,
  event: Insertable<Tables['webhookEvents']>,
  endpointIds: string[],
): Promise<string[]> {
  const written = await tx
    .insertInto('webhookEvents')
    .values(event)
    .onConflict((known) => known.columns(['kind', 'subject', 'version']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!written || endpointIds.length === 0) return []
  const { id: eventId, createdAt } = event
  const rows = endpointIds.map((endpointId) => ({
    id: randomUUID(),
    eventId,
    endpointId,
    createdAt,
    nextAt: createdAt,
  }))
  await tx.insertInto('webhookDeliveries').values(rows).execute()
  return rows.map(({ id }) => id)
}

/** Data of a booking in events: numbers, times and its state, without personal data. `package`: a reference; of a package its own. */
export function findEventBooking(tx: Db, id: string) {
  return tx
    .selectFrom('bookings')
    .select(['id', 'reference', 'status', 'mentorId', 'sessionTypeId', 'cohortId', 'startsAt', 'minutes'])
    .select(['pricePence', 'discountPence', 'currency', 'revision', 'cancelledBy'])
    .select((row) =>
      row
        .selectFrom('bookings as bought')
        .select('bought.reference')
        .whereRef('bought.id', '=', 'bookings.packageId')
        .as('package'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Deletes events of before this instant with their deliveries. */
export async function deleteOldWebhookEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('webhookEvents').where('createdAt', '<', before).execute()
}
