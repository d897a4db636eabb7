/** The booking dialog. It keeps where its visitor was and what they typed when it is closed, as long as the page lives. */
import { useEffect, useState, type ComponentType } from 'react'
import { isTimeZone } from '#domain/time/zone'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Alert } from '../controls/alert.tsx'
import type { BookingStepsProps } from './booking-steps.tsx'
import { fetchedSteps, fetchSteps } from './lazy-steps.tsx'
import { START, type BookingOffer, type Place } from './offer.ts'
import { StepsSkeleton } from './steps-skeleton.tsx'
import { NOTHING_TYPED, type Typed } from './details/mentee-details.ts'

export { fetchSteps }

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
  const [Steps, setSteps] = useState<ComponentType<BookingStepsProps> | null>(fetchedSteps)
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
        const [fresh, steps] = await Promise.all([fetchOffer(mentor.slug, place.session, left.signal), fetchSteps()])
        // Until they have typed something: what they have emptied stays empty.
        if (visitor === NOTHING_TYPED) visitor = { ...visitor, ...fresh.visitor }
        setSteps(() => steps)
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
  const shown = failed && !current ? 'failed' : Steps && current ? 'steps' : 'skeleton'

  // What had the focus went with what was shown before: a button that was pressed, or the heading of the skeleton.
  useEffect(() => {
    if (open && document.activeElement === document.body) document.getElementById(TITLE)?.focus()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- Whenever something else is shown.
  }, [open, shown, place.session])

  const zone = chosenZone ?? current?.zone ?? browserZone()
  const withVisitor = {
    ...typed,
    name: typed.name || visitor.name,
    email: typed.email || visitor.email,
    phone: typed.phone || visitor.phone,
  }
  return (
    <Dialog open={open} onClose={onClose} labelledBy={TITLE} bar={mentor.name}>
      {open && shown === 'steps' && Steps && current && (
        <Steps
          titleId={TITLE}
          heading="h2"
          offer={current}
          place={place}
          zone={zone ?? current.mentor.timeZone}
          zoneKnown={zone !== null}
          typed={withVisitor}
          go={go}
          onType={type}
          onZone={(chosen) => {
            setChosenZone(chosen)
            reload() // Where the new zone's clocks are changed is known there.
          }}
          reload={reload}
        />
      )}
      {open && shown === 'skeleton' && (
        <StepsSkeleton
          titleId={TITLE}
          Heading="h2"
          mentor={mentor.name}
          coming={place.session ? 'times' : 'sessions'}
          session={offer?.sessions.find(({ id }) => id === place.session)}
        />
      )}
      {open && shown === 'failed' && <Failed mentor={mentor.name} onRetry={reload} />}
    </Dialog>
  )
}

function Failed({ mentor, onRetry }: { mentor: string; onRetry: () => void }) {
  return (
    <div className="grid content-start gap-5 px-4.5 pt-5 pb-6 sm:px-6.5">
      <h2 id={TITLE} tabIndex={-1} className="text-xl font-semibold outline-none sm:pe-12">
        Book a session with {mentor}
      </h2>
      <Alert>
        <p>The sessions and times could not be loaded. Check your connection and try again.</p>
        <p>
          <Button onClick={onRetry}>Try again</Button>
        </p>
      </Alert>
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
