/** The booking dialog. It keeps where its visitor was and what they typed when it is closed, as long as the page lives. */
import { useEffect, useState } from 'react'
import { isTimeZone } from '#domain/zone'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { BookingSteps } from './booking-steps.tsx'
import { START, type BookingOffer, type Place } from './offer.ts'
import { NOTHING_TYPED, type Typed } from './typed.ts'

export type BookingDialogProps = {
  mentor: { slug: string; name: string }
  /** The session, where it was chosen before. */
  session: string | null
  open: boolean
  onClose: () => void
}

const TITLE = 'booking-title'

/** Who they are is the same with every mentor; what they want to talk about and the terms are not. */
let visitor: Pick<Typed, 'name' | 'email' | 'phone'> = NOTHING_TYPED

export function BookingDialog({ mentor, session, open, onClose }: BookingDialogProps) {
  const [offer, setOffer] = useState<BookingOffer | null>(null)
  const [failed, setFailed] = useState(false)
  const [place, setPlace] = useState<Place>({ ...START, session })
  const [typed, setTyped] = useState<Typed>(NOTHING_TYPED)
  const [chosenZone, setChosenZone] = useState<string | null>(null)
  const [asked, setAsked] = useState(0)

  useEffect(() => {
    if (!open) return
    const left = new AbortController()
    const load = async () => {
      try {
        const fresh = await fetchOffer(mentor.slug, place.session, left.signal)
        setOffer(fresh)
        setFailed(false)
      } catch {
        if (!left.signal.aborted) setFailed(true)
      }
    }
    void load()
    return () => left.abort()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- Each time it is asked for.
  }, [open, mentor.slug, place.session, asked])

  const type = (change: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...change }))
    visitor = { ...visitor, ...change }
  }
  const go = (change: Partial<Place>) => setPlace((before) => ({ ...before, ...change }))
  const reload = () => {
    setFailed(false)
    setAsked((times) => times + 1)
  }
  const current = offer && answers(offer, place) ? offer : null
  const zone = chosenZone ?? current?.zone ?? browserZone()
  const withVisitor = {
    ...typed,
    name: typed.name || visitor.name,
    email: typed.email || visitor.email,
    phone: typed.phone || visitor.phone,
  }
  return (
    <Dialog open={open} onClose={onClose} labelledBy={TITLE} bar={mentor.name}>
      {open &&
        (current ? (
          <BookingSteps
            titleId={TITLE}
            heading="h2"
            offer={current}
            place={place}
            zone={zone ?? current.mentor.timeZone}
            zoneKnown={zone !== null}
            typed={withVisitor}
            go={go}
            onType={type}
            onZone={setChosenZone}
            reload={reload}
          />
        ) : (
          <Waiting mentor={mentor.name} failed={failed} onRetry={reload} />
        ))}
    </Dialog>
  )
}

/** The shape of what is coming, or a way on when nothing comes. */
function Waiting({ mentor, failed, onRetry }: { mentor: string; failed: boolean; onRetry: () => void }) {
  return (
    <div className="grid min-h-96 content-start gap-5 px-4.5 py-5 sm:px-6.5">
      <h2 id={TITLE} tabIndex={-1} className="text-xl sm:pr-12 font-semibold outline-none">
        Book a session with {mentor}
      </h2>
      {failed ? (
        <div role="alert" className="grid justify-items-start gap-4">
          <p>The sessions and times could not be loaded. Check your connection and try again.</p>
          <Button onClick={onRetry}>Try again</Button>
        </div>
      ) : (
        <div className="grid gap-3">
          <output className="text-ink-2">Loading sessions and times</output>
          {[1, 2, 3].map((row) => (
            <div key={row} className="h-20 rounded-card bg-shoal-1 motion-safe:animate-pulse" />
          ))}
        </div>
      )}
    </div>
  )
}

/** Whether this is about the session a visitor is at. One that is no longer offered has no better answer. */
function answers(offer: BookingOffer, place: Place): boolean {
  return offer.session === place.session || !offer.sessions.some(({ id }) => id === place.session)
}

async function fetchOffer(slug: string, session: string | null, signal: AbortSignal): Promise<BookingOffer> {
  const query = session ? `?session=${encodeURIComponent(session)}` : ''
  const response = await fetch(`/mentors/${slug}/booking${query}`, { signal })
  if (!response.ok) throw new Error(`No offer: ${response.status}`)
  return (await response.json()) as BookingOffer
}

function browserZone(): string | null {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone && isTimeZone(zone) ? zone : null
}
