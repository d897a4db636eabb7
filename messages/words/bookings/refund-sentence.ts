/**
 * The refund rule where no mentor is named: some choose another policy. Apart from `policies.ts` and `refund-rule.ts`,
 * because every page's footer needs the sentence and few pages the others. Source: specification §9, read in decision 0029.
 */
import * as m from '#messages/refunds'

export const generalRefundSentence = (): string => m.generalRule()
