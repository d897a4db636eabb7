/** Releases a hold by its own secret, for the pages /cancel and /problem. */
import type { App } from '#server/context'
import { findBookingBySecret, hashSecret, releaseHoldBySecret } from '#server/bookings/holds/release'
import { findSeatBySecretHash } from '#server/cohorts/seats/seats-queries'
import { findPackageBySecretHash } from '#server/packages/packages-queries'
import type { ReleaseOutcome } from '../../ui/bookings/results/released-page.tsx'
import { NOTHING_SELECTED, selectionQuery } from '../../ui/bookings/selection.ts'
import { summarizeBooking } from './booking-facts.ts'

/** The page that says more: the hold was paid, confirmed or is being paid, or it was one of a seat in a cohort or of a package. */
type Elsewhere = { state: 'elsewhere'; to: string }

/** Reads the secret from `?hold=` of the request. `none`: no hold has it. */
export async function releaseHold(app: App, request: Request): Promise<ReleaseOutcome | Elsewhere> {
  const secret = new URL(request.url).searchParams.get('hold') ?? ''
  if (!/^[\w-]{20,100}$/.test(secret)) return { state: 'none' }
  const release = await releaseHoldBySecret(app, secret)
  const booking = release === 'unknown' ? undefined : await findBookingBySecret(app, secret)
  if (!booking)
    return release === 'unknown'
      ? { state: 'none' }
      : ((await releasedPackage(app, secret, release)) ?? releasedSeat(app, secret, release))
  // A free session has no checkout: it was confirmed. A payment that is under way keeps its hold.
  if (release === 'paid' && !booking.checkoutId) return { state: 'elsewhere', to: `/confirm?hold=${secret}` }
  if (release === 'paid' || (release === 'kept' && booking.processingSince)) {
    return { state: 'elsewhere', to: `/success?session_id=${booking.checkoutId}` }
  }

  const { reference: _none, ...summary } = summarizeBooking(booking, app.now())
  const at = booking.startsAt.toISOString()
  const selection =
    release === 'released'
      ? { ...NOTHING_SELECTED, session: booking.sessionTypeId, at, details: true }
      : { ...NOTHING_SELECTED, session: booking.sessionTypeId }
  const again = `/mentors/${booking.mentorSlug}/book${selectionQuery(selection, secret)}`
  return release === 'released'
    ? { state: 'released', booking: summary, again }
    : { state: 'kept', booking: summary, again, payBefore: booking.payBefore }
}

/** A package: back to where it is bought, or to what became of the payment. Null for a seat. */
async function releasedPackage(
  app: App,
  secret: string,
  release: 'released' | 'paid' | 'kept',
): Promise<Elsewhere | null> {
  const bought = await findPackageBySecretHash(app.db, hashSecret(secret))
  if (!bought) return null
  const { mentorSlug, sessionTypeId, sessions, checkoutId, processingSince } = bought
  const isPaid = release === 'paid' || processingSince !== null
  const shop = `/mentors/${mentorSlug}/package?session=${sessionTypeId}&sessions=${sessions}&canceled`
  return { state: 'elsewhere', to: isPaid ? `/packages/bought?session_id=${checkoutId}` : shop }
}

/** A seat in a cohort: back to where one joins, with what was typed, or to what became of the payment. */
async function releasedSeat(
  app: App,
  secret: string,
  release: 'released' | 'paid' | 'kept',
): Promise<{ state: 'none' } | Elsewhere> {
  const seat = await findSeatBySecretHash(app.db, hashSecret(secret))
  if (!seat) return { state: 'none' }
  if (release === 'released') return { state: 'elsewhere', to: `/cohorts/${seat.slug}/join?again=${secret}` }
  const of = seat.checkoutId ? `session_id=${seat.checkoutId}` : `hold=${secret}`
  return {
    state: 'elsewhere',
    to: release === 'paid' || seat.processingSince ? `/cohorts/${seat.slug}/joined?${of}` : `/cohorts/${seat.slug}`,
  }
}
