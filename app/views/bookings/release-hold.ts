/** Releases a hold by its own secret, for the pages /cancel and /problem. */
import type { App } from '#server/context'
import { findBookingBySecret, releaseHoldBySecret } from '#server/bookings/release'
import type { ReleaseOutcome } from '../../ui/bookings/results/released-page.tsx'
import { NOTHING_SELECTED, selectionQuery } from '../../ui/bookings/selection.ts'
import { summaryOf } from './booking-facts.ts'

/**
 * Reads the secret from `?hold=` of the request. `none`: no hold has it. `paid`: the hold was paid, confirmed or is being
 * paid, and the page at `success` says so.
 */
export async function releaseHold(
  app: App,
  request: Request,
): Promise<ReleaseOutcome | { state: 'paid'; success: string }> {
  const secret = new URL(request.url).searchParams.get('hold') ?? ''
  if (!/^[\w-]{20,100}$/.test(secret)) return { state: 'none' }
  const release = await releaseHoldBySecret(app, secret)
  const booking = release === 'unknown' ? undefined : await findBookingBySecret(app, secret)
  if (!booking) return { state: 'none' }
  // A free session has no checkout: it was confirmed. A payment that is under way keeps its hold.
  if (release === 'paid' && !booking.checkoutId) return { state: 'paid', success: `/confirm?hold=${secret}` }
  if (release === 'paid' || (release === 'kept' && booking.processingSince)) {
    return { state: 'paid', success: `/success?session_id=${booking.checkoutId}` }
  }

  const { reference: _none, ...summary } = summaryOf(booking, app.now())
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
