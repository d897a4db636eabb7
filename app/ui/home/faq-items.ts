/** The five questions of the home page and the FAQ page. Specification §2 and §9. */
import { GENERAL_REFUND_SENTENCE } from '#domain/bookings/refunds/refund-sentence'

type FaqItem = { question: string; answer: string }

export const FAQ_ITEMS: FaqItem[] = [
  {
    question: 'How long is a session?',
    answer:
      'Sessions last 45–60 minutes, a few of them a little less or more. Each mentor’s page gives the length, the price and the subject of every session they offer.',
  },
  {
    question: 'Can I get my money back?',
    answer: `Yes. ${GENERAL_REFUND_SENTENCE} You cancel on the booking’s own page, which the link in our email opens and which shows the sum before you confirm. It is refunded to the card you paid with.`,
  },
  {
    question: 'Do I need an account to book?',
    answer:
      'No. Choose a mentor, a session and a time, give your name, email and phone number, and pay. The confirmation comes by email.',
  },
  {
    question: 'Whose time zone are the times in?',
    answer:
      'Yours, with the mentor’s time beside it. If we don’t know your time zone, times are in the mentor’s, and you can choose your own. If the date differs between you, the page says so.',
  },
  {
    question: 'How do I pay, and in which currency?',
    answer:
      'By card, on the payment provider’s own page. You pay in pounds, and your bank sets the exchange rate. The time is held for you while you pay.',
  },
]
