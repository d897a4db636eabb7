/** The pages 'Payment Canceled' and 'Something Went Wrong': what became of the hold. */
import { Link } from 'react-router'
import { timeIn } from '#domain/time/clock'
import * as m from '#messages/bookings'
import { ButtonLink } from '../../controls/button.tsx'
import { BookingFacts, type BookingSummary } from './booking-facts.tsx'
import { ResultPage, Ways } from './result-page.tsx'

type ReleasedPageProps = {
  title: string
  why: string
  outcome: ReleaseOutcome
}

/** `again`: the address that restores what was typed. `kept`: Stripe could not be reached, so the slot stays held. */
export type ReleaseOutcome =
  | { state: 'none' }
  | { state: 'released'; booking: BookingSummary; again: string }
  | { state: 'kept'; booking: BookingSummary; again: string; payBefore: Date }

export function ReleasedPage({ title, why, outcome }: ReleasedPageProps) {
  if (outcome.state === 'none') {
    return (
      <ResultPage title={title}>
        <p className="text-lg">{m.holdLeft({ why })}</p>
        <Ways>
          <ButtonLink to="/mentors">{m.findMentor()}</ButtonLink>
        </Ways>
      </ResultPage>
    )
  }
  const { booking } = outcome
  return (
    <ResultPage title={title}>
      {outcome.state === 'released' ? (
        <p className="text-lg">{m.holdReleased({ why })}</p>
      ) : (
        <p className="text-lg">{m.holdKept({ why, until: timeIn(outcome.payBefore, booking.zone) })}</p>
      )}
      <Ways>
        <ButtonLink to={outcome.again}>
          {outcome.state === 'released' ? m.chooseTimeAgain() : m.chooseAnotherTime()}
        </ButtonLink>
        <Link to="/mentors" className="tall-link">
          {m.seeOtherMentors()}
        </Link>
      </Ways>
      <BookingFacts booking={booking} />
    </ResultPage>
  )
}
