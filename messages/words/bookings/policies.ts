/** Each cancellation policy's name and rule. The footer's sentence is in `refund-sentence.ts`, since every page loads it. */
import type { CancelPolicy } from '#domain/bookings/refunds/refund-rule'
import * as m from '#messages/refunds'

export const POLICY_NAMES: Record<CancelPolicy, () => string> = {
  flexible: m.flexible,
  moderate: m.moderate,
  firm: m.firm,
}

export const POLICY_SENTENCES: Record<CancelPolicy, () => string> = {
  flexible: m.flexibleRule,
  moderate: m.moderateRule,
  firm: m.firmRule,
}
