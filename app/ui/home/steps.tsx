/** How it works, in three steps. */
import { GENERAL_REFUND_SENTENCE } from '#domain/bookings/refunds/refund-sentence'

const STEPS = [
  {
    title: 'Choose who made your move',
    text: 'Each card shows their move, what they help with and what an hour costs. Read what people say about them.',
  },
  {
    title: 'Choose a time and pay',
    text: 'Times are shown in your time zone with theirs beside it. You don’t need an account. The time is held for you while you pay.',
  },
  {
    title: 'Talk, one to one',
    text: `We email you a confirmation with the mentor’s name, the time in both time zones and what you paid. ${GENERAL_REFUND_SENTENCE}`,
  },
]

export function Steps({ heading: Heading }: { heading: 'h2' | 'h3' }) {
  return (
    <ol className="steps">
      {STEPS.map((step, n) => (
        <li key={step.title}>
          <span aria-hidden="true" className="steps-number">
            {n + 1}
          </span>
          <Heading className="text-xl">{step.title}</Heading>
          <p className="text-ink-2">{step.text}</p>
        </li>
      ))}
    </ol>
  )
}
