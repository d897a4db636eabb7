/** Joins the waitlist of a mentor who has no free time. Decision 0037. */
import type { Session } from '#domain/accounts/account'
import type { Client } from '#domain/accounts/client'
import { err, type Result } from '#domain/result'
import type { TooMany } from '#server/accounts/sign-in/attempts'
import { readSoonest } from '#server/mentors/availability/slots'
import type { App } from '#server/context'
import { limitWaitlistRequests, addToWaitlist } from '#server/waitlist/waitlist'

/** `timeZone`: of the browser; null if it is not known. */
type JoinRequest = { mentor: { id: string; slug: string }; email: string; timeZone: string | null }

/** `has_times`: there is something to book. `full`: as many wait as may. */
export type AskRefusal = TooMany | { code: 'has_times' | 'full' }

/** Puts an address on the list of an accepted mentor. `confirmed`: without an email. */
export async function joinMentorWaitlist(
  app: App,
  { mentor, email, timeZone }: JoinRequest,
  who: { client: Client; session: Session | null },
): Promise<Result<{ confirmed: boolean }, AskRefusal>> {
  const limited = await limitWaitlistRequests(app, who.client)
  if (!limited.ok) return limited
  if (await readSoonest(app, mentor.slug)) return err({ code: 'has_times' })
  return addToWaitlist(app, { mentorId: mentor.id }, { about: 'waiting', email, timeZone }, who)
}
