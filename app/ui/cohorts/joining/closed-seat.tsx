/** Shown in place of a member's page to everyone who may not open it. It never reveals whether the seat exists. */
import { isRouteErrorResponse, useRouteError } from 'react-router'
import * as m from '#messages/cohorts'
import { ResultPage } from '../../bookings/results/result-page.tsx'
import { ButtonLink } from '../../controls/button.tsx'
import { ErrorPage } from '../../layout/error-page.tsx'

export function ClosedSeat() {
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status !== 404 && status !== 429) return <ErrorPage status={status} />
  return (
    <ResultPage title={status === 404 ? m.seatClosed() : m.tooManyAttempts()} finished={false}>
      <p className="text-lg">{status === 404 ? m.seatClosedHelp() : m.tooManyAttemptsHelp()}</p>
      <p>
        <ButtonLink to="/sign-in">{m.signIn()}</ButtonLink>
      </p>
    </ResultPage>
  )
}
