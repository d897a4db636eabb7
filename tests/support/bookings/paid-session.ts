/** A paid session, as it is between the payment and its start. */
import type { NotNull } from 'kysely'
import { deleteClaim } from '#server/bookings/claims-queries'
import { holdSlot } from '#server/bookings/holds/hold'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { listOpenConcerns, raiseConcern } from '#server/platform/concerns-queries'
import { payCheckout } from '../payments/checkout.ts'
import { addMentor, type TestApp } from '../product/app.ts'
import { holdRequest } from './requests.ts'

export type Mentor = Awaited<ReturnType<typeof addMentor>>

/** On a day of January 2030, at a time on the clock of a mentor in Kolkata. */
export const inKolkata = (day: number, time: string) =>
  new Date(`2030-01-${String(day).padStart(2, '0')}T${time}+05:30`)

/** Holds a start with a mentor, pays for it and settles it. By default Friday 11 January 2030 at 14:30. */
export async function bookPaid(
  test: TestApp,
  {
    mentor,
    startsAt = inKolkata(11, '14:30'),
    email = 'grace@example.com',
  }: { mentor?: Mentor; startsAt?: Date; email?: string } = {},
) {
  const { sessionTypeIds } = mentor ?? (await addMentor(test))
  const held = await holdSlot(test.app, holdRequest(sessionTypeIds[0]!, { startsAt, email }), {
    browser: email,
    network: null,
    farNetwork: null,
  })
  if (!held.ok) throw new Error(held.error.code)
  await payCheckout(test, held.value.checkoutId!)
  await settleCheckout(test.app, held.value.checkoutId!)
  return { id: held.value.bookingId, checkoutId: held.value.checkoutId! }
}

/** Makes a paid session one that was paid for nothing: its hold had ended, and its refund was lost. Returns the concern's id. */
export async function losePaidSession({ db, app }: Pick<TestApp, 'db' | 'app'>, id: string): Promise<string> {
  await db.updateTable('bookings').set({ status: 'expired' }).where('id', '=', id).execute()
  await deleteClaim(db, id)
  const subject = `refund_missing:${id}`
  await raiseConcern(db, { kind: 'mismatch', subject, bookingId: id, at: app.now() })
  return (await listOpenConcerns(db, 10)).find((each) => each.subject === subject)!.id
}

export const readBooking = ({ db }: Pick<TestApp, 'db'>, id: string) =>
  db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', id)
    .$narrowType<{ mentorId: NotNull; sessionTypeId: NotNull }>()
    .executeTakeFirstOrThrow()

/** What a mentor's time is claimed for, by the start of each claim. */
export async function claimedStarts({ db }: Pick<TestApp, 'db'>, mentorId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('claims')
    .innerJoin('bookings', 'bookings.id', 'claims.bookingId')
    .select('startsAt')
    .where('claims.mentorId', '=', mentorId)
    .orderBy('startsAt')
    .execute()
  return rows.map(({ startsAt }) => startsAt.toISOString())
}
