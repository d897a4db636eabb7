/** How it works, in three steps. */
import * as m from '#messages/home'
import { generalRefundSentence } from '#words/bookings/refund-sentence'

const listSteps = () => [
  {
    title: m.chooseMentor(),
    text: m.chooseMentorDetails(),
  },
  {
    title: m.chooseTime(),
    text: m.chooseTimeDetails(),
  },
  {
    title: m.talk(),
    text: m.talkDetails({ rule: generalRefundSentence() }),
  },
]

export function Steps({ heading: Heading }: { heading: 'h2' | 'h3' }) {
  return (
    <ol className="steps">
      {listSteps().map((step, n) => (
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
