/** What the forms for a seat in a cohort and for a package have in common. Server side. */
import { data, redirect, redirectDocument } from 'react-router'
import type { Session } from '#domain/accounts/account'
import { timeIn } from '#domain/time/clock'
import { minutesAfter } from '#domain/time/wall-time'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import * as m from '#messages/cohorts'
import { shortDayIn } from '#words/time'
import type { TypedBuyer } from '../../ui/forms/buyer-fields.tsx'

/** What is in the fields at first. */
export const prefillBuyer = (session: Session | null): TypedBuyer => ({
  name: session?.name ?? '',
  email: session ? formatEmailAddress(session.email) : '',
  phone: '',
})

export function readTypedBuyer(form: FormData): TypedBuyer {
  const text = (name: string) => {
    const given = form.get(name)
    return typeof given === 'string' ? given : ''
  }
  return { name: text('name'), email: text('email'), phone: text('phone') }
}

/** Until when nothing more can be held. `retryAfter`: seconds. */
export function explainTooManyHolds(retryAfter: number, now: Date): string {
  const until = minutesAfter(now, retryAfter / 60)
  return m.tooManyHolds({ day: shortDayIn(until, 'UTC'), time: timeIn(until, 'UTC') })
}

/** `retryAfter`: seconds. */
type PurchaseOutcome<Result> = { to: string } | { result: Result; status: number; retryAfter?: number }

/**
 * Responds to a purchase form: shows it again, or throws a redirect. The hosted payment page is not ours, even in the sandbox, so the
 * router must leave that redirect to the browser.
 *
 * @param own How the addresses of our own pages begin, such as `/packages/`.
 */
export function respondToPurchase<Result>(
  outcome: PurchaseOutcome<Result>,
  own: string,
  headers: Record<string, string>,
) {
  if ('to' in outcome) {
    throw outcome.to.startsWith(own)
      ? redirect(outcome.to, { status: 303, headers })
      : redirectDocument(outcome.to, { headers })
  }
  const wait = outcome.retryAfter && { 'Retry-After': String(outcome.retryAfter) }
  return data(outcome.result, { status: outcome.status, headers: { ...headers, ...wait } })
}
