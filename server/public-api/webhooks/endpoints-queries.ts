/** SQL for the endpoints of webhooks. */
import { sql, type Insertable } from 'kysely'
import type { OffReason, WebhookEvent } from '#domain/webhooks/webhook'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'

export type Endpoint = Awaited<ReturnType<typeof listEndpoints>>[number]

const selectEndpoints = (db: Db) =>
  db
    .selectFrom('webhookEndpoints')
    .select([
      'id',
      'address',
      'events',
      'isOn',
      'offReason',
      'secretVersion',
      'version',
      'failingSince',
      'mode',
      'createdAt',
    ])

/** In the order in which they were added. */
export const listEndpoints = (db: Db) => selectEndpoints(db).orderBy('createdAt').orderBy('id').execute()

/**
 * Locked until the end of the transaction, before any of its deliveries, so that no two transactions wait for each other.
 * Bookings go on meanwhile: only removing it waits for deliveries in progress.
 */
export const lockEndpoint = (tx: Db, id: string) =>
  selectEndpoints(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Lets one transaction at a time count endpoints and add one. Returns how many there are. */
export async function lockEndpointCount(tx: Db): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('webhook endpoints', 0))`.execute(tx)
  const { count } = await tx
    .selectFrom('webhookEndpoints')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** False if the address has an endpoint. */
export async function insertEndpoint(tx: Db, endpoint: Insertable<Tables['webhookEndpoints']>): Promise<boolean> {
  const written = await tx
    .insertInto('webhookEndpoints')
    .values(endpoint)
    .onConflict((known) => known.column('address').doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

type Change = { events: WebhookEvent[] } | { offReason: OffReason | null } | { secretVersion: number }

/** Call with the endpoint locked. One that is switched on has not failed yet. */
export async function changeEndpointRow(tx: Db, id: string, change: Change): Promise<void> {
  const turned = 'offReason' in change ? { isOn: change.offReason === null, failingSince: null } : {}
  await tx
    .updateTable('webhookEndpoints')
    .set({ ...change, ...turned, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

export async function deleteEndpoint(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('webhookEndpoints').where('id', '=', id).execute()
}

/** Notes that an endpoint works. */
export async function recordEndpointSuccess(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('webhookEndpoints')
    .set({ failingSince: null })
    .where('id', '=', id)
    .where('failingSince', 'is not', null)
    .execute()
}

/** Notes that an endpoint which worked has failed. */
export async function recordEndpointFailure(tx: Db, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('webhookEndpoints')
    .set({ failingSince: at })
    .where('id', '=', id)
    .where('failingSince', 'is', null)
    .execute()
}
