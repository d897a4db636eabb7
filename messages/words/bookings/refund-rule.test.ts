/** What cancelling returns, in words. The moments themselves: `domain/bookings/refund-due.test.ts`. */
import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { CANCEL_POLICIES, percentDue, refundSteps, type CancelPolicy } from '#domain/bookings/refunds/refund-rule'
import { instantAt } from '#domain/time/wall-time'
import { POLICY_SENTENCES } from '#words/bookings/policies'
import { describeRefundRule } from '#words/bookings/refund-rule'
import { generalRefundSentence } from '#words/bookings/refund-sentence'

const HOUR_MS = 3_600_000
/** Never moved. */
const ceiling = 100 as const

const startsAt = new Date('2030-01-20T12:00:00Z')
const hoursBefore = (hours: number) => new Date(startsAt.getTime() - hours * HOUR_MS)

describe('describeRefundRule', () => {
  const booking = {
    policy: 'flexible' as const,
    bookedAt: new Date('2026-11-20T15:30:00Z'),
    startsAt: new Date('2026-11-24T15:30:00Z'),
    ceiling: 100 as const,
  }

  it('names the moment on the reader’s clock, and says a second later that it has passed', () => {
    expect(describeRefundRule(booking, 'Asia/Kolkata', new Date('2026-11-23T15:30:00Z'))).toBe(
      'Cancel by Monday 23 November, 21:00 (Kolkata) for a full refund.',
    )
    expect(describeRefundRule(booking, 'Asia/Kolkata', new Date('2026-11-23T15:30:01Z'))).toBe(
      'Cancelling returned the whole price until Monday 23 November, 21:00 (Kolkata).',
    )
  })

  it('says that nothing is refunded for a session booked less than 12 hours ahead', () => {
    const bookedAt = new Date('2026-11-24T04:00:00Z')
    expect(describeRefundRule({ ...booking, bookedAt }, 'Asia/Kolkata', bookedAt)).toContain('no refund')
  })

  it('names moments on the reader’s clock, an hour off the session’s own time where clocks change in between', () => {
    const start = instantAt({ date: '2030-03-31', time: '11:00' }, 'Europe/London')!
    const booking = {
      policy: 'moderate' as const,
      bookedAt: new Date('2030-01-01T00:00:00Z'),
      startsAt: start,
      ceiling,
    }
    expect(describeRefundRule(booking, 'Europe/London', booking.bookedAt)).toBe(
      'Cancel by Thursday 28 March, 10:00 (London) for a full refund, or by Saturday 30 March, 10:00 (London) to get half of the price back.',
    )
  })

  it('says what still goes back of a session that its mentee moved when less than everything was due', () => {
    const moved = {
      policy: 'firm' as const,
      bookedAt: new Date('2030-01-01T12:00:00Z'),
      startsAt: new Date('2030-02-10T12:00:00Z'),
    }
    const now = new Date('2030-01-20T12:00:00Z')
    const words = (most: 0 | 50) => describeRefundRule({ ...moved, ceiling: most }, 'Europe/London', now)
    expect(words(50)).toBe('Cancel by Thursday 7 February, 12:00 (London) to get half of the price back.')
    expect(words(0)).toBe('No refund if you cancel: there was none when this session was moved.')
  })

  const seconds = fc.integer({ min: 0, max: 400 * 3600 }).map((count) => count * 1000)
  const policies = fc.constantFrom(...CANCEL_POLICIES)

  test.prop([policies, seconds, seconds])('says what goes back', (policy, ahead, waited) => {
    const bookedAt = new Date(startsAt.getTime() - ahead)
    const now = new Date(bookedAt.getTime() + waited)
    const words = describeRefundRule({ policy, bookedAt, startsAt, ceiling }, 'Asia/Kolkata', now)
    const percent = percentDue({ policy, bookedAt, startsAt, ceiling }, now)
    expect(percent === 100).toBe(/^Cancel by [^(]* \(Kolkata\) for a full refund/.test(words))
    expect(percent === 50).toBe(/^Cancel by [^(]* \(Kolkata\) to get half/.test(words))
    expect(percent === 0).toBe(/^(Cancelling returned|Booked less than 12 hours ahead)/.test(words))
  })
})

describe('the words of a policy', () => {
  const bookedAt = new Date('2030-01-01T12:00:00Z')
  const words = (policy: CancelPolicy, hours: number, seconds = 0) =>
    describeRefundRule(
      { policy, bookedAt, startsAt, ceiling },
      'Europe/London',
      new Date(hoursBefore(hours).getTime() + seconds * 1000),
    )

  it('name both moments of Moderate, then the second, then that it is over', () => {
    expect(words('moderate', 72)).toBe(
      'Cancel by Thursday 17 January, 12:00 (London) for a full refund, or by Saturday 19 January, 12:00 (London) to get half of the price back.',
    )
    expect(words('moderate', 72, 1)).toBe(
      'Cancel by Saturday 19 January, 12:00 (London) to get half of the price back.',
    )
    expect(words('moderate', 24, 1)).toBe(
      'Cancelling returned half of the price until Saturday 19 January, 12:00 (London).',
    )
  })

  it('say of a Firm session that was booked a day ahead that the whole price comes back until 12 hours before', () => {
    const booking = { policy: 'firm' as const, bookedAt: hoursBefore(30), startsAt, ceiling }
    expect(describeRefundRule(booking, 'Europe/London', hoursBefore(30))).toBe(
      'Cancel by Sunday 20 January, 00:00 (London) for a full refund.',
    )
  })

  it.each(CANCEL_POLICIES)('agree with the sentence of %s', (policy) => {
    const names: Record<number, string> = { 24: '24 hours', 72: '72 hours', 168: '7 days' }
    const steps = refundSteps({ policy, bookedAt: hoursBefore(1000), startsAt, ceiling })
    const hours = steps.map(({ until }) => names[(startsAt.getTime() - until.getTime()) / HOUR_MS])
    const sentence = POLICY_SENTENCES[policy]()
    expect(sentence).toContain(`Full refund if you cancel up to ${hours[0]} before the session`)
    if (hours[1]) expect(sentence).toContain(`half up to ${hours[1]} before it`)
    else expect(sentence).not.toContain('half')
    expect(sentence).toContain('within 24 hours of booking while the session is still 12 hours away')
  })
})

it('the words where no mentor is named begin with the sentence of Flexible', () => {
  expect(generalRefundSentence()).toBe(`${POLICY_SENTENCES.flexible()} Some mentors’ pages have another rule.`)
})
