/**
 * Who may open the page of a member of a cohort: the member, by the account that the seat belongs to or by the link in an email.
 * For everyone else it does not exist. Who may see all members of a cohort: its proposer, and admins.
 */
import { data, redirect, type RouterContextProvider } from 'react-router'
import { isBookingSecret, linkEnd } from '#server/bookings/booking-link'
import { findSeatByReference, type Seat } from '#server/cohorts/seats/seats-queries'
import { findCohortBySlug, type Cohort } from '#server/cohorts/queries'
import { appContext, type App } from '#server/context'
import { REFERENCE } from '#server/bookings/booking-link'
import { isShown } from '#server/bookings/queries'
import { cookieName, linkHeaders, refusal } from '#server/site/guards/booking-guard'
import { readCookie } from '#server/platform/http/cookies'
import { currentSession, requireAccount, requireAdmin } from '#server/site/guards/account-guards'
import type { Session } from '#domain/accounts/account'

type Context = Readonly<RouterContextProvider>

/** As long as browsers keep a cookie: a cohort may be two years ahead (RFC 6265bis §5.5). */
const MOST_SECONDS = 400 * 86_400

/** The seat of this reference, for its member. Throws 404 for everyone else, and 429 to a network that has tried too many. */
export async function requireSeat(context: Context, request: Request, reference: string): Promise<Seat> {
  const app = context.get(appContext)
  const seat = await find(app, reference)
  if (seat && isShown(seat) && isOwner(context, request, seat)) return seat
  throw await refusal(context, request)
}

/**
 * Exchanges the secret of an emailed link for a cookie, so that it leaves the address bar. Changes nothing else: email
 * scanners open links. Throws as `requireSeat` does.
 */
export async function enterSeat(
  context: Context,
  request: Request,
  { reference, secret }: { reference: string; secret: string },
): Promise<Response> {
  const app = context.get(appContext)
  const seat = await find(app, reference)
  if (!seat || !isBookingSecret(app, seat, secret)) throw await refusal(context, request)
  const left = Math.floor((linkEnd(seat).getTime() - app.now().getTime()) / 1_000)
  const link = { pages: '/seats', reference, secret, seconds: Math.min(left, MOST_SECONDS) }
  return redirect(`/seats/${reference}`, { headers: linkHeaders(app, link) })
}

async function find(app: App, reference: string): Promise<Seat | undefined> {
  return REFERENCE.test(reference) ? findSeatByReference(app.db, reference) : undefined
}

function isOwner(context: Context, request: Request, seat: Seat): boolean {
  if (seat.accountId !== null && currentSession(context)?.accountId === seat.accountId) return true
  const app = context.get(appContext)
  const secure = app.config.PUBLIC_URL.startsWith('https:')
  const secret = readCookie(request.headers.get('cookie') ?? '', cookieName(seat.reference, secure))
  return secret !== null && isBookingSecret(app, seat, secret)
}

/** A cohort that was accepted, with all its members: for its proposer and for admins. Throws 404 for everyone else. */
export async function requireLeader(
  context: Context,
  request: Request,
  slug: string,
): Promise<{ cohort: Cohort; session: Session }> {
  const session = requireAccount(context, request)
  const cohort = await findCohortBySlug(context.get(appContext).db, slug)
  const wasAccepted = cohort?.status === 'accepted' || cohort?.status === 'withdrawn'
  if (!wasAccepted || (session.role !== 'admin' && session.accountId !== cohort.accountId)) throw data(null, 404)
  return { cohort, session: session.role === 'admin' ? requireAdmin(context, request) : session }
}
