/** The page of a payment that the payment service has not confirmed yet. */
import { useEffect } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import * as m from '#messages/bookings'
import { localPath } from '#words/local-path'
import { ResultPage } from './result-page.tsx'

const RELOAD_MS = 2_000 // As often as the server asks the payment service (`settleForPage`).

/**
 * Reloads by itself until the payment is confirmed; without scripts the browser does, by `<meta http-equiv="refresh">`.
 */
export function Confirming() {
  const { revalidate, state } = useRevalidator()
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (state !== 'idle') return
    const timer = setTimeout(() => void revalidate(), RELOAD_MS)
    return () => clearTimeout(timer)
  }, [revalidate, state])
  return (
    <ResultPage title={m.paymentBeingConfirmed()} finished={false}>
      <output className="text-lg">{m.waitingForPayment()}</output>
      <noscript>
        <meta httpEquiv="refresh" content="5" />
        <p>
          <a href={localPath(pathname + search)} className="link">
            {m.checkAgain()}
          </a>
        </p>
      </noscript>
    </ResultPage>
  )
}
