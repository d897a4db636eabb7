/** The comparison itself, on books made by hand: what agrees, each way to differ, and the instants that divide them. */
import { fc } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import type { Checkout, Refund } from '#domain/payments/checkout'
import { toMinorUnits } from '#domain/payments/money'
import { minutesAfter } from '#domain/time/wall-time'
import { compareTotals, readLedgerTotals, readProviderTotals, type Books } from '#server/payments/mismatches'
import { formatMoney } from '#words/prices'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { copyBooking } from '../../tests/support/bookings/copied-bookings.ts'
import { bookTuesday } from '../../tests/support/bookings/requests.ts'

type BookedMoney = Books['bookings'][number]
type BookedRefund = Books['ownRefunds'][number]

const SETTLED = new Date('2030-01-31T12:00:00Z')
const SINCE = new Date('2030-01-01T12:00:00Z')
const LONG_AGO = new Date('2030-01-10T12:00:00Z')
const later = (instant: Date, milliseconds = 1) => new Date(instant.getTime() + milliseconds)
const makeId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** A booking that was paid as it was sold, as our books have it. */
const booking = (n: number, changes: Partial<BookedMoney> = {}): BookedMoney => ({
  id: makeId(n),
  status: 'confirmed',
  checkoutId: `cs_${n}`,
  paymentIntent: `pi_${n}`,
  pricePence: 4500,
  currency: 'GBP',
  paidAmountPence: 4500,
  paidAt: LONG_AGO,
  holdExpiresAt: LONG_AGO,
  createdAt: LONG_AGO,
  charged: 4500,
  ...changes,
})
const unpaid = {
  status: 'expired',
  paymentIntent: null,
  paidAmountPence: null,
  paidAt: null,
  charged: null,
} satisfies Partial<BookedMoney>

/** Its checkout, as the payment service has it. */
const checkout = (n: number, changes: Partial<Checkout> = {}): Checkout => ({
  id: `cs_${n}`,
  url: null,
  status: 'paid',
  amount: toMinorUnits(4500),
  currency: 'GBP',
  bookingId: makeId(n),
  paymentIntent: `pi_${n}`,
  ...changes,
})

const refund = (n: number, changes: Partial<Refund> = {}): Refund => ({
  id: `re_${n}`,
  status: 'succeeded',
  amount: toMinorUnits(4500),
  currency: 'GBP',
  paymentIntent: `pi_${n}`,
  createdAt: LONG_AGO,
  key: null,
  ...changes,
})
const ownRefund = (n: number, changes: Partial<BookedRefund> = {}): BookedRefund => ({
  id: `refund ${n}`,
  bookingId: makeId(n),
  paymentIntent: `pi_${n}`,
  status: 'succeeded',
  amountPence: 4500,
  currency: 'GBP',
  serviceId: `re_${n}`,
  createdAt: LONG_AGO,
  updatedAt: LONG_AGO,
  entered: 4500,
  ...changes,
})

type Sides = { checkouts?: Checkout[]; refunds?: Refund[]; bookings?: BookedMoney[]; ownRefunds?: BookedRefund[] }
const makeBooks = ({ checkouts = [], refunds = [], bookings = [], ownRefunds = [] }: Sides, live = true): Books => ({
  since: SINCE,
  settledBefore: SETTLED,
  checkouts: new Map(checkouts.map((each) => [each.id, each])),
  refunds: new Map(refunds.map((each) => [each.id, each])),
  live,
  bookings,
  ownRefunds,
})
const found = (sides: Sides, live = true) =>
  compareTotals(makeBooks(sides, live)).map(({ kind, subject }) => `${kind} ${subject}`)

describe('books that agree', () => {
  /** What may become of a booking, and how both sides have it then. */
  const lives: Record<string, (n: number) => Sides> = {
    held: (n) => ({
      checkouts: [checkout(n, { status: 'open' })],
      bookings: [booking(n, { ...unpaid, status: 'held' })],
    }),
    expired: (n) => ({ checkouts: [checkout(n, { status: 'expired' })], bookings: [booking(n, unpaid)] }),
    unopened: (n) => ({ bookings: [booking(n, { ...unpaid, checkoutId: null })] }),
    confirmed: (n) => ({ checkouts: [checkout(n)], bookings: [booking(n)] }),
    completed: (n) => ({ checkouts: [checkout(n)], bookings: [booking(n, { status: 'completed' })] }),
    refunded: (n) => ({
      checkouts: [checkout(n)],
      bookings: [booking(n, { status: 'expired' })],
      refunds: [refund(n)],
      ownRefunds: [ownRefund(n)],
    }),
    'refunded at the second attempt': (n) => ({
      checkouts: [checkout(n)],
      bookings: [booking(n, { status: 'expired' })],
      refunds: [refund(n, { id: `re_${n}_failed`, status: 'failed' }), refund(n)],
      ownRefunds: [ownRefund(n)],
    }),
    'another product’s': (n) => ({
      checkouts: [checkout(n, { bookingId: `order-${n}` }), checkout(n, { bookingId: null })],
    }),
  }

  it('hold no mismatch, whatever became of the bookings, and in any order', () => {
    const some = fc.array(fc.constantFrom(...Object.keys(lives)), { maxLength: 12 })
    fc.assert(
      fc.property(some, fc.boolean(), (names, backwards) => {
        const made = names.map((name, n) => lives[name]!(n))
        const all = <Key extends keyof Sides>(key: Key) => {
          const rows = made.flatMap((sides) => (sides[key] ?? []) as unknown[])
          return (backwards ? rows.toReversed() : rows) as NonNullable<Sides[Key]>
        }
        const sides = { checkouts: all('checkouts'), refunds: all('refunds') }
        expect(found({ ...sides, bookings: all('bookings'), ownRefunds: all('ownRefunds') })).toEqual([])
      }),
    )
  })
})

describe('a checkout that was paid', () => {
  it('for no booking of ours, or for one that has another, is found until it is refunded in full', () => {
    const lost = checkout(1)
    const second = checkout(2, { id: 'cs_second', paymentIntent: 'pi_second' })
    const sides = { checkouts: [lost, checkout(2), second], bookings: [booking(2)] }
    const both = ['paid_without_booking cs_1', 'paid_twice cs_second']
    expect(found(sides)).toEqual(both)
    const back = (amount: number, status: Refund['status'] = 'succeeded') => [
      refund(1, { amount: toMinorUnits(amount), status }),
      refund(2, { id: 're_second', paymentIntent: 'pi_second', amount: toMinorUnits(amount), status }),
    ]
    expect(found({ ...sides, refunds: back(4499) })).toEqual(both)
    expect(found({ ...sides, refunds: back(4500, 'failed') })).toEqual(both)
    expect(found({ ...sides, refunds: back(4500, 'pending') })).toEqual([])
    expect(found({ ...sides, refunds: back(4500) })).toEqual([])
    expect(found({ ...sides, refunds: back(4500).slice(0, 1) })).toEqual(both.slice(1))
    const rest = refund(1, { id: 're_rest', amount: toMinorUnits(1) })
    expect(found({ ...sides, refunds: [...back(4499), rest] })).toEqual(both.slice(1))
  })

  it('is found where our books have another amount or payment', () => {
    const sides = { checkouts: [checkout(1)] }
    const wrong = { paidAmountPence: 4499, pricePence: 4499, charged: 4499 }
    expect(found({ ...sides, bookings: [booking(1, wrong)] })).toEqual(['wrong_amount cs_1'])
    expect(found({ ...sides, bookings: [booking(1, { paymentIntent: 'pi_other' })] })).toEqual(['wrong_amount cs_1'])
  })

  it('is found where our books have another currency, until it is refunded in full', () => {
    const yen = { currency: 'JPY' }
    const sides = { checkouts: [checkout(1, yen)], bookings: [booking(1, { charged: null })] }
    const [mismatch] = compareTotals(makeBooks(sides))
    expect(mismatch).toMatchObject({ kind: 'wrong_amount', subject: 'cs_1' })
    expect(mismatch!.what).toBe('¥4,500 was paid, £45.00 is written in the booking')
    const refunds = [refund(1, yen)]
    const bookings = [booking(1, { status: 'expired', charged: null })]
    expect(found({ ...sides, bookings, refunds, ownRefunds: [ownRefund(1, yen)] })).toEqual([])
  })

  it('is not settled from the end of its hold on, and until then perhaps only not yet', () => {
    const at = (holdExpiresAt: Date) =>
      found({ checkouts: [checkout(1)], bookings: [booking(1, { ...unpaid, checkoutId: null, holdExpiresAt })] })
    expect([at(later(SETTLED)), at(SETTLED)]).toEqual([[], ['not_settled cs_1']])
  })
})

describe('a booking', () => {
  it('is found once both sides must know, if its checkout is unknown, or it is paid here and not there', () => {
    const unknown = (holdExpiresAt: Date) => found({ bookings: [booking(1, { ...unpaid, holdExpiresAt })] })
    expect([unknown(later(SETTLED)), unknown(SETTLED)]).toEqual([[], [`checkout_unknown ${makeId(1)}`]])
    const paid = (paidAt: Date) =>
      found({ checkouts: [checkout(1, { status: 'open' })], bookings: [booking(1, { paidAt })] })
    expect([paid(later(SETTLED)), paid(SETTLED)]).toEqual([[], [`not_paid ${makeId(1)}`]])
    const made = (createdAt: Date) => found({ bookings: [booking(1, { createdAt })] })
    expect([made(later(SINCE, -1)), made(SINCE)]).toEqual([[], [`not_paid ${makeId(1)}`]])
  })

  it('is found if it stands for another amount than its price; that may be why one was given back', () => {
    const sides = (status: string) => ({
      checkouts: [checkout(1)],
      bookings: [booking(1, { status, pricePence: 4501 })],
    })
    for (const status of ['confirmed', 'completed', 'no_show'])
      expect(found(sides(status))).toEqual([`wrong_amount ${makeId(1)}`])
    expect(found({ ...sides('expired'), refunds: [refund(1)], ownRefunds: [ownRefund(1)] })).toEqual([])
  })

  it('is found if its charge is not in the ledger, or not whole', () => {
    for (const charged of [null, 4499])
      expect(found({ checkouts: [checkout(1)], bookings: [booking(1, { charged })] })).toEqual([
        `ledger_missing ${makeId(1)}`,
      ])
  })

  it('of a demo’s past, which never had a checkout, is one in a demo only', () => {
    const bookings = [booking(1, { checkoutId: null, paymentIntent: null, charged: null })]
    expect(found({ bookings }, false)).toEqual([])
    expect(found({ bookings })).toEqual([`not_paid ${makeId(1)}`, `ledger_missing ${makeId(1)}`])
  })
})

describe('a refund', () => {
  const paid = { checkouts: [checkout(1)], bookings: [booking(1)] }

  it('that our books do not have is found an hour after it was made, unless it failed or is not ours', () => {
    const at = (changes: Partial<Refund>) => found({ ...paid, refunds: [refund(1, changes)] })
    expect(at({ createdAt: later(SETTLED) })).toEqual([])
    expect(at({ createdAt: SETTLED })).toEqual(['refund_not_ours re_1'])
    expect(at({ status: 'failed' })).toEqual([])
    expect(at({ paymentIntent: 'pi_of_another_product' })).toEqual([])
  })

  it('that has another outcome or amount here is found once it has not changed for an hour', () => {
    const at = (own: Partial<BookedRefund>) => found({ ...paid, refunds: [refund(1)], ownRefunds: [ownRefund(1, own)] })
    const pending = { status: 'pending', entered: null }
    expect(at({ ...pending, updatedAt: later(SETTLED) })).toEqual([])
    expect(at({ ...pending, updatedAt: SETTLED })).toEqual(['refund_differs re_1'])
    expect(at({ amountPence: 4499, entered: 4499 })).toEqual(['refund_differs re_1'])
    expect(at({ currency: 'USD' })).toEqual(['refund_differs re_1'])
  })

  it('that the service does not know is found once both sides must, within the span', () => {
    const at = (own: Partial<BookedRefund>) => found({ ...paid, ownRefunds: [ownRefund(1, own)] })
    expect(at({ updatedAt: later(SETTLED) })).toEqual([])
    expect(at({ updatedAt: SETTLED })).toEqual(['refund_unknown refund 1'])
    expect(at({ createdAt: later(SINCE, -1) })).toEqual([])
    expect(at({ createdAt: SINCE })).toEqual(['refund_unknown refund 1'])
    expect(at({ serviceId: null, status: 'queued', entered: null })).toEqual([])
  })

  it('is in the ledger if it succeeded, and only then', () => {
    const at = (status: Refund['status'], entered: number | null) =>
      found({ ...paid, refunds: [refund(1, { status })], ownRefunds: [ownRefund(1, { status, entered })] })
    expect([at('succeeded', 4500), at('pending', null), at('failed', null), at('failed', 0)]).toEqual([[], [], [], []])
    const missing = ['ledger_missing refund 1']
    for (const [status, entered] of [
      ['succeeded', 4499],
      ['succeeded', null],
      ['pending', 4500],
      ['failed', 4500],
    ] as const)
      expect(at(status, entered)).toEqual(missing)
  })

  it('is missing from an hour after the payment on, and what goes back for another booking does not count', () => {
    const at = (paidAt: Date) => {
      const bookings = [booking(1, { status: 'expired', paidAt }), booking(2, { status: 'expired' })]
      const sides = { checkouts: [checkout(1), checkout(2)], refunds: [refund(2)], ownRefunds: [ownRefund(2)] }
      return found({ ...sides, bookings })
    }
    expect([at(later(SETTLED)), at(SETTLED)]).toEqual([[], [`refund_missing ${makeId(1)}`]])
  })

  it('is missing by exactly what no refund under way gives back, of any amounts', () => {
    const under = fc.record({
      amountPence: fc.integer({ min: 1, max: 3_000 }),
      status: fc.constantFrom('pending', 'succeeded', 'queued', 'failed'),
      isRecent: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(under, { maxLength: 4 }), (parts) => {
        const ownRefunds = parts.map(({ amountPence, status, isRecent }, n) => {
          const entered = status === 'succeeded' ? amountPence : null
          const createdAt = isRecent ? later(SETTLED) : SETTLED
          return ownRefund(1, { id: `refund ${n}`, serviceId: null, status, amountPence, entered, createdAt })
        })
        const bookings = [booking(1, { status: 'expired' })]
        const back = parts.filter(({ status, isRecent }) => status !== 'failed' && (status !== 'queued' || isRecent))
        const left = 4500 - back.reduce((sum, { amountPence }) => sum + amountPence, 0)
        const whats = compareTotals(makeBooks({ checkouts: [checkout(1)], bookings, ownRefunds })).map(
          ({ what }) => what,
        )
        expect(whats).toEqual(
          left > 0
            ? [`${formatMoney(toMinorUnits(left), 'GBP')} was paid for an expired booking and not refunded`]
            : [],
        )
      }),
    )
  })
})

describe('reading both sides', () => {
  useProduct()

  it('asks the service for a little more than the span, and leaves out the last hour', async () => {
    const requested: Date[][] = []
    const payments = {
      eachCheckout: async (from: Date, until: Date, take: (each: Checkout) => void) => {
        requested.push([from, until])
        for (const each of [checkout(1), checkout(2)]) take(each)
      },
      eachRefund: async (from: Date, until: Date, take: (each: Refund) => void) => {
        requested.push([from, until])
        take(refund(1))
      },
    }
    const at = new Date('2030-01-31T13:00:00Z')
    expect(await readProviderTotals({ payments }, at, SINCE)).toEqual({
      since: SINCE,
      settledBefore: SETTLED,
      checkouts: new Map([checkout(1), checkout(2)].map((each) => [each.id, each])),
      refunds: new Map([['re_1', refund(1)]]),
    })
    const span = [minutesAfter(SINCE, -15), minutesAfter(at, 1)]
    expect(requested).toEqual([span, span])
  })

  it('reads our bookings from an hour before the span on, and older ones whose payment was refunded in it', async () => {
    await bookTuesday(test)
    const first = minutesAfter(SINCE, -60)
    const made = [first, later(first, -1), later(first, -1)]
    const [early, , returned] = await copyBooking(test, 3, (n) => ({
      status: 'expired',
      createdAt: made[n]!,
      paymentIntent: n === 2 ? 'pi_1' : null,
    }))
    const service = makeBooks({ refunds: [refund(1)] })
    const { bookings, live } = await readLedgerTotals(test.db, service)
    const rest = bookings.map(({ id }) => id).filter((id) => [early, returned].includes(id))
    expect(rest.toSorted()).toEqual([early, returned].toSorted())
    expect(bookings).toHaveLength(3) // And that of Tuesday, which was copied.
    expect(live).toBe(false)
  })
})
