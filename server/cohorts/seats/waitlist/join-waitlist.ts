/** Joins the waitlist for a seat in a full cohort. Decision 0037. */
import type { Session } from '#domain/accounts/account'
import type { Client } from '#domain/accounts/client'
import { err, type Result } from '#domain/result'
import type { TooMany } from '#server/accounts/sign-in/attempts'
import { isFull } from '#server/cohorts/seats/seats-queries'
import type { App } from '#server/context'
import { limitWaitlistRequests, addToWaitlist } from '#server/waitlist/waitlist'

/** `timeZone`: of the browser; null if it is not known. */
type JoinRequest = { cohort: { id: string }; email: string; timeZone: string | null }

/** `has_seats`: one is free. `full`: as many wait as may. */
export type SeatAskRefusal = TooMany | { code: 'has_seats' | 'full' }

/** Puts an address on the list of a cohort that can be joined. `confirmed`: without an email. */
export async function joinSeatWaitlist(
  app: App,
  { cohort, email, timeZone }: JoinRequest,
  who: { client: Client; session: Session | null },
): Promise<Result<{ confirmed: boolean }, SeatAskRefusal>> {
  const limited = await limitWaitlistRequests(app, who.client)
  if (!limited.ok) return limited
  if (!(await isFull(app.db, cohort.id))) return err({ code: 'has_seats' })
  return addToWaitlist(app, { cohortId: cohort.id }, { about: 'seat_waiting', email, timeZone }, who)
}
