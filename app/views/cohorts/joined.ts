/** What is shown after the payment page, and by the link that confirms a free seat. Server side. */
import { timeIn } from '#domain/time/clock'
import type { Client } from '#domain/accounts/client'
import { confirmFreeSession } from '#server/bookings/holds/free-sessions'
import { hashSecret } from '#server/bookings/holds/release'
import { seatPath } from '#server/cohorts/seats/seat-link'
import {
  findSeatByCheckout,
  findSeatBySecretHash,
  findUnconfirmedSeat,
  type Seat,
} from '#server/cohorts/seats/seats-queries'
import { settleForPage } from '#server/bookings/settlement/settle-for-page'
import type { App } from '#server/context'
import * as m from '#messages/cohorts'
import { formatMoney } from '#words/prices'
import type { JoinedView } from '../../ui/cohorts/joining/joined-page.tsx'
import { formatDates } from '../../ui/cohorts/cohort-view.ts'
import { masked } from '../bookings/booking-facts.ts'

type JoinedQuery = { slug: string; checkoutId: string | null; secret: string | null; client: Client }

const SECRET = /^[\w-]{20,100}$/
const CHECKOUT = /^[\w-]{8,200}$/

/** Settles a payment, which records what already happened. Confirms nothing: email scanners open links. */
export async function readJoined(app: App, { slug, checkoutId, secret, client }: JoinedQuery): Promise<JoinedView> {
  if (secret !== null) return readFree(app, slug, secret)
  if (checkoutId === null) {
    const seat = await findUnconfirmedSeat(app.db, hashSecret(client.browser), slug)
    if (!seat || seat.payBefore <= app.now()) return { state: 'none', slug }
    return { state: 'sent', ...describeSeat(seat), until: m.timeInUtc({ time: timeIn(seat.payBefore, 'UTC') }) }
  }
  if (!CHECKOUT.test(checkoutId)) return { state: 'none', slug }
  const known = await findSeatByCheckout(app.db, checkoutId)
  if (!known || known.slug !== slug) return { state: 'none', slug }
  if (!known.paidAt) await settleForPage(app, checkoutId)
  const seat = (await findSeatByCheckout(app.db, checkoutId)) ?? known
  const facts = describeSeat(seat)
  if (!seat.paidAt) {
    if (seat.status !== 'held') return { state: 'lapsed', ...facts }
    return { state: seat.processingSince ? 'processing' : 'confirming', ...facts }
  }
  if (seat.status === 'cancelled') return { state: 'cancelled', ...facts }
  if (seat.status === 'expired') return { state: 'returned', ...facts }
  const isOwn = seat.browserHash !== null && seat.browserHash === hashSecret(client.browser)
  return { state: 'joined', ...facts, page: isOwn ? seatPath(app, seat) : null }
}

async function readFree(app: App, slug: string, secret: string): Promise<JoinedView> {
  const seat = SECRET.test(secret) ? await findSeatBySecretHash(app.db, hashSecret(secret)) : undefined
  if (!seat || seat.slug !== slug || seat.pricePence > 0 || seat.status === 'cancelled') return { state: 'none', slug }
  if (seat.status === 'held' || seat.status === 'expired') return { state: 'ask', ...describeSeat(seat) }
  return { state: 'joined', ...describeSeat(seat), page: seatPath(app, seat) }
}

/** Gives the free seat of this secret to who has its email. Never returns `ask`. */
export async function confirmSeat(
  app: App,
  { slug, secret, client }: { slug: string; secret: string; client: Client },
): Promise<JoinedView> {
  const view = await readFree(app, slug, secret)
  if (view.state !== 'ask') return view
  const outcome = await confirmFreeSession(app, hashSecret(secret), client)
  if (outcome === 'confirmed') return readFree(app, slug, secret)
  return outcome === 'unknown' ? { state: 'none', slug } : { ...view, state: outcome }
}

const describeSeat = (seat: Seat) => ({
  slug: seat.slug,
  title: seat.title,
  mentorName: seat.mentorName,
  dates: formatDates(seat),
  email: masked(seat.menteeEmail),
  paid: seat.pricePence === 0 ? null : formatMoney(seat.paidAmountPence ?? seat.pricePence, seat.currency),
})
