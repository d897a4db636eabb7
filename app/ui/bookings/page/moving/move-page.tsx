/** Moves a session: choose a day and a time as in booking, see what changes, then say yes. Every step is an address. */
import type { ReactNode } from 'react'
import { toMinorUnits } from '#domain/payments/money'
import * as m from '#messages/bookings'
import { formatDuration } from '#words/time'
import { localPath } from '#words/local-path'
import { Alert } from '../../../controls/alert.tsx'
import { Button, ButtonLink } from '../../../controls/button.tsx'
import { PageHead } from '../../../layout/page-head.tsx'
import { Portrait } from '../../../mentors/portrait.tsx'
import { TimeChoice } from '../../calendar/time-choice.tsx'
import { TIMES_FORM } from '../../calendar/time-list.tsx'
import type { BookingOffer } from '../../offer.ts'
import { readProgress } from '../../dialog/progress.ts'
import type { Selection } from '../../selection.ts'
import { StepHead } from '../../dialog/step-head.tsx'
import { BackToBooking } from '../back-to-booking.tsx'
import { MoveConfirm } from './move-confirm.tsx'
import type { MovePage as Page } from './move-view.ts'
import { SessionTimes } from '../session-times.tsx'

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
    <div className="page py-6 md:py-10">
      <PageHead title={m.movePageTitle({ notMoved: Boolean(refused) })} />
      <div className="mx-auto max-w-[47.5rem]">
        <div className="mb-4">
          <BackToBooking reference={reference} />
        </div>
        <div className="-mx-4.5 flex flex-col gap-5 overflow-clip border-y border-hair sm:line sm:mx-0 sm:rounded-dialog">
          <StepHead
            titleId="move-title"
            Heading="h1"
            portrait={
              <Portrait
                name={mentor.name}
                picture={mentor.picture}
                size={104}
                eager
                className="hidden size-14 sm:flex"
              />
            }
            title={m.moveTitle()}
            price={null}
          >
            <p className="text-ink-2">
              {m.sessionWithFor({ session, name: mentor.name, duration: formatDuration(page.minutes) })}
            </p>
          </StepHead>
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
        </div>
      </div>
    </div>
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
      foot={<Foot left={page.left} />}
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

function Foot({ left }: { left: string }) {
  return (
    <div className="sticky bottom-0 flex min-h-20 items-center justify-between gap-4 border-t border-hair bg-deep step-gutter py-3 [@media(max-height:32rem)]:static">
      <p className="note">
        {m.moveStepOne()}
        <span className="block">{left}</span>
      </p>
      <Button
        type="submit"
        form={TIMES_FORM}
        name="step"
        value="details"
        className="min-w-24 group-not-has-[input[name=at]:checked]/step:hidden"
      >
        {m.next()}
      </Button>
    </div>
  )
}
