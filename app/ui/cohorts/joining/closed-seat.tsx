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
    <ResultPage title={status === 404 ? 'We can’t open this page' : 'Too many attempts'} finished={false}>
      <p className="text-lg">
        {status === 404
          ? 'Open your page with the link in our emails, up to 90 days after the cohort. If you joined with an account, sign in first.'
          : 'Too many invalid links were opened from your network. Try again in an hour with the link in your email.'}
      </p>
      <p>
        <ButtonLink to="/sign-in">Sign in</ButtonLink>
      </p>
    </ResultPage>
  )
}
