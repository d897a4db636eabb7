/** The five questions of the home page and the FAQ page. Specification §2 and §9. */
import * as m from '#messages/home'
import { formatCurrencyNames } from '#words/prices'
import { generalRefundSentence } from '#words/bookings/refund-sentence'

type FaqItem = { question: string; answer: string }

/** `currencies`: those of the site, ISO 4217. */
export const listFaqItems = (currencies: readonly string[]): FaqItem[] => [
  {
    question: m.sessionLengthQuestion(),
    answer: m.sessionLengthAnswer(),
  },
  {
    question: m.refundQuestion(),
    answer: m.refundAnswer({ rule: generalRefundSentence() }),
  },
  {
    question: m.accountQuestion(),
    answer: m.accountAnswer(),
  },
  {
    question: m.timeZoneQuestion(),
    answer: m.timeZoneAnswer(),
  },
  {
    question: m.paymentQuestion(),
    answer: m.paymentAnswer({ currency: formatCurrencyNames(currencies) }),
  },
]
