/** Sentences about the hold: which slot, until when, and what pressing the button will do. */
import type { ReactNode } from 'react'
import { CONFIRM_MINUTES } from '#domain/bookings/booking'
import { timeIn } from '#domain/time/clock'
import * as m from '#messages/bookings'
import { formatCurrencyName, formatMoney } from '#words/prices'
import { dayIn, shortMomentIn } from '#words/time'
import { TwoClocks } from '../time/two-clocks.tsx'
import { mentorClockAt, type BookingOffer, type CurrentHold, type SessionOffer } from './offer.ts'
import { rich } from '../rich.tsx'

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
        {rich(
          (hold.byLink ? m.timeHeldByLink : m.timeHeld)({
            name: firstName(offer),
            day: dayIn(at, zone),
            clocks: () => <TwoClocks at={at} zone={zone} other={mentorClockAt(offer, at)} />,
            until: untilIn(hold, zone),
            strong: (text) => <strong className="font-semibold">{text}</strong>,
          }),
        )}
        {leaving && !hold.byLink && ` ${m.paymentPageOpening()}`}
        {hold.free && ` ${m.openEmailedLink()}`}
        {!leaving && ` ${m.otherTimeReleases()}`}
      </p>
      {(!hold.free || otherTime) && (
        <p className="flex flex-wrap gap-x-6">
          {!hold.free && (
            <a href={hold.payUrl} className="tall-link font-semibold">
              {hold.byLink ? m.openLinkPage() : m.continueToPayment()}
            </a>
          )}
          {otherTime}
        </p>
      )}
    </Note>
  )
}

/** With the day where someone else pays, since that may be the next one. */
function untilIn({ byLink, payBefore }: CurrentHold, zone: string): string {
  const until = new Date(payBefore)
  return byLink ? shortMomentIn(until, zone) : timeIn(until, zone)
}

type HoldPromiseProps = { offer: BookingOffer; session: SessionOffer }

/** What the button at the end will do. */
export function HoldPromise({ offer, session: { price, currency, about } }: HoldPromiseProps) {
  const charged = about
    ? m.youPayAbout({ price: formatMoney(price, currency), about, rates: offer.rates ?? '' })
    : m.youPayIn({ currency: formatCurrencyName(currency) })
  return (
    <Note>
      {price === 0
        ? m.freeHoldPromise({ name: firstName(offer), minutes: CONFIRM_MINUTES })
        : m.paidHoldPromise({ name: firstName(offer), minutes: offer.minutesHeld, charged })}
    </Note>
  )
}

const firstName = ({ mentor }: BookingOffer) => mentor.name.split(' ')[0] ?? mentor.name

function Note({ leaving = false, children }: { leaving?: boolean; children: ReactNode }) {
  return (
    <div role={leaving ? 'status' : undefined} className="rounded-control border-s-4 border-magenta bg-tint px-4 py-3">
      {children}
    </div>
  )
}
