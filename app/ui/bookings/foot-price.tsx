import { priceInWords, type Pence } from '#domain/payments/money'

/** The price beside the button that leads on. On a wider screen it stands at the top. */
export function FootPrice({ price }: { price: Pence }) {
  return <span className="block text-xl font-semibold text-ink sm:hidden">{priceInWords(price)}</span>
}
