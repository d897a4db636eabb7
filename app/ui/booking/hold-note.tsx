/** What is held for whom until when, in words. */
import { CHECKOUT_MINUTES } from '#domain/booking'
import { dayIn, timeIn } from '#domain/clock'
import { TwoClocks } from '../two-clocks.tsx'
import type { OwnHold } from './own-hold.ts'

type HoldNoteProps = {
  mentor: { name: string; timeZone: string }
  /** What is held for the visitor already; null before they pay. */
  own: OwnHold | null
  zone: string
}

export function HoldNote({ mentor, own, zone }: HoldNoteProps) {
  const [first] = mentor.name.split(' ')
  return (
    <p className="rounded-control border-l-4 border-magenta bg-tint px-4 py-3">
      {own ? (
        <>
          {first} has {dayIn(new Date(own.at), zone)},{' '}
          <TwoClocks at={new Date(own.at)} zone={zone} other={mentor.timeZone} /> held for you until{' '}
          <strong className="font-semibold">{timeIn(new Date(own.payBefore), zone)}</strong>.{' '}
          <a href={own.payUrl} className="link">
            Continue to payment
          </a>
          , or cancel there to change anything.
        </>
      ) : (
        <>
          When you press Pay, {first} holds this time for you for {CHECKOUT_MINUTES} minutes while you pay by card. You
          are charged in pounds; your bank converts.
        </>
      )}
    </p>
  )
}
