/** What is held for whom until when, in words. */
import { CHECKOUT_MINUTES } from '#domain/booking'
import { dayIn, timeIn } from '#domain/clock'
import { TwoClocks } from '../two-clocks.tsx'
import type { Clock } from '../clock.ts'
import type { OwnHold } from './own-hold.ts'

type HoldNoteProps = {
  mentor: Clock & { name: string }
  /** What is held for the visitor already; null before they pay. */
  own: OwnHold | null
  /** It was just held, and the browser is on its way to the payment page. */
  leaving?: boolean
  zone: string
}

export function HoldNote({ mentor, own, leaving = false, zone }: HoldNoteProps) {
  const [first] = mentor.name.split(' ')
  return (
    <p role={leaving ? 'status' : undefined} className="rounded-control border-l-4 border-magenta bg-tint px-4 py-3">
      {own ? (
        <>
          {first} has {dayIn(new Date(own.at), zone)}, <TwoClocks at={new Date(own.at)} zone={zone} other={mentor} />{' '}
          held for you until <strong className="font-semibold">{timeIn(new Date(own.payBefore), zone)}</strong>.{' '}
          {leaving && 'The payment page is opening. '}
          <a href={own.payUrl} className="link">
            Continue to payment
          </a>
          {!leaving && ', or cancel there to change anything'}.
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
