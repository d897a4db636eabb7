/** The result of the forms for signing in and signing up, on their pages and in the header's dialog. */

/**
 * `refused`: wrong address or password. `over`: the first step of signing in was too long ago. `unreached`: no response
 * came.
 */
export type Refusal =
  | { code: 'refused' | 'suspended' | 'wrong_code' | 'over' | 'google' | 'unreached' }
  | { code: 'too_many'; seconds: number }
  | { code: 'closed'; kind: 'app' | 'backup'; seconds: number }

/** `typed` is filled in again: never a password. `sent`: the address that a link was emailed to. */
export type AccountResult = {
  typed: { name?: string; email?: string }
  fields: Record<string, string>
  refusal: Refusal | null
  sent: string | null
}

export const NO_ANSWER: AccountResult = { typed: {}, fields: {}, refusal: null, sent: null }

/** The address of a page that leads to `next` afterwards, a path on this site. */
export function leadingTo(page: string, next: string): string {
  return next === '/' ? page : `${page}?next=${encodeURIComponent(next)}`
}
