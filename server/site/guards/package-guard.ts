/**
 * Who may open the page of a package: its buyer, by the account that it belongs to or by the link in an email. For everyone else it
 * does not exist.
 */
import { redirect, type RouterContextProvider } from 'react-router'
import { isBookingSecret, linkEnd, REFERENCE } from '#server/bookings/booking-link'
import { isShown } from '#server/bookings/queries'
import { appContext, type App } from '#server/context'
import { findPackageByReference, type BoughtPackage } from '#server/packages/packages-queries'
import { readCookie } from '#server/platform/http/cookies'
import { currentSession } from '#server/site/guards/account-guards'
import { cookieName, linkHeaders, refusal } from '#server/site/guards/booking-guard'

type Context = Readonly<RouterContextProvider>

/** As long as browsers keep a cookie: a package lasts a year (RFC 6265bis §5.5). */
const MOST_SECONDS = 400 * 86_400

/** The package of this reference, for its buyer. Throws 404 for everyone else, and 429 to a network that has tried too many. */
export async function requirePackage(context: Context, request: Request, reference: string): Promise<BoughtPackage> {
  const bought = await find(context.get(appContext), reference)
  if (bought && isShown(bought) && isBuyer(context, request, bought)) return bought
  throw await refusal(context, request)
}

/**
 * Exchanges the secret of an emailed link for a cookie, so that it leaves the address bar. Changes nothing else: email
 * scanners open links. Throws as `requirePackage` does.
 */
export async function enterPackage(
  context: Context,
  request: Request,
  { reference, secret }: { reference: string; secret: string },
): Promise<Response> {
  const app = context.get(appContext)
  const bought = await find(app, reference)
  if (!bought || !isBookingSecret(app, bought, secret)) throw await refusal(context, request)
  const left = Math.floor((linkEnd(bought).getTime() - app.now().getTime()) / 1_000)
  const link = { pages: '/packages', reference, secret, seconds: Math.min(left, MOST_SECONDS) }
  return redirect(`/packages/${reference}`, { headers: linkHeaders(app, link) })
}

const find = async (app: App, reference: string): Promise<BoughtPackage | undefined> =>
  REFERENCE.test(reference) ? findPackageByReference(app.db, reference) : undefined

function isBuyer(context: Context, request: Request, bought: BoughtPackage): boolean {
  if (bought.accountId !== null && currentSession(context)?.accountId === bought.accountId) return true
  const app = context.get(appContext)
  const secure = app.config.PUBLIC_URL.startsWith('https:')
  const secret = readCookie(request.headers.get('cookie') ?? '', cookieName(bought.reference, secure))
  return secret !== null && isBookingSecret(app, bought, secret)
}
