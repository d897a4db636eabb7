/** Whether what an admin is about to decide is about themselves. Pure. Decision 0042. */
import { emailKey } from '#domain/accounts/email-key'

/** `another`: another admin decides it. `alone`: there is no other one, so they decide it and say why. */
export type ConflictOfInterest = 'another' | 'alone'

/** Whom a thing is about: their accounts, and the addresses of those who came without one. */
export type PeopleOf = { accounts: (string | null)[]; emails: (string | null)[] }

/** `email`: null until it is confirmed. `isAlone`: there is no other admin. */
export type Decider = { accountId: string; email: string | null; isAlone: boolean }

/** Null: it is about others. */
export function findConflictOfInterest(
  { accountId, email, isAlone }: Decider,
  { accounts, emails }: PeopleOf,
): ConflictOfInterest | null {
  const key = email === null ? null : emailKey(email)
  const isOwn = accounts.includes(accountId) || (key !== null && emails.some((each) => each && emailKey(each) === key))
  if (!isOwn) return null
  return isAlone ? 'alone' : 'another'
}
