/** Step 2: the mentee's details, and Pay. A form that works by itself; with scripts, Pay waits until it is complete. */
import Clock3 from 'lucide-react/icons/clock-3'
import { useEffect, useEffectEvent, useRef, type FormEvent } from 'react'
import * as m from '#messages/bookings'
import { localPath } from '#words/local-path'
import { useHydrated } from '../../browser/hydrated.ts'
import { isPlainClick } from '../../browser/plain-click.ts'
import { CodeField } from '../../discounts/code-field.tsx'
import type { CodeEntry } from '../../discounts/code-entry.ts'
import type { Clock } from '../../time/clock.ts'
import type { BookingProblem } from '../booking-problem.ts'
import { HoldNote, HoldPromise } from '../hold-note.tsx'
import { NOTHING_SELECTED, selectionQuery } from '../selection.ts'
import { clockNotesAt, type BookingOffer, type CurrentHold, type SessionOffer } from '../offer.ts'
import { DetailsFields } from './details-fields.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { isForgotten, readKeptDetails } from './kept-details.ts'
import { isComplete, NO_DETAILS, restoreDetails, withCallingCode, type MenteeDetails } from './mentee-details.ts'
import { PayBar, SomeoneElsePays } from './pay-bar.tsx'
import { TermsCheckbox } from './terms-checkbox.tsx'

type DetailsProps = {
  offer: BookingOffer
  session: SessionOffer
  at: Date
  clock: Clock
  typed: MenteeDetails
  /** Who is signed in; null for a visitor. */
  reader: string | null
  /** The page is the answer to this form: what it shows is newer than what the tab kept. */
  posted: boolean
  problem: BookingProblem | null
  busy: boolean
  /** The slot was just held, and the payment page is opening. */
  held: CurrentHold | null
  code: CodeEntry
  /** Lists wrong fields at the top, for a page that came back without scripts. A dialog focuses the first one instead. */
  summary: boolean
  onType: (change: Partial<MenteeDetails>) => void
  onCode: (entry: CodeEntry) => void
  onBack: () => void
  onPay: (form: FormData) => void
}

export function Details(props: DetailsProps) {
  const { offer, session, at, clock, typed, problem, busy, held, onType } = props
  const zone = clock.timeZone
  const free = session.price === 0
  const acceptsLinks = offer.acceptsLinks && !free
  const hasCode = !free || props.code.applied !== null
  const hold = held ?? (offer.own?.at === at.toISOString() ? offer.own : null)
  const scripted = useHydrated()
  const form = useRef<HTMLFormElement>(null)

  const kept = useEffectEvent(() => (props.posted ? null : readKeptDetails(offer.mentor.slug, props.reader)))
  // Text that was typed before scripts ran, or restored by the browser, is on the screen but not in the state.
  useEffect(() => {
    if (form.current) onType(withCallingCode(restoreDetails(form.current, kept()), offer.callingCode))
    // oxlint-disable-next-line react/exhaustive-deps -- Once, when the form appears.
  }, [])

  // A page out of the back/forward cache still shows what was typed for a session that has been booked since.
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted && isForgotten()) onType(NO_DETAILS)
    }
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  })

  const errors = problem?.code === 'invalid' ? problem.fields : {}
  const summarised = props.summary && problem?.code === 'invalid'
  const ready = !busy && isComplete(typed, offer.callingCode)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // With the pressed button, which says who pays.
    if (ready) props.onPay(new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter))
  }
  return (
    <form
      ref={form}
      id="booking-details"
      method="post"
      action={localPath(`/mentors/${offer.mentor.slug}/book?session=${session.id}`)}
      noValidate
      onSubmit={submit}
      className="[@media(min-height:32rem)]:[&_input]:scroll-mb-52 [@media(min-height:32rem)]:[&_textarea]:scroll-mb-52 grid flex-1 content-between"
    >
      <div className="form-fields step-gutter pb-5">
        {summarised && <ErrorSummary fields={errors} />}
        <HiddenChoice session={session} at={at} zone={zone} />
        {hold ? (
          <HoldNote
            {...{ offer, hold, zone }}
            leaving={held !== null}
            otherTime={held === null && <OtherTime {...{ offer, session, at }} onBack={props.onBack} />}
          />
        ) : (
          <HoldPromise offer={offer} session={session} />
        )}
        <ClockNotes notes={clockNotesAt(offer, at, clock)} />
        <DetailsFields {...{ typed, errors, onType }} doubtful={problem?.code === 'email_doubtful'} />
        {hasCode && <CodeField item={{ sessionTypeId: session.id }} entry={props.code} onChange={props.onCode} />}
        <TermsCheckbox {...{ offer, at, clock, free }} checked={typed.terms} error={errors['terms']} onType={onType} />
      </div>
      <PayBar
        price={session.price}
        currency={session.currency}
        problem={summarised || problem?.code === 'code_not_valid' ? null : problem}
        zone={zone}
        busy={busy}
        disabled={scripted && !ready}
        acceptsLinks={acceptsLinks}
        onBack={props.onBack}
      />
      {acceptsLinks && (
        <p className="step-gutter pb-2 text-end sm:hidden">
          <SomeoneElsePays disabled={scripted && !ready} className="" />
        </p>
      )}
    </form>
  )
}

type OtherTimeProps = Pick<DetailsProps, 'offer' | 'session' | 'at' | 'onBack'>

/** A link, so that it works without scripts too. */
function OtherTime({ offer, session, at, onBack }: OtherTimeProps) {
  const time = { ...NOTHING_SELECTED, session: session.id, at: at.toISOString() }
  return (
    <a
      href={localPath(`/mentors/${offer.mentor.slug}/book${selectionQuery(time)}`)}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        onBack()
      }}
      className="tall-link"
    >
      {m.chooseAnotherTime()}
    </a>
  )
}

/** `session` and `at` lead back to this step without scripts; the rest is what the booking form reads. */
function HiddenChoice({ session, at, zone }: { session: SessionOffer; at: Date; zone: string }) {
  return (
    <>
      <input type="hidden" name="session" value={session.id} />
      <input type="hidden" name="at" value={at.toISOString()} />
      <input type="hidden" name="sessionTypeId" value={session.id} />
      <input type="hidden" name="startsAt" value={at.toISOString()} />
      <input type="hidden" name="price" value={`${session.price} ${session.currency}`} />
      <input type="hidden" name="timeZone" value={zone} />
    </>
  )
}

/** Which clocks change near the chosen time, and when. */
function ClockNotes({ notes }: { notes: string[] }) {
  return (
    notes.length > 0 && (
      <p className="flex items-start gap-2.5">
        <Clock3 size={20} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
        <span>{notes.join(' ')}</span>
      </p>
    )
  )
}
