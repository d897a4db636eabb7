/** Shown in place of a package's page to everyone who may not open it. It never reveals whether the package exists. */
import { isRouteErrorResponse, useRouteError } from 'react-router'
import * as form from '#messages/cohorts'
import * as m from '#messages/packages'
import { ResultPage } from '../bookings/results/result-page.tsx'
import { ButtonLink } from '../controls/button.tsx'
import { ErrorPage } from '../layout/error-page.tsx'

export function ClosedPackage() {
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status !== 404 && status !== 429) return <ErrorPage status={status} />
  return (
    <ResultPage title={status === 404 ? m.closedTitle() : form.tooManyAttempts()} finished={false}>
      <p className="text-lg">{status === 404 ? m.closedText() : form.tooManyAttemptsHelp()}</p>
      <p>
        <ButtonLink to="/sign-in">{form.signIn()}</ButtonLink>
      </p>
    </ResultPage>
  )
}
