/** Joins the waitlist for a cohort for one's crossing. Decision 0037. */
import type { Session } from '#domain/accounts/account'
import type { Client } from '#domain/accounts/client'
import { err, type Result } from '#domain/result'
import { intakeMonths } from '#domain/waitlist'
import type { TooMany } from '#server/accounts/sign-in/attempts'
import { listOpenCohortsFor } from '#server/cohorts/crossing-waitlist/crossing-waitlist-queries'
import { areCohortsPublished } from '#server/cohorts/queries'
import type { App } from '#server/context'
import { isCountry } from '#server/platform/reference/countries'
import { limitWaitlistRequests, addToWaitlist } from '#server/waitlist/waitlist'

/** `from`, `to`: countries. `intake`: YYYY-MM. `timeZone`: of the browser; null if it is not known. */
type CrossingWaitlistInput = { email: string; from: string; to: string; intake: string; timeZone: string | null }

/**
 * `invalid`: a country or a month that cannot be chosen. `has_cohorts`: there is one for this crossing already. `full`: as
 * many wait as may.
 */
export type CrossingWaitlistError =
  | TooMany
  | { code: 'invalid'; field: 'from' | 'to' | 'intake' }
  | { code: 'has_cohorts'; cohorts: { slug: string; title: string }[] }
  | { code: 'full' }

/** Puts an address on the list for a crossing. `confirmed`: without an email, since it is the address of the account. */
export async function joinCohortWaitlist(
  app: App,
  { email, from, to, intake, timeZone }: CrossingWaitlistInput,
  who: { client: Client; session: Session | null },
): Promise<Result<{ confirmed: boolean }, CrossingWaitlistError>> {
  const limited = await limitWaitlistRequests(app, who.client)
  if (!limited.ok) return limited
  if (!isCountry(from)) return err({ code: 'invalid', field: 'from' })
  if (!isCountry(to)) return err({ code: 'invalid', field: 'to' })
  if (!intakeMonths(app.now()).includes(intake)) return err({ code: 'invalid', field: 'intake' })
  const crossing = { fromCountry: from, toCountry: to }
  const cohorts = await readOpenCohortsFor(app, crossing)
  if (cohorts.length > 0) return err({ code: 'has_cohorts', cohorts })
  return addToWaitlist(app, { ...crossing, intake }, { about: 'cohort_interest', email, timeZone }, who)
}

/** The cohorts for a crossing that have not begun. Empty while cohorts are not published. */
export async function readOpenCohortsFor(app: App, crossing: { fromCountry: string; toCountry: string }) {
  if (!(await areCohortsPublished(app.db))) return []
  return listOpenCohortsFor(app.db, crossing, app.now().toISOString().slice(0, 10))
}
