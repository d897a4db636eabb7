/** The soak's load has people enough for the product's own limits: it is to measure what a site keeps, not what it refuses. */
import { describe, expect, it } from 'vitest'
import { ATTEMPTS } from '#domain/accounts/account'
import { NEW_HOLD_MINUTES } from '#domain/bookings/hold-limits'
import { MINUTE_MS } from '#domain/time/wall-time'
import { MAX_PICTURES } from '#server/accounts/pictures/pictures'
import { loadConfig } from '#server/platform/config'
import { EVERY_MS, PEOPLE, WARM_UP } from './bench/soak-load.ts'

const config = loadConfig({})
if (!config.ok) throw new Error(config.error)
const settings = config.value

/** What a booking reads on its way: the success page, the booking, the question whether to cancel it. */
const BOOKING_PAGES = 3

/** How often one person does it at most within the given minutes. People take turns, each in a network of their own. */
function each(minutes: number, ...tasks: (keyof typeof EVERY_MS)[]): number {
  const hasty = Math.min(minutes, WARM_UP.minutes)
  const usual = minutes - hasty + hasty * WARM_UP.haste // Minutes of the usual load.
  return tasks.reduce((sum, task) => sum + Math.ceil((usual * MINUTE_MS) / (EVERY_MS[task] * PEOPLE)), 0)
}

describe('the load of the soak', () => {
  it('stays within each limit of a network, an account and a browser for as long as it runs', () => {
    expect(each(60, 'upload')).toBeLessThanOrEqual(MAX_PICTURES)
    expect(each(ATTEMPTS.network.minutes, 'signIn')).toBeLessThanOrEqual(ATTEMPTS.network.max)
    const holds = each(NEW_HOLD_MINUTES, 'booking')
    expect(holds).toBeLessThanOrEqual(settings.NEW_HOLDS_PER_BROWSER)
    expect(holds).toBeLessThanOrEqual(settings.NEW_HOLDS_PER_ADDRESS)
    const pages = each(1, 'page', 'drawnPage') + BOOKING_PAGES * each(1, 'booking')
    expect(pages).toBeLessThanOrEqual(settings.PAGES_PER_NETWORK)
  })
})
