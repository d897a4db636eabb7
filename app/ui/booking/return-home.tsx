/** The way home from a result page: after 5 seconds (specification §9) unless somebody stays, at once when they wish. */
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button, ButtonLink } from '../button.tsx'
import { Checkbox } from '../field.tsx'
import { useHydrated } from './hydrated.ts'

const SECONDS = 5
const REMEMBERED = 'no-automatic-redirects'
const SIGNS_OF_READING = ['keydown', 'pointerdown', 'touchstart', 'wheel', 'scroll'] as const

/** Its height does not change when the countdown begins or ends, so that nothing shifts. */
export function ReturnHome() {
  const scripted = useHydrated()
  return (
    <div className="mt-10 min-h-44 border-t border-hair pt-6">
      {scripted ? (
        <Countdown />
      ) : (
        <ButtonLink to="/" variant="secondary">
          Go to the home page
        </ButtonLink>
      )}
    </div>
  )
}

function Countdown() {
  const navigate = useNavigate()
  const [never, setNever] = useState(isRefused)
  const [running, setRunning] = useState(() => !isRefused() && !matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [left, setLeft] = useState(SECONDS)

  useEffect(() => {
    if (!running) return
    const stop = () => setRunning(false)
    // A tab nobody looks at waits: who comes back still finds what the page says.
    const timer = setInterval(() => !document.hidden && setLeft((seconds) => seconds - 1), 1_000)
    for (const sign of SIGNS_OF_READING) window.addEventListener(sign, stop, { passive: true })
    return () => {
      clearInterval(timer)
      for (const sign of SIGNS_OF_READING) window.removeEventListener(sign, stop)
    }
  }, [running])

  useEffect(() => {
    if (running && left <= 0) void navigate('/')
  }, [running, left, navigate])

  return (
    <div className="grid justify-items-start gap-3">
      <p className="min-h-6 text-ink-2">
        <output className="sr-only">
          {running && `You will be taken to the home page in ${SECONDS} seconds. Press any key to stay on this page.`}
        </output>
        {running && (
          <span aria-hidden="true" className="tabular-nums">
            Taking you to the home page in {Math.max(left, 0)} s
          </span>
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        {running && <Button onClick={() => setRunning(false)}>Stay on this page</Button>}
        <ButtonLink to="/" variant="secondary">
          Go to the home page
        </ButtonLink>
      </div>
      <Checkbox
        id="no-automatic-redirects"
        name="no-automatic-redirects"
        label="No automatic redirects on this device"
        checked={never}
        onChange={(event) => {
          setNever(event.target.checked)
          if (event.target.checked) setRunning(false)
          refuse(event.target.checked)
        }}
      />
    </div>
  )
}

/** Browsers that keep nothing throw here. Then it is asked again on the next page, which is no fault. */
function isRefused(): boolean {
  try {
    return localStorage.getItem(REMEMBERED) !== null
  } catch {
    return false
  }
}

function refuse(never: boolean): void {
  try {
    if (never) localStorage.setItem(REMEMBERED, 'yes')
    else localStorage.removeItem(REMEMBERED)
  } catch {
    // Nothing can be remembered here.
  }
}
