import * as m from '#messages/bookings'
import { formatDuration } from '#words/time'
import { localPath } from '#words/local-path'
import { isPlainClick } from '../browser/plain-click.ts'
import { Portrait } from '../mentors/portrait.tsx'
import type { Clock } from '../time/clock.ts'
import { ChosenTime } from './details/chosen-time.tsx'
import { mentorClockAt, type BookingOffer } from './offer.ts'
import type { BookingProgress } from './dialog/progress.ts'
import { NOTHING_SELECTED, selectionQuery } from './selection.ts'
import { StepHead, StepPrice } from './dialog/step-head.tsx'

type BookingHeadProps = {
  titleId: string
  Heading: 'h1' | 'h2'
  offer: BookingOffer
  progress: BookingProgress
  clock: Clock
  again: string | null
  onOtherSession: () => void
}

/** The head of a step: the session, its price and length, the mentor and, in step 2, the chosen time. */
export function BookingHead({ titleId, Heading, offer, progress, clock, again, onOtherSession }: BookingHeadProps) {
  const { mentor, sessions } = offer
  const session = progress.step === 'session' ? null : progress.session
  return (
    <StepHead
      titleId={titleId}
      Heading={Heading}
      portrait={
        <Portrait name={mentor.name} picture={mentor.picture} size={104} eager className="hidden size-14 sm:flex" />
      }
      title={session ? session.title : m.chooseSession()}
      {...(session && { langAttributes: offer.langAttributes })}
      price={session && <StepPrice session={session} />}
    >
      <p className="text-ink-2">
        {progress.step === 'details' && progress.at ? (
          <ChosenTime
            at={progress.at}
            clock={clock}
            mentor={mentorClockAt(offer, progress.at)}
            minutes={progress.session.minutes}
          />
        ) : (
          `${m.withMentor({ name: mentor.name })}${session ? ` · ${formatDuration(session.minutes)}` : ''}`
        )}
      </p>
      {progress.step === 'time' && sessions.length > 1 && (
        <a
          href={localPath(`/mentors/${mentor.slug}/book${selectionQuery(NOTHING_SELECTED, again)}`)}
          onClick={(event) => {
            if (!isPlainClick(event)) return
            event.preventDefault()
            onOtherSession()
          }}
          className="link inline-flex min-h-6 items-center text-sm"
        >
          {m.chooseAnotherSession()}
        </a>
      )}
    </StepHead>
  )
}
