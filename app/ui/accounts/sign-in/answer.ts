/** What the forms of signing in and up are answered with, on their pages and in the header's dialog. */

/** `refused`: the address or the password. `over`: the first step of signing in is too long ago. `unreached`: no answer came. */
export type Refusal =
  | { code: 'refused' | 'suspended' | 'wrong_code' | 'over' | 'google' | 'unreached' }
  | { code: 'too_many'; seconds: number }
  | { code: 'closed'; kind: 'app' | 'backup'; seconds: number }

/** `typed` is what comes back to the form: never a password. `sent`: the address that a link was mailed to. */
export type AccountAnswer = {
  typed: { name?: string; email?: string }
  fields: Record<string, string>
  refusal: Refusal | null
  sent: string | null
}

export const NO_ANSWER: AccountAnswer = { typed: {}, fields: {}, refusal: null, sent: null }

/** The address of a page that leads on to `next` afterwards, a path of ours. */
export function leadingTo(page: string, next: string): string {
  return next === '/' ? page : `${page}?next=${encodeURIComponent(next)}`
}
