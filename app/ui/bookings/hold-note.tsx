/** Sentences about the hold: which slot, until when, and what pressing the button will do. */
import type { ReactNode } from 'react'
import { CONFIRM_MINUTES } from '#domain/bookings/booking'
import { formatPence } from '#domain/payments/money'
import { dayIn, timeIn } from '#domain/time/clock'
import { TwoClocks } from '../time/two-clocks.tsx'
import { mentorClockAt, type BookingOffer, type CurrentHold, type SessionOffer } from './offer.ts'

type HoldNoteProps = {
  offer: BookingOffer
  hold: CurrentHold
  /** The slot was just held, and the browser is on its way to the payment page. */
  leaving?: boolean
  /** The reader's. */
  zone: string
  /** The way back to the choice of a time. */
  otherTime?: ReactNode
}

export function HoldNote({ offer, hold, leaving = false, zone, otherTime }: HoldNoteProps) {
  const at = new Date(hold.at)
  return (
    <Note leaving={leaving}>
      <p>
        {firstName(offer)} has {dayIn(at, zone)}, <TwoClocks at={at} zone={zone} other={mentorClockAt(offer, at)} />{' '}
        held for you until <strong className="font-semibold">{timeIn(new Date(hold.payBefore), zone)}</strong>.
        {leaving && ' The payment page is opening.'}
        {hold.free && ' Open the link in our email to book it.'}
        {!leaving && ' If you book another time, this one becomes available to others.'}
      </p>
      {(!hold.free || otherTime) && (
        <p className="flex flex-wrap gap-x-6">
          {!hold.free && (
            <a href={hold.payUrl} className="tall-link font-semibold">
              Continue to payment
            </a>
          )}
          {otherTime}
        </p>
      )}
    </Note>
  )
}

type HoldPromiseProps = { offer: BookingOffer; session: SessionOffer }

/** What the button at the end will do. */
export function HoldPromise({ offer, session: { price, about } }: HoldPromiseProps) {
  const charged = about
    ? `You pay ${formatPence(price)} (${about}). Your bank sets the final exchange rate. (Estimate: ${offer.rates}.)`
    : 'You pay in pounds. Your bank sets the exchange rate.'
  return (
    <Note>
      {price === 0
        ? `This session is free. When you press Book, ${firstName(offer)} holds this time for ${CONFIRM_MINUTES} minutes. Open the link we email you to book it.`
        : `When you press Pay, ${firstName(offer)} holds this time for ${offer.minutesHeld} minutes while you pay by card. ${charged}`}
    </Note>
  )
}

const firstName = ({ mentor }: BookingOffer) => mentor.name.split(' ')[0]

function Note({ leaving = false, children }: { leaving?: boolean; children: ReactNode }) {
  return (
    <div role={leaving ? 'status' : undefined} className="rounded-control border-s-4 border-magenta bg-tint px-4 py-3">
      {children}
    </div>
  )
}
