/**
 * Who may open a booking: its mentee, by the account it belongs to or by the link in an email, and its mentor. For everyone
 * else it does not exist. Wrong references and secrets are counted by network, so that they cannot be guessed.
 */
import { data, redirect, type RouterContextProvider } from 'react-router'
import { isBookingSecret, linkEnd, REFERENCE, WRONG_LINKS } from '#server/bookings/booking-link'
import { findBookingByReference, isShown, type BookedSession } from '#server/bookings/queries'
import { limitByNetwork } from '#server/accounts/sign-in/attempts'
import { appContext, type App } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readCookie, writeCookie } from '#server/platform/http/cookies'
import { languagePrefix } from '#server/platform/language/language-path'
import { currentSession } from '#server/site/guards/account-guards'
import * as m from '#messages/problems'

type Context = Readonly<RouterContextProvider>

/** The reader's side: mentee or mentor. */
type BookingSide = 'mentee' | 'mentor'

/** `guest`: the mentee came by the link, without being signed in to the booking's account. */
export type OpenedBooking = { booking: BookedSession; side: BookingSide; guest: boolean }

/** No cache, no index, and no other site learns the address. Forms need an Origin, so not `no-referrer`. */
export const BOOKING_PAGE = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
}

export const cookieName = (reference: string, secure: boolean) =>
  `${secure ? '__Secure-' : ''}${`booking-${reference}`}`

/**
 * The booking of this reference, for one of its two people. Throws 404 for everyone else and for what does not exist;
 * 429 to a network that has tried too many.
 */
export async function requireBooking(context: Context, request: Request, reference: string): Promise<OpenedBooking> {
  const app = context.get(appContext)
  const booking = await find(app, reference)
  const side = booking && findSide(context, request, booking)
  if (booking && side) return { booking, ...side }
  throw await refusal(context, request)
}

/** As `requireBooking`, for what only the mentee may do. */
export async function requireMentee(context: Context, request: Request, reference: string): Promise<OpenedBooking> {
  const opened = await requireBooking(context, request, reference)
  if (opened.side !== 'mentee') throw await refusal(context, request)
  return opened
}

/** As `requireBooking`, for what only the mentor may do. */
export async function requireBookingMentor(
  context: Context,
  request: Request,
  reference: string,
): Promise<OpenedBooking> {
  const opened = await requireBooking(context, request, reference)
  if (opened.side !== 'mentor') throw await refusal(context, request)
  return opened
}

/** Exchanges the secret of an emailed link for a cookie. Throws as `requireBooking` does. */
export async function openByLink(
  context: Context,
  request: Request,
  { reference, secret }: { reference: string; secret: string },
): Promise<Response> {
  const bought = await find(context.get(appContext), reference)
  return enterByLink(context, request, { pages: '/bookings', bought, secret })
}

/** By which a browser keeps the secret of a booking's link, until the link's end. */
export const bookingLinkHeaders = (app: App, booking: BookedSession, secret: string): Headers =>
  linkHeaders(app, { pages: '/bookings', bought: booking, secret })

/** As long as browsers keep a cookie: a cohort may be two years ahead (RFC 6265bis §5.5). */
const MOST_SECONDS = 400 * 86_400

/**
 * `pages`: below which path the booking's page is, at its reference. `alsoBelow`: below which paths other pages may know that this
 * browser can open it.
 */
type Link<Bought> = { pages: string; alsoBelow?: string[]; bought: Bought; secret: string }

/**
 * `BOOKING_PAGE` with the cookies that open the `pages` of a booking until the end of its link: one for each language, since a cookie
 * is sent to what is below its path.
 */
function linkHeaders(app: App, { pages, alsoBelow = [], bought, secret }: Link<LinkedBooking>): Headers {
  const left = Math.floor((linkEnd(bought).getTime() - app.now().getTime()) / 1_000)
  const secure = app.config.PUBLIC_URL.startsWith('https:')
  const headers = new Headers(BOOKING_PAGE)
  for (const language of app.config.LANGUAGES)
    for (const below of [pages, ...alsoBelow]) {
      const cookie = { secure, seconds: Math.min(left, MOST_SECONDS), path: languagePrefix(language) + below }
      headers.append('Set-Cookie', writeCookie(cookieName(bought.reference, secure), secret, cookie))
    }
  return headers
}

async function find(app: App, reference: string): Promise<BookedSession | undefined> {
  return REFERENCE.test(reference) ? findBookingByReference(app.db, reference) : undefined
}

function findSide(context: Context, request: Request, booking: BookedSession): Omit<OpenedBooking, 'booking'> | null {
  if (!isShown(booking)) return null
  if (isOwn(context, booking)) return { side: 'mentee', guest: false }
  const session = currentSession(context)
  if (session && session.accountId === booking.mentorAccountId) return { side: 'mentor', guest: false }
  return hasLink(context, request, booking) ? { side: 'mentee', guest: true } : null
}

/** A session, a seat in a cohort or a package. */
type LinkedBooking = Pick<BookedSession, 'id' | 'linkVersion' | 'reference' | 'accountId' | 'status' | 'paidAt'> &
  Parameters<typeof linkEnd>[0]

/** Whether a booking belongs to the account that is signed in. */
const isOwn = (context: Context, { accountId }: LinkedBooking): boolean =>
  accountId !== null && currentSession(context)?.accountId === accountId

/** Whether the request has the cookie that a booking's emailed link was exchanged for. */
function hasLink(context: Context, request: Request, booking: LinkedBooking): boolean {
  const app = context.get(appContext)
  const secure = app.config.PUBLIC_URL.startsWith('https:')
  const secret = readCookie(request.headers.get('cookie') ?? '', cookieName(booking.reference, secure))
  return secret !== null && isBookingSecret(app, booking, secret)
}

/** Whether a seat or a package has a page that this request may open: by its account, or by its emailed link. */
export const isBuyer = (context: Context, request: Request, bought: LinkedBooking): boolean =>
  isShown(bought) && (isOwn(context, bought) || hasLink(context, request, bought))

/**
 * Exchanges the secret of an emailed link for a cookie, so that it leaves the address bar. Changes nothing else: email
 * scanners open links. Throws 404 for a wrong secret, and 429 to a network that has tried too many.
 */
export async function enterByLink(
  context: Context,
  request: Request,
  { bought, ...link }: Link<LinkedBooking | undefined>,
): Promise<Response> {
  const app = context.get(appContext)
  if (!bought || !isBookingSecret(app, bought, link.secret)) throw await refusal(context, request)
  return redirect(`${link.pages}/${bought.reference}`, { headers: linkHeaders(app, { ...link, bought }) })
}

/** The response to a wrong reference or secret, to throw. */
export async function refusal(context: Context, request: Request) {
  const { client } = clientOfPage(context, request)
  const counted = await limitByNetwork(context.get(appContext), 'booking_page', client, WRONG_LINKS)
  if (counted.ok) return data(m.noSuchBooking(), { status: 404, headers: BOOKING_PAGE })
  const headers = { ...BOOKING_PAGE, 'Retry-After': String(counted.error.retryAfter) }
  return data(m.tooManyAttempts(), { status: 429, headers })
}
