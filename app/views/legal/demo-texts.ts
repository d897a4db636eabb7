/**
 * What a demo shows in place of the operator's terms and privacy notice. It describes the product as it is. Server
 * side.
 */
import { CHECKOUT_MINUTES } from '#domain/bookings/booking'
import * as m from '#messages/legal'
import { formatCurrencyNames } from '#words/prices'
import { generalRefundSentence } from '#words/bookings/refund-sentence'

/** `currencies`: those of the site, ISO 4217. */
export const demoTerms = (currencies: readonly string[]): string =>
  [
    m.termsBook(),
    m.termsHold({ minutes: CHECKOUT_MINUTES }),
    m.termsCost({ currency: formatCurrencyNames(currencies) }),
    m.termsCancel({ rule: generalRefundSentence() }),
    m.termsWithdraw(),
    m.termsConduct(),
    m.termsWrong(),
  ].join('\n\n')

export const demoPrivacy = (): string =>
  [m.privacyKept(), m.privacyUse(), m.privacyOthers(), m.privacyPeriods(), m.privacyRights(), m.privacyTracking()].join(
    '\n\n',
  )
