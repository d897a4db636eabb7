/**
 * Checkout sessions.
 *
 *   open ──pay──▶ complete        (payments.ts; a debit is complete before it is paid: late-payments.ts)
 *     ├──expire──▶ expired        by the seller
 *     └──clock───▶ expired        at `expires_at`, on the next read or by the server's timer
 *
 * Every arrow is one UPDATE whose condition is the state it leaves, so of two concurrent changes exactly one wins.
 */
import { newId } from '../ids.ts'
import { lineItemObjects, listObject, sessionObject } from './api-objects.ts'
import { cutPage, PAGE_PARAMETERS, readPage } from '../api/paging.ts'
import { rejectUnknown, readOptionalChoice, optionalText, type Parameters } from '../api/parameters.ts'
import { notFound, wrongState } from '../api/errors.ts'
import { recordEvents } from '../webhooks/events.ts'
import { readNewSession } from './session-parameters.ts'
import type { Change, SandboxDb, SessionRow } from '../tables.ts'

const BATCH = 100

export async function createSession({ tx, now }: Change, parameters: Parameters): Promise<SessionRow> {
  const session = readNewSession(parameters, now)
  return tx
    .insertInto('checkoutSessions')
    .values({
      id: newId('cs_test'),
      status: 'open',
      amountTotal: session.total,
      currency: session.currency,
      lineItems: JSON.stringify(session.items),
      cardOnly: session.cardOnly,
      clientReferenceId: session.clientReferenceId,
      customerEmail: session.email,
      metadata: JSON.stringify(session.metadata),
      paymentMetadata: JSON.stringify(session.paymentMetadata),
      paymentDescription: session.paymentDescription,
      transferGroup: session.transferGroup,
      successUrl: session.successUrl,
      cancelUrl: session.cancelUrl,
      locale: session.locale,
      submitType: session.submitType,
      createdAt: now,
      expiresAt: session.expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The row as stored, or null. It may be past its time and still `open`: compare `expires_at`, or use `readSession`. */
export async function findSession(db: SandboxDb, id: string): Promise<SessionRow | null> {
  if (id.includes('\0')) return null // A path may contain a NUL, and PostgreSQL rejects the whole query.
  const row = await db.selectFrom('checkoutSessions').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** The session as it is now: reading one whose time is up expires it. 404 if it does not exist. */
export async function readSession(db: SandboxDb, id: string, now: Date): Promise<SessionRow> {
  const row = await findSession(db, id)
  if (!row) throw notFound('checkout.session', id, 'session')
  if (row.status !== 'open' || row.expiresAt > now) return row
  await db.transaction().execute((tx) => expireByClock({ tx, now, idempotencyKey: null }, id))
  return (await findSession(db, id)) ?? row
}

/** Expires up to a hundred sessions whose time is up, or only the one with `id`. Returns how many. */
export async function expireByClock(change: Change, id?: string): Promise<number> {
  const { tx, now } = change
  const due = tx
    .selectFrom('checkoutSessions')
    .select('id')
    .where('status', '=', 'open')
    .where('expiresAt', '<=', now)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .orderBy('expiresAt')
    .limit(BATCH)
    .forUpdate()
  const rows = await tx
    .updateTable('checkoutSessions')
    .set({ status: 'expired' })
    // Concurrent sweeps skip each other's rows; a read of one session waits for its row.
    .where('id', 'in', id === undefined ? due.skipLocked() : due)
    .where('status', '=', 'open')
    .returningAll()
    .execute()
  await recordEvents(change, rows.map(expiredEvent))
  return rows.length
}

/** Expires an open session at the seller's request. 400 if it is paid or expired already. */
export async function expireSession(change: Change, id: string): Promise<SessionRow> {
  const { tx, now } = change
  const row = await tx
    .updateTable('checkoutSessions')
    .set({ status: 'expired' })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
  if (row) {
    await recordEvents(change, [expiredEvent(row)])
    return row
  }
  await expireByClock(change, id)
  const current = await findSession(tx, id)
  if (!current) throw notFound('checkout.session', id, 'session')
  throw wrongState(
    `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${current.status}\`.`,
  )
}

export async function listSessions(
  db: SandboxDb,
  parameters: Parameters,
  now: Date,
  sessionUrl: (id: string) => string,
) {
  rejectUnknown(parameters, [...PAGE_PARAMETERS, 'status', 'payment_intent', 'customer_details'])
  const page = await readPage(db, parameters, { resource: 'checkout.session', table: 'checkoutSessions' })
  const status = readOptionalChoice(parameters, 'status', ['open', 'complete', 'expired'])
  const payment = optionalText(parameters, 'payment_intent')
  await db.transaction().execute((tx) => expireByClock({ tx, now, idempotencyKey: null }))
  const rows = await db
    .selectFrom('checkoutSessions')
    .selectAll()
    .where(page.where)
    .$if(status !== null, (query) => query.where('status', '=', status!))
    .$if(payment !== null, (query) => query.where('paymentIntent', '=', payment!))
    .orderBy('sequence', page.backwards ? 'asc' : 'desc')
    .limit(page.limit + 1)
    .execute()
  const cut = cutPage(rows, page)
  return listObject(
    cut.rows.map((row) => sessionObject(row, sessionUrl(row.id))),
    cut.more,
    '/v1/checkout/sessions',
  )
}

/** All line items on one page: a session has at most a hundred. */
export function listLineItems(row: SessionRow) {
  return listObject(lineItemObjects(row), false, `/v1/checkout/sessions/${row.id}/line_items`)
}

function expiredEvent(row: SessionRow) {
  return { type: 'checkout.session.expired' as const, object: sessionObject(row, null) }
}
