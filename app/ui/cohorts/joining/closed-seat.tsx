/** Shown in place of a member's page to everyone who may not open it. It never reveals whether the seat exists. */
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ResultPage } from '../../bookings/results/result-page.tsx'
import { ButtonLink } from '../../controls/button.tsx'
import { ErrorPage } from '../../layout/error-page.tsx'

export function ClosedSeat() {
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status !== 404 && status !== 429) return <ErrorPage status={status} />
  return (
    <ResultPage title={status === 404 ? 'No seat opens here' : 'Too many attempts'} finished={false}>
      <p className="text-lg">
        {status === 404
          ? 'The page of a member opens by the link in its emails, until 90 days after the cohort. If you joined with an account, sign in first.'
          : 'From your network too many addresses were opened that lead nowhere. Try again in an hour, by the link in your email.'}
      </p>
      <p>
        <ButtonLink to="/sign-in">Sign in</ButtonLink>
      </p>
    </ResultPage>
  )
}
