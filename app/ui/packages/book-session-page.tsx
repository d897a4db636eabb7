/** Books a session of a package: choose a day and a time as in booking, then say yes. Every step is an address. */
import ChevronLeft from 'lucide-react/icons/chevron-left'
import type { ReactNode } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import * as bookings from '#messages/bookings'
import * as m from '#messages/packages'
import { localPath } from '#words/local-path'
import { shortMomentIn } from '#words/time'
import { TimeChoice } from '../bookings/calendar/time-choice.tsx'
import { TimesFoot } from '../bookings/calendar/times-foot.tsx'
import { readProgress } from '../bookings/dialog/progress.ts'
import { clockNotesAt, mentorClockAt, type BookingOffer } from '../bookings/offer.ts'
import { SessionTimes } from '../bookings/page/session-times.tsx'
import { StepsPage } from '../bookings/page/steps-page.tsx'
import type { Selection } from '../bookings/selection.ts'
import { Alert } from '../controls/alert.tsx'
import { Button } from '../controls/button.tsx'
import { TextArea } from '../controls/field.tsx'
import type { Clock } from '../time/clock.ts'

/** `clock`: the reader's. `offer`: of the package's session alone. */
export type BookSessionView = { reference: string; clock: Clock; offer: BookingOffer }

type BookSessionProps = {
  view: BookSessionView
  selection: Selection
  /** Why the last attempt booked nothing. */
  problem: string | null
  onSelect: (change: Partial<Selection>) => void
}

export function BookSessionPage({ view, selection, problem, onSelect }: BookSessionProps) {
  const { reference, offer } = view
  const session = offer.sessions[0]!
  return (
    <StepsPage
      pageTitle={m.bookASession()}
      title={m.bookASession()}
      back={
        <p>
          <Link to={`/packages/${reference}`} className="tall-link gap-1">
            <ChevronLeft size={18} strokeWidth={1.75} aria-hidden="true" className="directional shrink-0" />
            {m.yourPackage()}
          </Link>
        </p>
      }
      mentor={offer.mentor}
      session={session.title}
      minutes={session.minutes}
    >
      <Steps {...{ view, selection, problem, onSelect }} />
    </StepsPage>
  )
}

function Steps({ view, selection, problem, onSelect }: BookSessionProps) {
  const { reference, clock, offer } = view
  const progress = readProgress(offer, { ...selection, session: offer.session }, clock.timeZone)
  if (progress.step === 'session') return null
  const words = problem ?? (progress.missed ? bookings.chosenTimeTaken() : null)
  const notices = words && (
    <Alert>
      <p>{words}</p>
    </Alert>
  )
  if (progress.step === 'details' && progress.at) return <Confirm view={view} at={progress.at} notices={notices} />
  return (
    <TimeChoice
      {...{ offer, progress, onSelect, notices, clock }}
      action={localPath(`/packages/${reference}/book`)}
      method="get"
      hiddenFields={null}
      foot={<TimesFoot>{m.usesOne()}</TimesFoot>}
      zoneChoice={<p className="text-ink-2">{bookings.yourTimeAt({ place: clock.place })}</p>}
    />
  )
}

/** The time on both clocks, what the session is about, and the button. */
function Confirm({ view, at, notices }: { view: BookSessionView; at: Date; notices: ReactNode }) {
  const { reference, clock, offer } = view
  const busy = useNavigation().formMethod === 'POST'
  const when = shortMomentIn(at, clock.timeZone)
  const start = at.toISOString()
  return (
    <div className="grid gap-5 step-gutter pb-5">
      {notices}
      <SessionTimes label={m.yourTime()} at={at} clock={clock} other={mentorClockAt(offer, at)} strong />
      <ul className="grid list-disc gap-1.5 ps-5">
        {clockNotesAt(offer, at, clock).map((note) => (
          <li key={note}>{note}</li>
        ))}
        <li>{m.usesOne()}</li>
      </ul>
      <Form method="post" action={`/packages/${reference}/book?at=${encodeURIComponent(start)}`} className="grid gap-5">
        <input type="hidden" name="at" value={start} />
        <TextArea id="topic" name="topic" label={bookings.topicQuestion()} optional maxLength={500} rows={2} />
        <div className="button-row">
          <Button type="submit" disabled={busy}>
            {m.bookAt({ when })}
          </Button>
          <Link to={`/packages/${reference}/book?at=${encodeURIComponent(start)}`} className="tall-link">
            {m.otherTime()}
          </Link>
        </div>
      </Form>
    </div>
  )
}
