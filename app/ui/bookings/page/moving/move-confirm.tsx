import type { ReactNode } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import * as m from '#messages/bookings'
import { shortMomentIn } from '#words/time'
import { Button } from '../../../controls/button.tsx'
import { type Clock } from '../../../time/clock.ts'
import { clockNotesAt, mentorClockAt, type BookingOffer } from '../../offer.ts'
import type { MovePage } from './move-view.ts'
import { SessionTimes } from '../session-times.tsx'

type MoveConfirmProps = {
  page: Extract<MovePage, { offer: unknown }>
  offer: BookingOffer
  at: Date
  current: { at: Date; clock: Clock; other: Clock }
  notices: ReactNode
}

/** Old and new on both clocks, what changes besides, and the button. */
export function MoveConfirm({ page, offer, at, current, notices }: MoveConfirmProps) {
  const { reference, revision, clock, refund, left } = page
  const busy = useNavigation().formMethod === 'POST'
  const when = shortMomentIn(at, clock.timeZone)
  return (
    <div className="grid gap-5 step-gutter pb-5">
      {notices}
      <SessionTimes label={m.nowBookedFor()} {...current} />
      <SessionTimes label={m.newTime()} at={at} clock={clock} other={mentorClockAt(offer, at)} strong />
      <ul className="grid list-disc gap-1.5 ps-5">
        {clockNotesAt(offer, at, clock).map((note) => (
          <li key={note}>{note}</li>
        ))}
        <li>{m.priceStays()}</li>
        {refund && <li>{refund}</li>}
        <li>{left}</li>
      </ul>
      <Form method="post" action={`/bookings/${reference}/move`} className="button-row">
        <input type="hidden" name="at" value={at.toISOString()} />
        <input type="hidden" name="revision" value={revision} />
        <Button type="submit" disabled={busy}>
          {m.moveTo({ when })}
        </Button>
        <Link to={`/bookings/${reference}/move?at=${encodeURIComponent(at.toISOString())}`} className="tall-link">
          {m.chooseAnotherTime()}
        </Link>
      </Form>
    </div>
  )
}
