import type { MinorUnits } from '#domain/payments/money'
import { describePrice } from '#words/prices'

type FootPriceProps = {
  price: MinorUnits
  currency: string
  /** The price in the visitor's currency, where there is room for it. */
  about?: string | undefined
}

/** The price beside the button that leads on, on a phone. Wider screens show it in the head of the step. */
export function FootPrice({ price, currency, about }: FootPriceProps) {
  return (
    <span className="block sm:hidden">
      <span className="text-xl font-semibold text-ink">{describePrice(price, currency)}</span>
      {about && <span className="whitespace-nowrap tabular-nums"> ({about})</span>}
    </span>
  )
}
