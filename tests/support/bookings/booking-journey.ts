/**
 * A hold or a paid session for a journey that is not about getting one: by the JSON API and the hosted page, without the
 * product's pages.
 */
import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { DAY_MS } from '#domain/time/wall-time'
import { findBookingLink } from '../../e2e/fixtures.ts'
import { listMentors, listSlots, pay, requestFor, type Hold } from './visitor.ts'

type MadeHold = Hold & { origin: string; email: string }

/** Holds a start with a mentor in three days or later, when everything goes back on cancelling, for Grace Hopper. */
export async function makeHold(request: APIRequestContext, slug: string): Promise<MadeHold> {
  const { origin } = new URL((await request.get('/robots.txt')).url())
  const { id: mentorId, name } = (await listMentors(origin)).find((mentor) => mentor.slug === slug)!
  const email = `g.${randomUUID()}@example.com`
  for (const { taken, startsAt } of await listSlots(origin, slug)) {
    if (taken || Date.parse(startsAt) < Date.now() + 3 * DAY_MS) continue
    const data: unknown = JSON.parse(requestFor({ slug, mentorId, name, startsAt }, email))
    const response = await request.post('/create-checkout-session', { data, headers: { origin } })
    if (response.ok()) return { ...((await response.json()) as Hold), origin, email }
    // Another journey was faster.
    if (response.status() !== 409) throw new Error(`${response.status()} ${await response.text()}`)
  }
  throw new Error(`${slug} has no free start`)
}

/** `link`: the path that was emailed, with its secret. `path`: the booking's page. */
type MadeBooking = { email: string; reference: string; link: string; path: string }

/** Pays for such a start. */
export async function makeBooking(request: APIRequestContext, slug: string): Promise<MadeBooking> {
  const { origin, email, ...hold } = await makeHold(request, slug)
  await pay(origin, hold)
  const link = await findBookingLink(request, email)
  return { email, reference: hold.reference, link, path: `/bookings/${hold.reference}` }
}
