/** Events, recorded in the transaction of what happened. They are delivered by webhook and can be listed. */
import type Stripe from 'stripe'
import { newId } from '../ids.ts'
import { eventObject, listObject } from '../objects/api-objects.ts'
import { cutPage, PAGE_PARAMETERS, readPage } from '../api/paging.ts'
import { list, rejectUnknown, optionalText, type Parameters } from '../api/parameters.ts'
import { badParameter, notFound } from '../api/errors.ts'
import type { Change, SandboxDb } from '../tables.ts'

/** The types that webhooks deliver, as subscribed to in Stripe's dashboard. Other events can only be listed. */
export const WEBHOOK_EVENTS =
  /^(checkout\.session\.|charge\.refunded$|charge\.dispute\.|refund\.|account\.|transfer\.|payout\.)/

type NewEvent = {
  type: Stripe.Event.Type
  object: object
  /** The connected account whose event it is. Absent or null: the platform's. https://docs.stripe.com/connect/webhooks */
  account?: string | null
  /** What the changed fields contained before. */
  previous?: object
}

export async function recordEvents({ tx, now, idempotencyKey }: Change, events: NewEvent[]): Promise<void> {
  if (events.length === 0) return
  await tx
    .insertInto('events')
    .values(
      events.map(({ type, object, account = null, previous }) => ({
        id: newId('evt'),
        type,
        object: JSON.stringify(object),
        account,
        previous: previous ? JSON.stringify(previous) : null,
        idempotency_key: idempotencyKey,
        createdAt: now,
        nextAttemptAt: WEBHOOK_EVENTS.test(type) ? now : null,
      })),
    )
    .execute()
}

/** An event of the platform or, with `account`, of that connected account. 404 if it does not exist there. */
export async function readEvent(db: SandboxDb, id: string, account: string | null) {
  const row = await db
    .selectFrom('events')
    .selectAll()
    .where('id', '=', id)
    .where('account', 'is not distinct from', account)
    .executeTakeFirst()
  if (!row) throw notFound('event', id, 'id')
  return eventObject(row)
}

export async function listEvents(db: SandboxDb, parameters: Parameters, account: string | null) {
  rejectUnknown(parameters, [...PAGE_PARAMETERS, 'type', 'types'])
  const page = await readPage(db, parameters, { resource: 'event', table: 'events' })
  const type = optionalText(parameters, 'type')
  const types = list(parameters, 'types').filter((name) => typeof name === 'string')
  if (type !== null && types.length > 0)
    throw badParameter('types', 'You may only specify one of these parameters: type, types.')
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where(page.where)
    .where('account', 'is not distinct from', account)
    .$if(type !== null, (query) => query.where('type', '=', type!))
    .$if(types.length > 0, (query) => query.where('type', 'in', types))
    .orderBy('sequence', page.backwards ? 'asc' : 'desc')
    .limit(page.limit + 1)
    .execute()
  const cut = cutPage(rows, page)
  return listObject(cut.rows.map(eventObject), cut.more, '/v1/events')
}
