/** Moves a session: choose a day and a time as in booking, see what changes, then say yes. Every step is an address. */
import type { ReactNode } from 'react'
import { toMinorUnits } from '#domain/payments/money'
import * as m from '#messages/bookings'
import { localPath } from '#words/local-path'
import { Alert } from '../../../controls/alert.tsx'
import { ButtonLink } from '../../../controls/button.tsx'
import { TimeChoice } from '../../calendar/time-choice.tsx'
import { TimesFoot } from '../../calendar/times-foot.tsx'
import type { BookingOffer } from '../../offer.ts'
import { readProgress } from '../../dialog/progress.ts'
import type { Selection } from '../../selection.ts'
import { BackToBooking } from '../back-to-booking.tsx'
import { MoveConfirm } from './move-confirm.tsx'
import type { MovePage as Page } from './move-view.ts'
import { SessionTimes } from '../session-times.tsx'
import { StepsPage } from '../steps-page.tsx'

type MovePageProps = {
  page: Page
  selection: Selection
  /** Why the last attempt changed nothing. */
  refused: string | null
  onSelect: (change: Partial<Selection>) => void
}

export function MovePage({ page, selection, refused, onSelect }: MovePageProps) {
  const { reference, clock, session, mentor } = page
  const current = { at: new Date(page.startsAt), clock, other: mentor }
  const notices = refused && (
    <Alert>
      <p>{refused}</p>
    </Alert>
  )
  return (
    <StepsPage
      pageTitle={m.movePageTitle({ notMoved: Boolean(refused) })}
      title={m.moveTitle()}
      back={<BackToBooking reference={reference} />}
      mentor={mentor}
      session={session}
      minutes={page.minutes}
    >
      {'closed' in page ? (
        <div className="grid gap-5 step-gutter pb-5">
          {notices}
          <SessionTimes label={m.bookedFor()} {...current} />
          <p>{page.closed}</p>
          <p>
            <ButtonLink to={`/bookings/${reference}`}>{m.openBooking()}</ButtonLink>
          </p>
        </div>
      ) : (
        <Steps {...{ page, selection, notices, onSelect, current }} />
      )}
    </StepsPage>
  )
}

type StepsProps = {
  page: Extract<Page, { offer: unknown }>
  selection: Selection
  notices: ReactNode
  onSelect: MovePageProps['onSelect']
  current: Parameters<typeof SessionTimes>[0] extends infer Times ? Omit<Times, 'label'> : never
}

function Steps({ page, selection, notices, onSelect, current }: StepsProps) {
  const offer = bookingOffer(page)
  const progress = readProgress(offer, { ...selection, session: SESSION }, page.clock.timeZone)
  if (progress.step === 'session') return null
  const missed = progress.missed && !notices && (
    <Alert>
      <p>{m.chosenTimeTaken()}</p>
    </Alert>
  )
  if (progress.step === 'details' && progress.at) {
    return <MoveConfirm {...{ page, offer, current }} at={progress.at} notices={notices} />
  }
  return (
    <TimeChoice
      {...{ offer, progress, onSelect }}
      clock={page.clock}
      action={localPath(`/bookings/${page.reference}/move`)}
      method="get"
      hiddenFields={null}
      notices={
        <>
          {notices || missed}
          <SessionTimes label={m.nowBookedFor()} {...current} />
        </>
      }
      foot={
        <TimesFoot>
          {m.moveStepOne()}
          <span className="block">{page.left}</span>
        </TimesFoot>
      }
      zoneChoice={<p className="text-ink-2">{m.yourTimeAt({ place: page.clock.place })}</p>}
    />
  )
}

/** The only session of the offer. Moving it costs nothing. */
const SESSION = 'booked'

/** The times as the calendar of booking takes them. */
function bookingOffer({ offer, mentor, session, minutes, currency, clock }: StepsProps['page']): BookingOffer {
  return {
    mentor: { slug: mentor.slug, name: mentor.name, picture: mentor.picture, ...offer.home },
    sessions: [{ id: SESSION, title: session, minutes, description: '', price: toMinorUnits(0), currency }],
    session: SESSION,
    slots: offer.slots,
    own: null,
    zone: clock.timeZone,
    policy: 'flexible',
    refundRule: '',
    horizonDays: offer.horizonDays,
    acceptsLinks: false,
    minutesHeld: 0,
    now: offer.now,
    clockChanges: offer.clockChanges,
  }
}
