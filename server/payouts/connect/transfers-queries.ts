/** SQL for transfers to mentors' accounts, and what is taken back of them. */
import { sql, type Insertable, type Selectable } from 'kysely'
import type { SentTransfer } from '#domain/payments/transfer-plan'
import { enterTransfers } from '#server/payments/ledger-queries'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'

export type TransferRow = Selectable<Tables['transfers']>
type ReversalRow = Selectable<Tables['transferReversals']>

/** What identifies a transfer at the service: of which booking, and its number. */
export const transferKey = ({ bookingId, number }: Pick<TransferRow, 'bookingId' | 'number'>): string =>
  `transfer:${bookingId}:${number}`

export const reversalKey = ({ transferId, number }: Pick<ReversalRow, 'transferId' | 'number'>): string =>
  `reversal:${transferId}:${number}`

/** The id and number in a key of ours; null for any other text. */
function readKey(key: string | null, kind: 'transfer' | 'reversal'): { id: string; number: number } | null {
  const parts = /^(transfer|reversal):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):(\d{1,9})$/.exec(key ?? '')
  return parts && parts[1] === kind ? { id: parts[2]!, number: Number(parts[3]) } : null
}

export type NewTransfer = Omit<
  Insertable<Tables['transfers']>,
  'status' | 'serviceId' | 'refusals' | 'refusal' | 'sentAt'
> & {
  lines: Omit<Insertable<Tables['transferLines']>, 'transferId'>[]
}

/**
 * Writes queued transfers. Call with the payouts locked. The trigger `transfer_lines_are_earned` fails it if money of a booking
 * went back meanwhile.
 */
export async function insertTransfers(tx: Db, all: NewTransfer[]): Promise<void> {
  if (all.length === 0) return
  const rows = all.map(({ lines: _lines, ...transfer }) => ({
    ...transfer,
    status: 'queued' as const,
    serviceId: null,
  }))
  await tx.insertInto('transfers').values(rows).execute()
  const lines = all.flatMap((transfer) => transfer.lines.map((line) => ({ transferId: transfer.id, ...line })))
  await tx.insertInto('transferLines').values(lines).execute()
}

export const findTransfer = (db: Db, id: string): Promise<TransferRow | undefined> =>
  db.selectFrom('transfers').selectAll().where('id', '=', id).executeTakeFirst()

/** Our row for a transfer of the service: by its id, or, if the answer was lost, by the key that we sent. */
export async function findTransferOfService(
  db: Db,
  { id, key }: { id: string; key: string | null },
): Promise<TransferRow | undefined> {
  const row = await db.selectFrom('transfers').selectAll().where('serviceId', '=', id).executeTakeFirst()
  const ours = readKey(key, 'transfer')
  if (row || !ours) return row
  return db
    .selectFrom('transfers')
    .selectAll()
    .where('bookingId', '=', ours.id)
    .where('number', '=', ours.number)
    .where('serviceId', 'is', null)
    .executeTakeFirst()
}

/**
 * Marks a transfer as sent and enters it in the ledger. Returns what an email says of it: its booking's reference, and what it
 * sets off of others, in minor units, zero or more; and how often it was refused. Null, and nothing written, if it was sent
 * before, or is no longer queued.
 */
export async function enterTransfer(
  tx: Db,
  id: string,
  { serviceId, sentAt }: { serviceId: string; sentAt: Date },
): Promise<{ reference: string; setOff: number; refusals: number } | null> {
  const { rows } = await sql<{ reference: string; setOff: number; refusals: number }>`/* prepared: enter transfer */
    with sent as (
      update transfers set status = 'sent', service_id = ${serviceId}, sent_at = ${sentAt}, refusal = null
      where id = ${id} and status = 'queued'
      returning *
    ), entered as (${enterTransfers})
    select refusals, (select reference from bookings where bookings.id = sent.booking_id),
      coalesce((select -sum(line.amount) from transfer_lines as line
        where line.transfer_id = sent.id and line.amount < 0), 0)::int as set_off
    from sent`.execute(tx)
  return rows[0] ?? null
}

/** Counts a refusal of a queued transfer: the next attempt gets a new answer of the service. */
export async function markTransferRefused(tx: Db, id: string, refusal: string): Promise<void> {
  await tx
    .updateTable('transfers')
    .set((row) => ({ refusals: row('refusals', '+', 1), refusal }))
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()
}

/** A queued transfer that was refused, locked, and the account of its mentor with us. Absent if it does not wait after a refusal. */
export const lockRefusedTransfer = (
  tx: Db,
  id: string,
): Promise<(TransferRow & { mentorAccountId: string | null }) | undefined> =>
  tx
    .selectFrom('transfers')
    .innerJoin('mentors', 'mentors.id', 'mentorId')
    .selectAll('transfers')
    .select('mentors.accountId as mentorAccountId')
    .where('transfers.id', '=', id)
    .where('transfers.status', '=', 'queued')
    .where('refusal', 'is not', null)
    .forUpdate('transfers')
    .executeTakeFirst()

/** Takes the refusal from a transfer that is sent again, so that no one else sends it again meanwhile. */
export async function claimRefusedTransfer(tx: Db, id: string): Promise<void> {
  await tx.updateTable('transfers').set({ refusal: null }).where('id', '=', id).execute()
}

/**
 * Deletes a queued transfer that was refused, with its lines: what it pays for is due again. One that another process has
 * tried again meanwhile stays. Call with the payouts locked.
 */
export async function deleteQueuedTransfer(
  tx: Db,
  { id, refusals }: Pick<TransferRow, 'id' | 'refusals'>,
): Promise<void> {
  const queued = tx
    .selectFrom('transfers')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .where('refusals', '=', refusals)
  await tx.deleteFrom('transfers').where('id', 'in', queued).execute() // Its lines go with it.
}

/**
 * A transfer that is queued. `hasRoom`: whether its charge covers it after all earlier transfers from that. Sessions of a package
 * share a charge, and the payment service counts reversed transfers as used. Where the operator contributes, a transfer may be more
 * than its charge.
 */
export async function findQueuedTransfer(
  db: Db,
  id: string,
): Promise<(TransferRow & { hasRoom: boolean }) | undefined> {
  const { rows } = await sql<TransferRow & { hasRoom: boolean }>`/* prepared: queued transfer */
    select *, amount <= coalesce((
        select sum(amount_pence) from ledger join bookings on bookings.id = booking_id
        where bookings.payment_intent = queued.payment_intent and kind = 'charge'), 0)
      - coalesce((
        select sum(earlier.amount) from transfers as earlier
        where earlier.mentor_id = queued.mentor_id and earlier.payment_intent = queued.payment_intent
          and (earlier.created_at, earlier.booking_id, earlier.number) < (queued.created_at, queued.booking_id, queued.number)), 0)
      as has_room
    from transfers as queued where id = ${id} and status = 'queued'`.execute(db)
  return rows[0]
}

/** Transfers that were sent for these bookings, with what they still hold, the latest first. */
export async function listHeld(
  db: Db,
  bookingIds: string[],
): Promise<Map<string, (SentTransfer & { next: number })[]>> {
  const { rows } = await sql<SentTransfer & { bookingId: string; next: number }>`
    select id, booking_id,
      amount - coalesce((select sum(amount) from transfer_reversals as back
        where back.transfer_id = transfers.id and back.status <> 'refused'), 0)::int as left,
      1 + coalesce((select max(back.number) from transfer_reversals as back where back.transfer_id = transfers.id), 0) as next
    from transfers
    where booking_id = any(${bookingIds}::uuid[]) and status = 'sent'
    order by number desc`.execute(db)
  return Map.groupBy(rows, ({ bookingId }) => bookingId)
}

/** The bookings among these of which a reversal was refused: what is owed of them is set off. */
export async function listRefusedBookings(db: Db, bookingIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('transferReversals')
    .select('bookingId')
    .where('bookingId', 'in', bookingIds)
    .where('status', '=', 'refused')
    .execute()
  return new Set(rows.map(({ bookingId }) => bookingId))
}

export type NewReversal = Omit<Insertable<Tables['transferReversals']>, 'status' | 'serviceId' | 'refusal' | 'sentAt'>

/** Writes queued reversals. Call with the payouts locked. */
export async function insertReversals(tx: Db, all: NewReversal[]): Promise<void> {
  if (all.length === 0) return
  const rows = all.map((reversal) => ({ ...reversal, status: 'queued' as const, serviceId: null }))
  await tx.insertInto('transferReversals').values(rows).execute()
}

/** A reversal with what its transfer is called at the service, and whose money it is, for which booking. */
export type ReversalOfTransfer = ReversalRow & { transfer: string | null; mentorId: string; reference: string }

export const findReversal = (db: Db, id: string): Promise<ReversalOfTransfer | undefined> =>
  selectReversals(db).where('transferReversals.id', '=', id).executeTakeFirst()

/** All reversals of a transfer of ours. */
export const listReversals = (db: Db, transferId: string): Promise<ReversalOfTransfer[]> =>
  selectReversals(db).where('transferId', '=', transferId).orderBy('transferReversals.number').execute()

const selectReversals = (db: Db) =>
  db
    .selectFrom('transferReversals')
    .innerJoin('transfers', 'transfers.id', 'transferId')
    .innerJoin('bookings', 'bookings.id', 'transferReversals.bookingId')
    .selectAll('transferReversals')
    .select(['transfers.serviceId as transfer', 'transfers.mentorId', 'reference'])

/** Marks a reversal as sent, also one that was taken for refused. False if it was sent before. */
export async function markReversalSent(
  tx: Db,
  id: string,
  { serviceId, sentAt }: { serviceId: string; sentAt: Date },
): Promise<boolean> {
  const sent = await tx
    .updateTable('transferReversals')
    .set({ status: 'sent', serviceId, sentAt, refusal: null })
    .where('id', '=', id)
    .where('status', '<>', 'sent')
    .returning('id')
    .executeTakeFirst()
  return sent !== undefined
}

/** Marks a queued reversal as refused: nothing is taken back. Call with the payouts locked. */
export async function markReversalRefused(tx: Db, id: string, refusal: string): Promise<void> {
  await tx
    .updateTable('transferReversals')
    .set({ status: 'refused', refusal })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()
}
