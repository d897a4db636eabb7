import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Letters and digits after a prefix as Stripe writes them. Whoever knows a checkout's id may pay it: its 56 cannot be guessed. */
export function newId(prefix: 'cs_test' | 'li' | 'pi' | 'ch' | 're' | 'dp' | 'evt' | 'req'): string {
  const length = prefix === 'cs_test' ? 56 : 24
  // 256 is no multiple of 62: the slight preference for the first letters costs less than a bit of the 330.
  return `${prefix}_${Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')}`
}
