/**
 * The refund rule as every page and email words it. Apart from `refund-rule.ts`, because every page's footer needs the
 * sentence and few pages the rule. Source: specification §9, read in decision 0029.
 */
/** The rule of `flexible`, which mentors have unless they choose another. */
export const REFUND_SENTENCE =
  'Full refund if you cancel up to 24 hours before the session, or within 24 hours of booking while the session is still 12 hours away.'

/** Where no mentor is named: some choose another policy. */
export const GENERAL_REFUND_SENTENCE = `${REFUND_SENTENCE.slice(0, -1)}, unless the mentor’s page says otherwise.`
