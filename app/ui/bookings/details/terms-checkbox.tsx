import * as m from '#messages/bookings'
import { describeRefundRule } from '#words/bookings/refund-rule'
import { dayTimeOn } from '#words/time'
import { Checkbox } from '../../controls/field.tsx'
import type { Clock } from '../../time/clock.ts'
import type { BookingOffer } from '../offer.ts'
import type { MenteeDetails } from './mentee-details.ts'
import { rich } from '../../rich.tsx'
import { NewTabLink } from '../../controls/new-tab-link.tsx'

type TermsCheckboxProps = {
  offer: BookingOffer
  at: Date
  /** The reader's. */
  clock: Clock
  free: boolean
  checked: boolean
  error: string | undefined
  onType: (change: Partial<MenteeDetails>) => void
}

/** Accepts the terms. For a paid session it says until when cancelling returns the price. */
export function TermsCheckbox({ offer, at, clock, free, checked, error, onType }: TermsCheckboxProps) {
  return (
    <Checkbox
      id="booking-terms"
      name="terms"
      required
      checked={checked}
      onChange={(event) => onType({ terms: event.target.checked })}
      error={error}
      label={rich(
        m.acceptTerms({
          link: (text) => <NewTabLink href="/terms">{text}</NewTabLink>,
        }),
      )}
      hint={free ? undefined : `${offer.refundRule} ${refundDeadline(offer, at, clock)}`}
    />
  )
}

/** As if the session were paid now. Paying later never makes the deadline earlier. */
function refundDeadline(offer: BookingOffer, startsAt: Date, clock: Clock): string {
  const now = new Date(offer.now)
  const booking = { policy: offer.policy, bookedAt: now, startsAt, ceiling: 100 } as const
  return describeRefundRule(booking, clock.timeZone, now, (at) => dayTimeOn(at, clock))
}
