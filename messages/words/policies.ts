/** Each cancellation policy in a sentence, and its name. Apart from the footer's sentence, which is on every page. */
import type { CancelPolicy } from '#domain/bookings/refunds/refund-rule'
import { REFUND_SENTENCE } from '#domain/bookings/refunds/refund-sentence'

export const POLICY_NAMES: Record<CancelPolicy, string> = { flexible: 'Flexible', moderate: 'Moderate', firm: 'Firm' }

export const POLICY_SENTENCES: Record<CancelPolicy, string> = {
  flexible: REFUND_SENTENCE,
  moderate:
    'Full refund if you cancel up to 72 hours before the session, half up to 24 hours before it, and a full refund within 24 hours of booking while the session is still 12 hours away.',
  firm: 'Full refund if you cancel up to 7 days before the session, half up to 72 hours before it, and a full refund within 24 hours of booking while the session is still 12 hours away.',
}
