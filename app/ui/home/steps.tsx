/** How it works, in three steps. */
import { GENERAL_REFUND_SENTENCE } from '#domain/bookings/refunds/refund-sentence'

const STEPS = [
  {
    title: 'Choose who made your move',
    text: 'Each card says from where to where, what they help with and what an hour costs. Read what people said of them.',
  },
  {
    title: 'Choose a time and pay',
    text: 'Every time is shown on your clock with theirs beside it. No account is needed; the hour is held for you while you pay.',
  },
  {
    title: 'Talk, one to one',
    text: `The confirmation comes by email, with the mentor’s name, the hour on both clocks and what was paid. ${GENERAL_REFUND_SENTENCE}`,
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
