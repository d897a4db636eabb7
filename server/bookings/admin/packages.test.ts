/** What admins see of packages, and do about them. */
import { beforeEach, describe, expect, it } from 'vitest'
import { creditState } from '#domain/packages/package'
import { toMinorUnits } from '#domain/payments/money'
import { listAuditEvents, type AuditActor } from '#server/accounts/audit-queries'
import { cancelAsAdmin } from '#server/bookings/admin/booking-actions'
import { exportBookings } from '#server/bookings/admin/export'
import { listBookings, type BookingFilter } from '#server/bookings/admin/list-queries'
import { refundPart } from '#server/bookings/admin/partial-refund'
import { readBookingRecord } from '#server/bookings/admin/record'
import { readWeekFigures } from '#server/bookings/admin/week-queries'
import { cancelBooking } from '#server/bookings/cancellation/cancel'
import { settleRefunds } from '#server/bookings/settlement/refunds'
import { listOpenConcerns } from '#server/platform/concerns-queries'
import { concernView } from '../../../app/views/admin/concern-words.ts'
import { readRecordPage } from '../../../app/views/admin/booking.ts'
import { readStatistics } from '../../../app/views/mentors/desk/statistics.ts'
import {
  addSeller,
  bookedWithCredit,
  buyPackage,
  completeSessions,
  holdOnePackage,
} from '../../../tests/support/bookings/packages.ts'
import { readBooking } from '../../../tests/support/bookings/paid-session.ts'
import { addDecider } from '../../../tests/support/bookings/sessions.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true })

const ALL: BookingFilter = {
  search: '',
  kind: null,
  status: null,
  payment: null,
  mentorId: null,
  from: null,
  until: null,
}

let actor: AuditActor
let reader: string
let seller: Awaited<ReturnType<typeof addSeller>>
let bought: Awaited<ReturnType<typeof buyPackage>>
let sessionId: string

beforeEach(async () => {
  ;({ actor, accountId: reader } = await addDecider(test))
  seller = await addSeller(test, { name: 'Ada Lovelace' })
  bought = await buyPackage(test, seller)
  sessionId = await bookedWithCredit(test, bought.id, 1)
})

const listed = async (filter: Partial<BookingFilter>) =>
  (await listBookings(test.db, { ...ALL, ...filter }, { sort: 'latest', limit: 50 })).map(({ id }) => id)
const record = async () => (await readBookingRecord(test.app, bought.reference))!
const page = async (query = '') =>
  (await readRecordPage(test.app, bought.reference, {
    query: new URLSearchParams(query),
    zone: 'UTC',
    reader,
  }))!

it('a package in the admins’ list is found by its kind, reference, address, mentor and buyer, with its mentor, and is exported', async () => {
  const [row] = await listBookings(test.db, { ...ALL, kind: 'package' }, { sort: 'latest', limit: 50 })
  expect(row).toMatchObject({
    id: bought.id,
    packageSessions: 3,
    mentorName: 'Ada Lovelace',
    paidAmountPence: 10_000,
  })
  expect(await listed({ search: bought.reference })).toEqual([bought.id])
  for (const filter of [{}, { search: 'grace@example.com' }, { search: 'lovel' }, { mentorId: seller.id }])
    expect(await listed(filter), JSON.stringify(filter)).toEqual([bought.id, sessionId])
  expect(await listed({ kind: 'session' })).toEqual([sessionId])
  const text = await new Response(await exportBookings(test.app, ALL, actor)).text()
  const [, exported, session] = text.split('\r\n')
  expect(exported).toMatch(new RegExp(`^${bought.reference},"Ada Lovelace",.*,confirmed,100.00,100.00,0.00,GBP,.*,3$`))
  expect(session).toMatch(/,$/)
})

it('the record of a package shows which session is booked as what, what is open, its money and emails, and offers to cancel it alone', async () => {
  await test.runJobs()
  const { reference } = await readBooking(test, sessionId)
  expect((await record()).credits.map((credit) => [creditState(credit), credit.reference])).toEqual([
    ['booked', reference],
    ['open', null],
    ['open', null],
  ])
  const shown = await page('do=cancel')
  expect(shown.can).toEqual({ cancel: true, move: false, refund: false, rebook: false })
  expect(shown.question).toEqual({ about: 'cancel', of: 'package', shown: 6_666, refund: '£66.66' })
  expect(shown.package!.credits.map(({ state, share }) => `${state} ${share}`)).toEqual([
    'Booked £33.34',
    'Not booked, lapses on Tuesday 7 January 2031 £33.33',
    'Not booked, lapses on Tuesday 7 January 2031 £33.33',
  ])
  expect(shown.clocks).toEqual({ mentor: 'Package of 3 sessions', mentee: 'Book by Tuesday 7 January 2031' })
  expect(shown.ledger).toHaveLength(2)
  expect(shown.documents).toHaveLength(1)
  expect(shown.mails.map(({ to }) => to)).toContain('to the mentee')
})

describe('an admin who cancels a package', () => {
  it('refunds what is not booked once, and the audit log says who', async () => {
    const cancel = { id: bought.id, shown: toMinorUnits(6_666), actor }
    const answers = await Promise.all([cancelAsAdmin(test.app, cancel), cancelAsAdmin(test.app, cancel)])
    expect(answers.filter(({ ok }) => ok)).toEqual([{ ok: true, value: { refund: 6_666 } }])
    await test.runJobs()
    const { credits, refunds, events } = await record()
    expect(credits.map(creditState)).toEqual(['booked', 'refunded', 'refunded'])
    expect(refunds.map(({ amountPence, reason }) => [amountPence, reason])).toEqual([[6_666, 'admin_cancelled']])
    expect(events).toMatchObject([
      {
        action: 'booking.cancelled',
        actorId: reader,
        after: { status: 'cancelled', refund: { amount: 6_666, currency: 'GBP' } },
      },
    ])
    expect((await page()).can.cancel).toBe(false)
  })

  it('cannot refund a part of it, which would leave sessions that are not paid', async () => {
    const part = { amount: toMinorUnits(3_333), shown: toMinorUnits(6_666), status: 'confirmed', reason: 'x' } as const
    expect(await refundPart(test.app, { id: bought.id, ...part, actor })).toEqual({
      ok: false,
      error: { code: 'package' },
    })
    expect(await listAuditEvents(test.db, { subject: 'bookings', id: bought.id }, 5)).toEqual([])
  })
})

it('a refund of a package that is made at Stripe leaves its sessions usable, as the concern and the record say until the package is cancelled', async () => {
  const { paymentIntent } = await readBooking(test, bought.id)
  await test.stripe.control.refund(bought.checkoutId, 5_000)
  await settleRefunds(test.app, paymentIntent!)
  const concern = async () => {
    const [open] = await listOpenConcerns(test.db, 5)
    return concernView(open!, { accountId: reader, email: null, isAlone: false }, 'UTC').text
  }
  const words = 'aren’t booked can still be used until you cancel the package.'
  expect(await concern()).toContain(words)
  expect(await concern()).toContain('for a package of 3 sessions with Ada Lovelace: First weeks.')
  expect((await page()).package!.stillUsable).toBe(`£50.00 was refunded in Stripe. Sessions that ${words}`)
  await cancelAsAdmin(test.app, { id: bought.id, shown: toMinorUnits(5_000), actor })
  expect(await concern()).not.toContain(words)
  expect((await page()).package!.stillUsable).toBeNull()
})

it('the figures of weeks count a package’s price when it is paid, and each of its sessions once, when it is booked', async () => {
  const unpaid = await holdOnePackage(test, seller, { email: 'unpaid@example.com' })
  const other = await addMentor(test)
  await completeSessions(test, 7)
  const shown = toMinorUnits(6_666)
  expect(await cancelBooking(test.app, { id: bought.id, by: 'mentee', shown })).toMatchObject({ ok: true })
  await test.runJobs()
  expect(await readBooking(test, sessionId)).toMatchObject({ status: 'completed' })
  expect(await readBooking(test, unpaid.id)).toMatchObject({ status: 'expired' })
  const dates = ['2030-01-07', '2030-01-14', '2030-01-21']
  const weeks = dates.map((date) => new Date(`${date}T00:00Z`))
  const zero = { held: 0, booked: 0, packages: 0, revenue: 0, returned: 0, views: 0, newMentors: 0 }
  const figures = [
    { ...zero, held: 1, booked: 1, packages: 1, revenue: 10_000 },
    { ...zero, returned: 6_666 },
  ]
  const read = (mentorIds: string[] | null) => readWeekFigures(test.db, { weeks, dates, mentorIds, currency: 'GBP' })
  expect(await read(null)).toEqual(figures)
  expect(await read([seller.id])).toEqual(figures)
  expect(await read([other.id])).toEqual([zero, zero])
  const desk = await readStatistics(test.app, seller.id)
  expect(desk.weeks.slice(-2)).toMatchObject([
    { held: 1, booked: 1, packages: 1 },
    { held: 0, booked: 0, packages: 0 },
  ])
})
