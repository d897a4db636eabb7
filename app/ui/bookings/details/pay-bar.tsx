import type { MinorUnits } from '#domain/payments/money'
import * as m from '#messages/bookings'
import { formatMoney } from '#words/prices'
import { Alert } from '../../controls/alert.tsx'
import { Button } from '../../controls/button.tsx'
import { explainBookingProblem, type BookingProblem } from '../booking-problem.ts'
import { FootPrice } from '../foot-price.tsx'

type PayBarProps = {
  price: MinorUnits
  currency: string
  problem: BookingProblem | null
  /** The reader's. */
  zone: string
  busy: boolean
  /** Pay cannot be pressed yet. */
  disabled: boolean
  /** Whether someone else may pay. */
  acceptsLinks: boolean
  onBack: () => void
}

/** The foot of step 2: what went wrong, the price, Back and Pay. */
export function PayBar({ price, currency, problem, zone, busy, disabled, acceptsLinks, onBack }: PayBarProps) {
  return (
    <div className="sticky bottom-0 grid gap-3 border-t border-hair bg-deep step-gutter py-3 [@media(max-height:32rem)]:static">
      {problem && (
        <Alert>
          <p>{explainBookingProblem(problem, zone)}</p>
        </Alert>
      )}
      <div className="flex min-h-14 flex-wrap items-center justify-end gap-3">
        <p className="me-auto note">
          <FootPrice {...{ price, currency }} />
          <span className="max-[22rem]:hidden">{m.stepTwoOfTwo()}</span>
        </p>
        {/* Pay is first in the markup, so that Enter in a field pays and does not go back. On the screen it is last. */}
        <Button type="submit" disabled={disabled} className="order-2 min-w-32 shrink-0">
          {busy ? m.processing() : price === 0 ? m.bookForFree() : m.pay({ price: formatMoney(price, currency) })}
        </Button>
        <Button
          type="submit"
          variant="secondary"
          name="intent"
          value="choose"
          disabled={busy}
          onClick={(event) => {
            event.preventDefault()
            onBack()
          }}
          className="order-1 shrink-0"
        >
          {m.back()}
        </Button>
        {acceptsLinks && <SomeoneElsePays disabled={disabled} className="max-sm:hidden" />}
      </div>
    </div>
  )
}

/** Stands in the bar, and on a phone, where it would take a line of the form away, below it. Behind Pay in the markup, too. */
export function SomeoneElsePays({ disabled, className }: { disabled: boolean; className: string }) {
  return (
    <button
      type="submit"
      name="payment"
      value="by_link"
      disabled={disabled}
      className={`tall-link disabled:cursor-not-allowed disabled:text-ink-2 disabled:no-underline ${className}`}
    >
      {m.someoneElsePays()}
    </button>
  )
}
