/**
 * Who may open the page of a member of a cohort: the member, by the account that the seat belongs to or by the link in an email.
 * For everyone else it does not exist. Who may see all members of a cohort: its proposer, and admins.
 */
import { data, type RouterContextProvider } from 'react-router'
import { findSeatByReference, type Seat } from '#server/cohorts/seats/seats-queries'
import { findCohortBySlug, type Cohort } from '#server/cohorts/queries'
import { appContext } from '#server/context'
import { REFERENCE } from '#server/bookings/booking-link'
import { enterByLink, isBuyer, refusal } from '#server/site/guards/booking-guard'
import { requireAccount, requireAdmin } from '#server/site/guards/account-guards'
import type { Session } from '#domain/accounts/account'

type Context = Readonly<RouterContextProvider>

/** The seat of this reference, for its member. Throws 404 for everyone else, and 429 to a network that has tried too many. */
export async function requireSeat(context: Context, request: Request, reference: string): Promise<Seat> {
  const seat = await find(context, reference)
  if (seat && isBuyer(context, request, seat)) return seat
  throw await refusal(context, request)
}

/** Exchanges the secret of an emailed link for a cookie. Throws as `requireSeat` does. */
export async function enterSeat(
  context: Context,
  request: Request,
  { reference, secret }: { reference: string; secret: string },
): Promise<Response> {
  return enterByLink(context, request, { pages: '/seats', bought: await find(context, reference), secret })
}

const find = async (context: Context, reference: string): Promise<Seat | undefined> =>
  REFERENCE.test(reference) ? findSeatByReference(context.get(appContext).db, reference) : undefined

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
