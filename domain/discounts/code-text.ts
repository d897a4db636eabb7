/** How codes are written. */
import { REFERENCE_LETTERS } from '#domain/bookings/booking'

/** As typed, in characters: shorter ones could be guessed. */
const MIN_CODE_LETTERS = 4
const MAX_CODE_LETTERS = 40

/**
 * A code as it is stored and compared: in capitals, without spaces and hyphens. Null for what cannot be a code: other
 * characters than A to Z and digits, too short, or too long.
 */
export function normalizeCode(typed: string): string | null {
  const code = typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
  return /^[A-Z0-9]+$/.test(code) && code.length >= MIN_CODE_LETTERS && code.length <= MAX_CODE_LETTERS ? code : null
}

/** Generates a code, one letter per random byte. Takes at least 10 bytes (50 bits), so that the code can't be guessed. */
export function generateCode(random: Uint8Array): string {
  if (random.length < 10) throw new Error('A code needs 10 random bytes')
  return Array.from(random, (byte) => REFERENCE_LETTERS[byte % 32]).join('')
}
