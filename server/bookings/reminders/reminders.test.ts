/** Reminders go to both people of a session, once, and never about an outdated start. */
import { describe, expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { cancelBooking } from '#server/bookings/cancellation/cancel'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { runJob } from '#server/jobs'
import { ADA, signUp } from '../../../tests/support/accounts/accounts.ts'
import { bookTuesday } from '../../../tests/support/bookings/requests.ts'
import { sendDue } from '../../../tests/support/mails.ts'
import { payCheckout } from '../../../tests/support/payments/checkout.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true, unchecked: true }) // One session is moved without its claim.

const GRACE = 'grace@example.com'
const START = new Date('2030-01-10T09:00:00Z')
const at = (hours: number, seconds = 0) => new Date(START.getTime() + hours * 3_600_000 + seconds * 1000)

/** A paid session on Thursday at 09:00 UTC, an hour long, with a mentor who has an account. */
async function paidSession({ date = '2030-01-10' } = {}) {
  const { session } = await signUp(test)
  const mentor = await addMentor(test)
  await test.db.updateTable('mentors').set({ accountId: session.accountId }).where('id', '=', mentor.id).execute()
  const checkout = await bookTuesday(test, { mentor, date })
  await test.db.updateTable('bookings').set({ menteeTimeZone: 'Europe/London' }).execute()
  await payCheckout(test, checkout)
  await settleCheckout(test.app, checkout)
  await test.runJobs()
  return test.db.selectFrom('bookings').selectAll().executeTakeFirstOrThrow()
}

/** Moves the clock, runs the minute's jobs and returns what was emailed by them: address and subject. */
async function mailedAt(time: Date): Promise<string[]> {
  test.clock.time = time
  const before = (await test.mails()).length
  await runJob(test.app, 'reminders', {})
  await sendDue(test)
  const mails = await test.mails()
  return mails
    .slice(0, mails.length - before)
    .map((mail) => `${mail.to[0]!.address}: ${mail.subject}`)
    .toSorted()
}

const reminder = [
  `${ADA}: Reminder: First ninety days with Grace Hopper, Thursday 10 January 2030, 14:30 (Kolkata, UTC+5:30)`,
  `${GRACE}: Reminder: First ninety days with Ada Lovelace, Thursday 10 January 2030, 09:00 (London, UTC+0)`,
]
const after = [`${ADA}: Your session with Grace Hopper has ended`, `${GRACE}: How was your session with Ada Lovelace?`]

describe('a session', () => {
  it('is sent to both a day before, an hour before and an hour after its end, each once', async () => {
    const { reference } = await paidSession()
    expect(await mailedAt(at(-24, -1))).toEqual([])
    test.clock.time = at(-24)
    await Promise.all([1, 2, 3].map(() => runJob(test.app, 'reminders', {}))) // In several processes.
    expect(await mailedAt(at(-24))).toEqual(reminder)
    expect(await mailedAt(at(-23))).toEqual([])
    expect(await mailedAt(at(-1, -1))).toEqual([])
    expect(await mailedAt(at(-1))).toEqual(reminder)
    expect(await mailedAt(at(0))).toEqual([])
    expect(await mailedAt(at(2, -1))).toEqual([])
    expect(await mailedAt(at(2))).toEqual(after)
    expect(await mailedAt(at(3))).toEqual([])
    const [toMentee, toMentor] = [GRACE, ADA].map(
      async (address) => (await test.mails()).find((mail) => mail.to[0]!.address === address)!.text,
    )
    expect(await toMentee).toMatch(new RegExp(`/bookings/${reference}/[\\w-]{43}\\n`))
    expect(await toMentor).toMatch(new RegExp(`/bookings/${reference}\\n`))
  })

  it('is reminded of late rather than not at all, and of the day no more in the last hour', async () => {
    await paidSession()
    expect(await mailedAt(at(-5))).toEqual(reminder)
    const [mail] = await test.mails()
    expect(mail!.text).toContain('starts in 5 hours.')
    expect(await mailedAt(at(0, -600))).toEqual(reminder)
    expect((await test.mails())[0]!.text).toContain('starts in 10 minutes.')
  })

  it('that was booked after the moment of a reminder has none of it', async () => {
    test.clock.time = new Date('2030-01-09T12:00:00Z')
    await paidSession()
    expect(await mailedAt(at(-20))).toEqual([])
    expect(await mailedAt(at(-1))).toEqual(reminder)
  })
})

it('a cancelled session is not reminded of, though its reminder was already queued', async () => {
  const { id } = await paidSession()
  test.clock.time = at(-24)
  await runJob(test.app, 'reminders', {})
  expect((await cancelBooking(test.app, { id, by: 'mentee', shown: toMinorUnits(0) })).ok).toBe(true)
  const mailed = await mailedAt(at(-24))
  expect(mailed.map((line) => line.split(': ')[1])).toEqual(['Cancelled', 'Cancelled'])
  for (const hours of [-23, -1, 2, 5]) expect(await mailedAt(at(hours))).toEqual([])
  const rows = await test.db
    .selectFrom('outbox')
    .select(['state', 'reason'])
    .where('kind', '=', 'reminder_day')
    .execute()
  expect(rows).toEqual(Array.from({ length: 2 }, () => ({ state: 'dropped', reason: 'booking_over' })))
})

it('a moved session is reminded of at its new time and not at its old one', async () => {
  const { id } = await paidSession()
  test.clock.time = at(-24)
  await runJob(test.app, 'reminders', {})
  await test.db
    .updateTable('bookings')
    .set({ startsAt: at(48) })
    .where('id', '=', id)
    .execute()
  expect(await mailedAt(at(-24))).toEqual([])
  expect(await mailedAt(at(-1))).toEqual([])
  expect(await mailedAt(at(24))).toEqual(reminder.map((line) => line.replace('Thursday 10', 'Saturday 12')))
})
