import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A random id in Stripe's form. A checkout's is longer, because anyone who knows it can open its page. */
export function newId(prefix: 'cs_test' | 'li' | 'pi' | 'ch' | 're' | 'dp' | 'evt' | 'req'): string {
  const length = prefix === 'cs_test' ? 56 : 24
  // 256 is not a multiple of 62: the slight bias to the first letters costs less than one of 330 bits.
  return `${prefix}_${Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')}`
}
