/** “Your session is booked: see it”, in the visit in which it was booked. Above the page, so that nothing moves for it. */
import { useEffect, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import * as m from '#messages/home'
import { readBooked, writeBooked, type BookedSession } from '../bookings/booked-session.ts'
import { useSite } from '../layout/site.ts'
import { rich } from '../rich.tsx'

export default function BookedNote() {
  const reader = useSite()?.session?.reader ?? null
  const booked = parse(useSyncExternalStore(subscribe, readCurrent))
  const isTheirs = booked !== null && (booked.reader === null || booked.reader === reader)
  useEffect(() => handOver(reader), [reader])
  if (!isTheirs) return null
  return (
    <aside
      aria-label={m.yourBooking()}
      className="line fixed end-3 bottom-3 z-10 flex items-center rounded-card bg-green ps-4 md:end-12"
    >
      <p>
        {rich(
          m.sessionBooked({
            link: (text) => (
              <Link to={booked.page} className="tall-link font-semibold">
                {text}
              </Link>
            ),
          }),
        )}
      </p>
      <button type="button" aria-label={m.dismiss()} onClick={() => write(null)} className="icon-button">
        ✕
      </button>
    </aside>
  )
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  const timer = setInterval(listener, 30_000) // The session may end meanwhile.
  return () => {
    clearInterval(timer)
    listeners.delete(listener)
  }
}

function write(text: string | null): void {
  writeBooked(text)
  for (const listener of listeners) listener()
}

/** Null once the session is over. */
function readCurrent(): string | null {
  const text = readBooked()
  return (parse(text)?.endsAt ?? 0) > Date.now() ? text : null
}

/** A visitor's booking belongs to their account after sign-in, and is hidden after sign-out. */
function handOver(reader: string | null): void {
  const kept = parse(readBooked())
  if (kept && kept.reader !== reader) write(kept.reader === null ? JSON.stringify({ ...kept, reader }) : null)
}

function parse(text: string | null): BookedSession | null {
  if (text === null) return null
  try {
    const kept = JSON.parse(text) as BookedSession
    return kept.page.startsWith('/bookings/') ? kept : null
  } catch {
    return null
  }
}
