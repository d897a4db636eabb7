import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#domain/time/wall-time'
import { completedSessions } from './completed.ts'
import { demoMentors } from '../mentors.ts'
import { pricingIn } from '../pricing.ts'
import { SHIPPED_RATES } from '#server/payments/rates/shipped-rates'

it('completed sessions can be seeded at any hour of any day, and all lie in the past despite clock changes', () => {
  for (let hours = 0; hours < 366 * 24; hours += 97) {
    const seededAt = new Date(Date.UTC(2027, 0, 1) + hours * HOUR_MS)
    const completed = demoMentors.flatMap((mentor) =>
      completedSessions(mentor, seededAt, pricingIn('GBP', SHIPPED_RATES)),
    )
    const newest = Math.max(...completed.map(({ feedback }) => feedback.publishedAt!.getTime()))
    expect(newest).toBeLessThan(seededAt.getTime())
    expect(newest).toBeGreaterThan(seededAt.getTime() - 7 * DAY_MS)
  }
})
