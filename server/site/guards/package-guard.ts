/**
 * Who may open the page of a package: its buyer, by the account that it belongs to or by the link in an email. For everyone else it
 * does not exist.
 */
import type { RouterContextProvider } from 'react-router'
import { REFERENCE } from '#server/bookings/booking-link'
import { isFromPackage } from '#server/bookings/queries'
import { appContext } from '#server/context'
import { findPackage, findPackageByReference, type BoughtPackage } from '#server/packages/packages-queries'
import { enterByLink, isBuyer, refusal } from '#server/site/guards/booking-guard'

type Context = Readonly<RouterContextProvider>

/** The package of this reference, for its buyer. Throws 404 for everyone else, and 429 to a network that has tried too many. */
export async function requirePackage(context: Context, request: Request, reference: string): Promise<BoughtPackage> {
  const bought = await find(context, reference)
  if (bought && isBuyer(context, request, bought)) return bought
  throw await refusal(context, request)
}

/** Exchanges the secret of an emailed link for a cookie. Throws as `requirePackage` does. */
export async function enterPackage(
  context: Context,
  request: Request,
  { reference, secret }: { reference: string; secret: string },
): Promise<Response> {
  const bought = await find(context, reference)
  // Pages of its sessions link to it where it can be opened.
  return enterByLink(context, request, { pages: '/packages', alsoBelow: ['/bookings'], bought, secret })
}

/**
 * The path of the package that a session was booked with, if this request may open it. The link of a session does not open its
 * package: people share it, and the package can be refunded.
 */
export async function findPackagePage(
  context: Context,
  request: Request,
  session: { id: string; packageId: string | null },
): Promise<string | null> {
  if (session.packageId === null || !isFromPackage(session)) return null
  const bought = await findPackage(context.get(appContext).db, session.packageId)
  return bought && isBuyer(context, request, bought) ? `/packages/${bought.reference}` : null
}

const find = async (context: Context, reference: string): Promise<BoughtPackage | undefined> =>
  REFERENCE.test(reference) ? findPackageByReference(context.get(appContext).db, reference) : undefined
