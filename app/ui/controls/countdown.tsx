import { useEffect, useState } from 'react'

type CountdownProps = {
  seconds: number
  /** What comes at its end: "Taking you to the home page". */
  doing: string
  /** The same for a screen reader, told once and not every second. */
  said: string
  running: boolean
  /** Somebody gave a sign of reading: it is for the owner to stop. */
  onSign: () => void
  onEnd: () => void
}

const SIGNS_OF_READING = ['keydown', 'pointerdown', 'touchstart', 'wheel', 'scroll'] as const

/** Seconds until something happens by itself. Its line keeps its room when it stops, so that nothing shifts. */
export function Countdown({ seconds, doing, said, running, onSign, onEnd }: CountdownProps) {
  const [left, setLeft] = useState(seconds)

  useEffect(() => {
    if (!running) return
    // A tab nobody looks at waits: who comes back still finds what the page says.
    const timer = setInterval(() => !document.hidden && setLeft((before) => before - 1), 1_000)
    for (const sign of SIGNS_OF_READING) window.addEventListener(sign, onSign, { passive: true })
    return () => {
      clearInterval(timer)
      for (const sign of SIGNS_OF_READING) window.removeEventListener(sign, onSign)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- A new function of the owner's does not start it anew.
  }, [running])

  useEffect(() => {
    if (running && left === 0) onEnd()
    // oxlint-disable-next-line react/exhaustive-deps -- Likewise.
  }, [running, left])

  return (
    <p className="min-h-6 text-ink-2">
      <output className="sr-only">{running && said}</output>
      {running && (
        <span aria-hidden="true" className="tabular-nums">
          {doing} in {Math.max(left, 0)} s
        </span>
      )}
    </p>
  )
}
