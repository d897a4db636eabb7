import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

type PaymentPrefix = 'ch' | 'cs_test' | 'dp' | 'evt' | 'li' | 'pi' | 're' | 'req' | 'txn'
type ConnectPrefix = 'acct' | 'ba' | 'link' | 'po' | 'py' | 'pyr' | 'tr' | 'trr'

/** A random id in Stripe's form. Those of checkouts and account links are longer: anyone who knows one can open its page. */
export function newId(prefix: PaymentPrefix | ConnectPrefix): string {
  const length = prefix === 'cs_test' || prefix === 'link' ? 56 : prefix === 'acct' ? 16 : 24
  // 256 is not a multiple of 62: the slight bias to the first letters costs less than one of 330 bits.
  return `${prefix}_${Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')}`
}
