/** A notice over the page while a request has no response: try again, or stay here. */
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate, useNavigation, useRevalidator } from 'react-router'
import * as m from '#messages/site'
import { Alert } from '../controls/alert.tsx'
import { Button, ButtonLink } from '../controls/button.tsx'
import { CONTENT } from '../layout/focus-page.tsx'
import { retryAll, retryReads, useUnanswered, type Unanswered } from './unanswered.ts'

/** `lasting`: the page below can be kept, so 'Stay here' is offered. Not on an error page. */
export function UnansweredNotice({ lasting }: { lasting: boolean }) {
  const isNavigating = useNavigation().state !== 'idle'
  const isAsking = useRevalidator().state !== 'idle'
  const unanswered = useUnanswered()
  useEffect(() => {
    window.addEventListener('online', retryReads)
    return () => window.removeEventListener('online', retryReads)
  }, [])
  // What waits otherwise, as the script of this page does, goes on waiting: there is nothing to stay for.
  return unanswered && <Notice {...unanswered} lasting={lasting && (isNavigating || isAsking)} />
}

function Notice({ reads, trying, lasting }: Unanswered & { lasting: boolean }) {
  const { state, ...here } = useLocation()
  const navigate = useNavigate()
  // Navigating to the current page cancels the navigation that waits.
  const staying = { state, replace: true, preventScrollReset: true, defaultShouldRevalidate: false }
  const stay = useEffectEvent(() => void navigate(here, staying))

  // The form that waits has what was typed before: trying again would send that.
  const isForm = !reads && !trying && lasting
  useEffect(() => {
    if (!isForm) return
    const page = document.getElementById(CONTENT)
    page?.addEventListener('input', stay, { once: true })
    return () => page?.removeEventListener('input', stay)
  }, [isForm])

  // Its buttons disappear with it, so the reader's next Tab starts in the page.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById(CONTENT)?.focus({ preventScroll: true })
    },
    [],
  )
  return (
    <div className="fixed inset-x-0 bottom-0 z-30 mx-auto max-w-2xl bg-deep sm:bottom-4">
      <Alert>
        <p>
          {reads
            ? navigator.onLine
              ? m.noResponseRead()
              : m.offlineRead()
            : navigator.onLine
              ? m.noResponseForm()
              : m.offlineForm()}
        </p>
        <p className="button-row">
          <Button onClick={retryAll} aria-disabled={trying}>
            {trying ? m.trying() : m.tryAgain()}
          </Button>
          {lasting && (
            <ButtonLink variant="secondary" to={here} {...staying}>
              {m.stayHere()}
            </ButtonLink>
          )}
        </p>
      </Alert>
    </div>
  )
}
