/** Shown in place of a booking's page to everyone who may not open it. It never reveals whether the booking exists. */
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ButtonLink } from '../../controls/button.tsx'
import { ErrorPage } from '../../layout/error-page.tsx'
import { ResultPage } from '../results/result-page.tsx'

export function ClosedBooking() {
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status === 429) {
    return (
      <ResultPage title="Too many attempts" finished={false}>
        <p className="text-lg">
          Too many invalid links were opened from your network. Try again in an hour with the link in your email.
        </p>
      </ResultPage>
    )
  }
  if (status !== 404) return <ErrorPage status={status} />
  return (
    <ResultPage title="We can’t open this booking" finished={false}>
      <p className="text-lg">
        Open a booking with the latest link in its emails, up to 90 days after the session. If you booked with an
        account, sign in first.
      </p>
      <p className="button-row">
        <ButtonLink to="/bookings">Email me the link</ButtonLink>
        <ButtonLink to="/sign-in" variant="secondary">
          Sign in
        </ButtonLink>
      </p>
    </ResultPage>
  )
}
