/** Leads home from a result page after 5 seconds (specification §9), unless the reader stays. */
import { useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import * as m from '#messages/bookings'
import { buttonClass } from '../../controls/button.tsx'
import { Countdown } from '../../controls/countdown.tsx'
import { Checkbox } from '../../controls/field.tsx'
import { useHydrated } from '../../browser/hydrated.ts'
import { useUnanswered } from '../../browser/unanswered.ts'

const SECONDS = 5
const STORAGE_KEY = 'no-automatic-redirects'

type ReturnHomeProps = {
  /** The page has no other way on, so that this is its button. */
  only: boolean
}

/**
 * Takes the same room before scripts run, during the countdown and after it, so that nothing shifts. Quiet: the page's own
 * button is what to press.
 */
export function ReturnHome({ only }: ReturnHomeProps) {
  const scripted = useHydrated()
  return (
    <div className="mt-8 border-t border-hair pt-4">
      <WayHome key={String(scripted)} scripted={scripted} only={only} />
    </div>
  )
}

function WayHome({ scripted, only }: ReturnHomeProps & { scripted: boolean }) {
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
  const needsScripts = scripted ? '' : 'invisible [@media(scripting:none)]:hidden'
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5">
        <Link to="/" className={only ? buttonClass('primary') : 'tall-link'}>
          {m.goHome()}
        </Link>
        <button type="button" onClick={stay} className={`tall-link ${running ? '' : `invisible ${needsScripts}`}`}>
          {m.stayOnPage()}
        </button>
      </div>
      <div className={needsScripts}>
        <Countdown
          seconds={SECONDS}
          doing={m.takingYouHome()}
          said={m.redirectSoon({ seconds: SECONDS })}
          running={running}
          onSign={stay}
          onEnd={leave}
        />
        <Checkbox
          id="no-automatic-redirects"
          name="no-automatic-redirects"
          label={<span className="note">{m.noRedirects()}</span>}
          checked={never}
          onChange={(event) => {
            setNever(event.target.checked)
            if (event.target.checked) stay()
            switchOff(event.target.checked)
          }}
        />
      </div>
    </>
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
