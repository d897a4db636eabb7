/**
 * Sessions of demo mentors that were held and paid for, and an admin, written into a data folder before a product starts on
 * it, since only the product opens its embedded database.
 */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Selectable } from 'kysely'
import { toMinorUnits } from '#domain/payments/money'
import { minutesAfter } from '#domain/time/wall-time'
import type { Tables } from '#server/platform/db/tables'
import { withPayments, writeBooks } from '../../../sandbox/demo/sales/books.ts'
import { sandboxTables } from '../../../sandbox/stripe/tables.ts'
import { enterByKey, openDataFolder, writePerson } from '../accounts/written-people.ts'

/** Two mentors who have held no session in the demo, and the admin who pays them. */
const PEOPLE = { ada: 'rafael-santos', mary: 'harpreet-gill', june: null } as const
type DemoBooking = Selectable<Tables['bookings']>
type PayoutPerson = keyof typeof PEOPLE

const makeSessionKey = (who: PayoutPerson) => `payouts ${who}`

/**
 * Gives each mentor `SESSIONS` that are due, of £45.00 less a fee of £4.50, paid at the payment service. They proved who they are a
 * moment ago. Returns the references of their bookings, the latest session first.
 */
export async function settlePayoutData(data: string): Promise<Record<'ada' | 'mary', string[]>> {
  const db = await openDataFolder(data)
  const references: Record<PayoutPerson, string[]> = { ada: [], mary: [], june: [] }
  const now = new Date()
  await db.deleteFrom('payees').execute() // Those of the demo.
  const completed = db
    .selectFrom('bookings')
    .selectAll()
    .where('status', '=', 'completed')
    .where('paidAt', 'is not', null)
  const model = await completed.executeTakeFirstOrThrow()
  for (const [who, slug] of Object.entries(PEOPLE) as [PayoutPerson, string | null][]) {
    const role = slug === null ? ('admin' as const) : ('member' as const)
    const person = { name: slug ?? 'June Park', email: `${who}@example.com`, role, mentor: slug }
    await writePerson(db, { ...person, key: makeSessionKey(who), hasConfirmedIdentity: true }, now)
    if (slug === null) continue
    const mentor = await db
      .selectFrom('mentors')
      .select(['id', 'timeZone'])
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
    const held = withPayments(
      Array.from({ length: SESSIONS }, (_, n) => ({
        booking: soldTo(model, mentor, minutesAfter(now, -(5 + n) * 1_440)),
      })),
    )
    await db
      .insertInto('bookings')
      .values(held.map(({ booking }) => booking))
      .execute()
    await writeBooks(db, sandboxTables(db), held)
    references[who] = held.map(({ booking }) => booking.reference)
  }
  await db.destroy()
  return references
}

const SESSIONS = 3

/** A session like one that the demo has seeded. */
function soldTo(model: DemoBooking, mentor: { id: string; timeZone: string }, startsAt: Date) {
  const { emailKey: _computed, ...booking } = model
  const id = randomUUID()
  const own = {
    id,
    reference: `B-${id.slice(0, 4)}-${id.slice(9, 13)}`.toUpperCase(),
    secretHash: id,
    mentorId: mentor.id,
  }
  const money = { pricePence: toMinorUnits(4500), paidAmountPence: toMinorUnits(4500) }
  return { ...booking, ...own, ...money, sessionTypeId: randomUUID(), mentorTimeZone: mentor.timeZone, startsAt }
}

/** Signs a browser in as one of them. */
export const enterAs = (page: Page, who: PayoutPerson): Promise<void> => enterByKey(page, makeSessionKey(who))
