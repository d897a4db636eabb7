import { useEffect, useEffectEvent, useState } from 'react'
import * as m from '#messages/site'

type CountdownProps = {
  seconds: number
  /** What will happen: "Taking you to the home page". */
  doing: string
  /** The same for screen readers, which announce it once and not every second. */
  said: string
  running: boolean
  /** The reader pressed, touched or scrolled. The owner then sets `running` to false. */
  onSign: () => void
  onEnd: () => void
}

const SIGNS_OF_READING = ['keydown', 'pointerdown', 'touchstart', 'wheel', 'scroll'] as const

/** Counts down the seconds until something happens by itself. Its line keeps its room, so that nothing shifts. */
export function Countdown({ seconds, doing, said, running, onSign, onEnd }: CountdownProps) {
  const [left, setLeft] = useState(seconds)
  const sign = useEffectEvent(onSign)

  useEffect(() => {
    if (!running) return
    // A hidden tab waits, so that a reader who comes back still finds the page.
    const timer = setInterval(() => !document.hidden && setLeft((before) => before - 1), 1_000)
    for (const each of SIGNS_OF_READING) window.addEventListener(each, sign, { passive: true })
    return () => {
      clearInterval(timer)
      for (const each of SIGNS_OF_READING) window.removeEventListener(each, sign)
    }
  }, [running])

  useEffect(() => {
    if (running && left === 0) onEnd()
    // oxlint-disable-next-line react/exhaustive-deps -- A new callback does not start it again.
  }, [running, left])

  return (
    <p className="min-h-6 note">
      <output className="sr-only">{running && said}</output>
      {running && (
        <span aria-hidden="true" className="tabular-nums">
          {m.countdown({ doing, left: Math.max(left, 0) })}
        </span>
      )}
    </p>
  )
}
