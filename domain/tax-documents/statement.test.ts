import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutLost } from '#domain/payments/earnings'
import { buildStatements, listMovements, type EarnedEntry, type PaidEntry } from '#domain/tax-documents/statement'

const day = (date: number) => new Date(Date.UTC(2030, 0, date))
const JANUARY = { from: day(1), until: day(32) }
const FEBRUARY = { from: day(32), until: day(60) }

const entry = (kind: EarnedEntry['kind'], at: Date, kept: number, fee: number, bookingId = 'one') =>
  ({ kind, at, bookingId, currency: 'GBP', kept, fee }) satisfies EarnedEntry
const paid = (kind: PaidEntry['kind'], at: Date, amount: number) =>
  ({ kind, at, bookingId: null, currency: 'GBP', amount, setOff: 0 }) satisfies PaidEntry

const amounts = ({ movements }: { movements: { kind: string; amount: number }[] }) =>
  movements.map(({ kind, amount }) => `${kind} ${amount}`)

describe('buildStatements', () => {
  it('takes a month from its first instant to that of the next', () => {
    const movements = listMovements(
      [entry('charge', day(1), 4500, 450), entry('charge', day(32), 2000, 200, 'two')],
      [paid('batch', day(31), 4000)],
    )
    const [january] = buildStatements(movements, JANUARY, 'GBP')
    const [february] = buildStatements(movements, FEBRUARY, 'GBP')
    expect(january).toMatchObject({ opening: 0, closing: 50, sums: { earned: 4050, paid: -4000 } })
    expect(amounts(january!)).toEqual(['charge 4050', 'batch -4000'])
    expect(february).toMatchObject({ opening: 50, closing: 1850 })
    expect(amounts(february!)).toEqual(['charge 1800'])
  })

  it('has a refund, a lost dispute and what is taken back in the month in which they happen', () => {
    const movements = listMovements(
      [
        entry('charge', day(2), 4500, 450),
        entry('refund', day(40), -1500, -150),
        entry('lost', day(41), -1000, 0),
        entry('charge', day(3), 2000, 200, 'two'),
      ],
      [paid('transfer', day(10), 4050), paid('transfer_reversal', day(42), -2250)],
    )
    const [february] = buildStatements(movements, FEBRUARY, 'GBP')
    expect(amounts(february!)).toEqual(['refund -1350', 'lost -900', 'transfer_reversal 2250'])
    expect(february).toMatchObject({
      opening: 1800,
      closing: 1800,
      sums: { refunded: -1350, lost: -900, takenBack: 2250 },
    })
  })

  it('takes at most what is kept for a lost dispute, whatever is refunded beside it', () => {
    const movements = listMovements(
      [entry('charge', day(2), 4500, 450), entry('lost', day(3), -4500, 0), entry('refund', day(4), -1500, -150)],
      [],
    )
    expect(buildStatements(movements, JANUARY, 'GBP')).toMatchObject([{ closing: 0 }])
    expect(amounts({ movements })).toEqual(['charge 4050', 'lost -4050'])
  })

  it('lists the site’s currency first, and leaves out those in which nothing moved and nothing is owed', () => {
    const charged = (currency: string, at: Date) => ({ ...entry('charge', at, 4500, 0, currency), currency })
    const movements = listMovements(
      [charged('KWD', day(3)), charged('JPY', day(3)), charged('GBP', day(40))],
      [{ ...paid('batch', day(4), 4500), currency: 'KWD' }],
    )
    expect(buildStatements(movements, JANUARY, 'JPY').map(({ currency }) => currency)).toEqual(['JPY', 'KWD'])
    expect(buildStatements(movements, FEBRUARY, 'GBP')).toMatchObject([
      { currency: 'GBP', opening: 0, closing: 4500 },
      { currency: 'JPY', opening: 4500, movements: [], closing: 4500 },
    ])
  })

  it('adds up to what is kept, less fees and what was paid, whatever happened in which order', () => {
    const at = fc.integer({ min: 1, max: 90 }).map(day)
    const booking = fc.record({
      currency: fc.constantFrom('GBP', 'JPY', 'KWD'),
      charge: fc.record({ at, kept: fc.integer({ min: 50, max: 99_990 }).map((each) => each * 10) }),
      percent: fc.integer({ min: 0, max: 30 }),
      refunds: fc.array(fc.record({ at, part: fc.integer({ min: 0, max: 100 }) }), { maxLength: 3 }),
      lost: fc.array(fc.record({ at, part: fc.integer({ min: 0, max: 130 }) }), { maxLength: 2 }),
      paid: fc.array(fc.record({ at, amount: fc.integer({ min: -5000, max: 5000 }) }), { maxLength: 3 }),
    })
    fc.assert(
      fc.property(fc.array(booking, { maxLength: 6 }), (bookings) => {
        const earned = bookings.flatMap(({ currency, charge, percent, refunds, lost }, index): EarnedEntry[] => {
          const about = { bookingId: String(index), currency }
          const part = (share: number) => Math.floor((charge.kept * share) / 300)
          const fee = (kept: number) => Math.floor((kept * percent) / 100)
          return [
            { ...about, kind: 'charge', ...charge, fee: fee(charge.kept) },
            ...refunds.map(({ at, part: share }): EarnedEntry => {
              return { ...about, kind: 'refund', at, kept: 0 - part(share), fee: 0 - fee(part(share)) }
            }),
            ...lost.map(({ at, part: share }): EarnedEntry => {
              return { ...about, kind: 'lost', at, kept: 0 - part(share * 3), fee: 0 }
            }),
          ]
        })
        const payments = bookings.flatMap(({ currency, paid: all }, index) =>
          all.map(({ at, amount }): PaidEntry => {
            return { kind: 'transfer', at, bookingId: String(index), currency, amount, setOff: 0 }
          }),
        )
        const movements = listMovements(earned, payments)
        const months = [0, 1, 2].map((month) => {
          const period = { from: new Date(Date.UTC(2030, month)), until: new Date(Date.UTC(2030, month + 1)) }
          return new Map(buildStatements(movements, period, 'GBP').map((each) => [each.currency, each]))
        })
        for (const currency of ['GBP', 'JPY', 'KWD']) {
          let balance = 0
          for (const month of months) {
            const { opening = balance, closing = balance, movements: lines = [] } = month.get(currency) ?? {}
            expect(opening).toBe(balance)
            expect(lines.reduce((sum, { amount }) => sum + amount, opening)).toBe(closing)
            balance = closing
          }
          const open = Map.groupBy(
            earned.filter((each) => each.currency === currency),
            ({ bookingId }) => bookingId,
          )
          const kept = [...open.values()].map((all) => {
            const sum = (pick: (each: EarnedEntry) => number) => all.reduce((total, each) => total + pick(each), 0)
            const after = withoutLost({
              kept: sum(({ kind, kept }) => (kind === 'lost' ? 0 : kept)),
              fees: sum(({ fee }) => fee),
              lost: sum(({ kind, kept }) => (kind === 'lost' ? 0 - kept : 0)),
              currency,
            })
            return after.kept - after.fees
          })
          const out = payments.filter((each) => each.currency === currency).map(({ amount }) => amount)
          expect(balance).toBe(kept.reduce((a, b) => a + b, 0) - out.reduce((a, b) => a + b, 0))
        }
      }),
    )
  })
})
