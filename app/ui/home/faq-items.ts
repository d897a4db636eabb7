/** The five questions of the home page and the FAQ page. Specification §2 and §9. */
import { GENERAL_REFUND_SENTENCE } from '#domain/bookings/refunds/refund-sentence'
import * as m from '#messages/home'

type FaqItem = { question: string; answer: string }

export const listFaqItems = (): FaqItem[] => [
  {
    question: m.sessionLengthQuestion(),
    answer: m.sessionLengthAnswer(),
  },
  {
    question: m.refundQuestion(),
    answer: m.refundAnswer({ rule: GENERAL_REFUND_SENTENCE }),
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
    answer: m.paymentAnswer(),
  },
]
