import { describe, expect, it } from 'vitest'
import { planReversals, planTransfers } from '#domain/payments/transfer-plan'

/** A booking of which this much is kept, less the fee, after this much was paid out. */
const booking = (bookingId: string, kept: number, fees: number, keptPaidOut = 0, feesPaidOut = 0) => {
  return { bookingId, kept, fees, keptPaidOut, feesPaidOut, paidOut: keptPaidOut - feesPaidOut }
}
const DUE = booking('due', 4500, 450)
/** £40.50 was paid, and £13.50 of it is owed after a refund of £15.00. */
const OWED = booking('owed', 3000, 300, 4500, 450)

const amounts = (planned: { amount: number }[]) => planned.map(({ amount }) => amount)

describe('planTransfers', () => {
  it('transfers what is open of each booking', () => {
    const again = booking('again', 4500, 450, 1500, 150)
    expect(planTransfers([DUE, again], [], 'GBP')).toEqual([
      { bookingId: 'due', amount: 4050, lines: [{ bookingId: 'due', kept: 4500, fee: 450 }] },
      { bookingId: 'again', amount: 2700, lines: [{ bookingId: 'again', kept: 3000, fee: 300 }] },
    ])
  })

  it('sets off what is owed, with the fee’s share', () => {
    expect(planTransfers([DUE], [OWED], 'GBP')).toEqual([
      {
        bookingId: 'due',
        amount: 2700,
        lines: [
          { bookingId: 'due', kept: 4500, fee: 450 },
          { bookingId: 'owed', kept: -1500, fee: -150 },
        ],
      },
    ])
  })

  it('sets off a debt of the smallest amount', () => {
    expect(amounts(planTransfers([DUE], [booking('owed', 0, 0, 1, 0)], 'GBP'))).toEqual([4049])
  })

  it('spreads what is owed over all transfers, so that each is more than zero', () => {
    const small = booking('small', 1000, 0)
    const planned = planTransfers([DUE, small], [booking('owed', 0, 0, 5000, 0)], 'GBP')
    expect(amounts(planned)).toEqual([40, 10])
    const lines = planned.flatMap((transfer) => transfer.lines).filter(({ bookingId }) => bookingId === 'owed')
    expect(lines.reduce((sum, { kept, fee }) => sum + kept - fee, 0)).toBe(-5000)
  })

  it('plans none while as much is owed as is due', () => {
    expect(planTransfers([DUE], [booking('owed', 0, 0, 4500, 450)], 'GBP')).toEqual([])
    expect(planTransfers([], [OWED], 'GBP')).toEqual([])
  })

  it('transfers at least the smallest amount, and leaves owed what has no room', () => {
    const all = [booking('a', 2, 0), booking('b', 2, 0), booking('c', 2, 0)]
    const planned = planTransfers(all, [booking('owed', 0, 0, 5, 0)], 'GBP')
    expect(amounts(planned)).toEqual([1, 1, 1])
  })

  it('keeps to whole hundredths of dinars', () => {
    const planned = planTransfers([booking('due', 4500, 563)], [booking('owed', 0, 0, 1000, 0)], 'KWD')
    expect(amounts(planned)).toEqual([2930])
    expect(planTransfers([booking('due', 4500, 4495)], [], 'KWD')).toEqual([])
  })
})

describe('planReversals', () => {
  it('takes back what is owed, with the fee’s share, of the latest transfer first', () => {
    const transfers = [
      { id: 'second', left: 1000 },
      { id: 'first', left: 3050 },
    ]
    expect(planReversals(OWED, transfers)).toEqual([
      { bookingId: 'owed', transferId: 'second', kept: 1111, fee: 111 },
      { bookingId: 'owed', transferId: 'first', kept: 389, fee: 39 },
    ])
  })

  it('takes back at most what the transfers hold', () => {
    expect(planReversals(OWED, [{ id: 'only', left: 1000 }])).toMatchObject([{ kept: 1111, fee: 111 }])
    expect(planReversals(OWED, [{ id: 'empty', left: 0 }])).toEqual([])
  })
})
