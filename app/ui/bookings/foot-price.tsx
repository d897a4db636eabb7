import { priceInWords, type Pence } from '#domain/payments/money'

/** The price beside the button that leads on, on a phone. Wider screens show it in the head of the step. */
export function FootPrice({ price }: { price: Pence }) {
  return <span className="block text-xl font-semibold text-ink sm:hidden">{priceInWords(price)}</span>
}
