/** The pages 'Payment Canceled' and 'Something Went Wrong': what became of the hold. */
import { Link } from 'react-router'
import { timeIn } from '#domain/time/clock'
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
        <p className="text-lg">
          {why} A held time becomes available to others when its payment page closes. You’re never charged for an unpaid
          time.
        </p>
        <Ways>
          <ButtonLink to="/mentors">Find a Mentor</ButtonLink>
        </Ways>
      </ResultPage>
    )
  }
  const { booking } = outcome
  return (
    <ResultPage title={title}>
      {outcome.state === 'released' ? (
        <p className="text-lg">{why} You weren’t charged, and the time below is free again. We kept what you typed.</p>
      ) : (
        <p className="text-lg">
          {why} We can’t reach the payment service right now. The time below stays held for you until{' '}
          {timeIn(outcome.payBefore, booking.zone)} . You weren’t charged.
        </p>
      )}
      <Ways>
        <ButtonLink to={outcome.again}>
          {outcome.state === 'released' ? 'Choose this time again' : 'Choose another time'}
        </ButtonLink>
        <Link to="/mentors" className="tall-link">
          See other mentors
        </Link>
      </Ways>
      <BookingFacts booking={booking} />
    </ResultPage>
  )
}
