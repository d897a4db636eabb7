/**
 * The words every page and mail uses for the refund rule. Beside the rule (`refund-rule.ts`), because every page's footer has
 * the sentence and few need the rule. Source: specification §9, read in decision 0004.
 */
export const REFUND_SENTENCE =
  'Full refund if you cancel up to 24 hours before the session, or within 24 hours of booking while the session is still 12 hours away.'
