/** Shown in place of a booking's page to everyone who may not open it. It never reveals whether the booking exists. */
import { isRouteErrorResponse, useRouteError } from 'react-router'
import * as m from '#messages/bookings'
import { ButtonLink } from '../../controls/button.tsx'
import { ErrorPage } from '../../layout/error-page.tsx'
import { ResultPage } from '../results/result-page.tsx'

export function ClosedBooking() {
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status === 429) {
    return (
      <ResultPage title={m.tooManyAttempts()} finished={false}>
        <p className="text-lg">{m.tooManyLinks()}</p>
      </ResultPage>
    )
  }
  if (status !== 404) return <ErrorPage status={status} />
  return (
    <ResultPage title={m.cannotOpen()} finished={false}>
      <p className="text-lg">{m.cannotOpenHelp()}</p>
      <p className="button-row">
        <ButtonLink to="/bookings">{m.emailMeLink()}</ButtonLink>
        <ButtonLink to="/sign-in" variant="secondary">
          {m.signIn()}
        </ButtonLink>
      </p>
    </ResultPage>
  )
}
