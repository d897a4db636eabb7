/** The secret address of a calendar at another service. */
import { readOutsideAddress, type AddressProblem } from '#domain/outside-address'
import type { Result } from '#domain/result'

/** `webcal:` is what Apple and others write for https. */
export const readCalendarAddress = (typed: string): Result<URL, AddressProblem> =>
  readOutsideAddress(typed.trim().replace(/^webcals?:\/\//i, 'https://'))
