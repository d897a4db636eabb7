/** What 'Payment Canceled' and 'Something Went Wrong' say of the time that was held. */
import { timeIn } from '#domain/time/clock'
import { ButtonLink } from '../../controls/button.tsx'
import { BookedFacts, type Booked } from './booking-facts.tsx'
import { ResultPage } from './result-page.tsx'

type GivenUpPageProps = {
  title: string
  why: string
  given:
    | { state: 'none' }
    | { state: 'released'; booked: Booked; again: string }
    | { state: 'kept'; booked: Booked; again: string; payBefore: Date }
}

export function GivenUpPage({ title, why, given }: GivenUpPageProps) {
  if (given.state === 'none') {
    return (
      <ResultPage title={title}>
        <p className="text-lg">
          {why} If a time was held for you, it is free again when its payment page closes, and an unpaid time is never
          charged.
        </p>
        <p>
          <ButtonLink to="/mentors">Find a Mentor</ButtonLink>
        </p>
      </ResultPage>
    )
  }
  const { booked } = given
  return (
    <ResultPage title={title}>
      {given.state === 'released' ? (
        <p className="text-lg">{why} You were not charged, and the time below is free again. What you typed is kept.</p>
      ) : (
        <p className="text-lg">
          {why} The payment service does not answer at the moment, so the time below stays held for you until{' '}
          {timeIn(given.payBefore, booked.zone)} and is free again after that. You were not charged.
        </p>
      )}
      <BookedFacts booked={booked} />
      <p className="flex flex-wrap gap-3">
        <ButtonLink to={given.again}>
          {given.state === 'released' ? 'Choose this time again' : 'Choose another time'}
        </ButtonLink>
        <ButtonLink to="/mentors" variant="secondary">
          See other mentors
        </ButtonLink>
      </p>
    </ResultPage>
  )
}
