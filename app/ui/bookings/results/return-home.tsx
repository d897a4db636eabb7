/** Leads home from a result page after 5 seconds (specification §9), unless the reader stays. */
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Button, ButtonLink } from '../../controls/button.tsx'
import { Countdown } from '../../controls/countdown.tsx'
import { Checkbox } from '../../controls/field.tsx'
import { useHydrated } from '../../browser/hydrated.ts'
import { useUnanswered } from '../../browser/unanswered.ts'

const SECONDS = 5
const STORAGE_KEY = 'no-automatic-redirects'

/** Takes the same room before scripts run, during the countdown and after it, so that nothing shifts. */
export function ReturnHome() {
  const scripted = useHydrated()
  return (
    <div className="mt-10 border-t border-hair pt-6">
      <WayHome key={String(scripted)} scripted={scripted} />
    </div>
  )
}

function WayHome({ scripted }: { scripted: boolean }) {
  const navigate = useNavigate()
  const [never, setNever] = useState(() => scripted && isSwitchedOff())
  const [running, setRunning] = useState(
    () => scripted && !isSwitchedOff() && !matchMedia('(prefers-reduced-motion: reduce)').matches,
  )
  const { state, ...here } = useLocation()
  const isLeaving = useRef(false)
  const isWaiting = useUnanswered() !== null
  const stay = () => {
    setRunning(false)
    // On a slow line the home page is still on its way. A notice that no answer came has a way to stay of its own.
    if (!isLeaving.current || isWaiting) return
    isLeaving.current = false
    void navigate(here, { state, replace: true, preventScrollReset: true, defaultShouldRevalidate: false })
  }
  const leave = () => {
    isLeaving.current = true
    void navigate('/')
  }
  return (
    <div className="grid justify-items-start gap-3">
      <div className={`grid gap-3 ${scripted ? '' : 'invisible [@media(scripting:none)]:hidden'}`}>
        <Countdown
          seconds={SECONDS}
          doing="Taking you to the home page"
          said={`You will be taken to the home page in ${SECONDS} seconds. Press any key to stay on this page.`}
          running={running}
          onSign={stay}
          onEnd={leave}
        />
        <Checkbox
          id="no-automatic-redirects"
          name="no-automatic-redirects"
          label="No automatic redirects on this device"
          checked={never}
          onChange={(event) => {
            setNever(event.target.checked)
            if (event.target.checked) stay()
            switchOff(event.target.checked)
          }}
        />
      </div>
      <div className="button-row">
        <ButtonLink to="/" variant="secondary">
          Go to the home page
        </ButtonLink>
        <Button
          onClick={stay}
          className={running ? '' : `invisible ${scripted ? '' : '[@media(scripting:none)]:hidden'}`}
        >
          Stay on this page
        </Button>
      </div>
    </div>
  )
}

/** False too in a browser whose storage is blocked, which throws. */
function isSwitchedOff(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null
  } catch {
    return false
  }
}

function switchOff(never: boolean): void {
  try {
    if (never) localStorage.setItem(STORAGE_KEY, 'yes')
    else localStorage.removeItem(STORAGE_KEY)
  } catch {
    // The storage is blocked, so the choice counts for this page only.
  }
}
