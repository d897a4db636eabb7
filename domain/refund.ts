/** What cancelling gives back. Specification §9, read in decision 0004. */

/** The words every page uses for the refund rule. */
export const REFUND_SENTENCE =
  'Cancel up to 24 hours before the session, or within 24 hours of booking when the session is at least 24 hours away, for a full refund.'
