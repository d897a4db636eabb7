/** Joining a cohort: what the form says, and what becomes of it. Server side. */
import type { Session } from '#domain/accounts/account'
import { rememberLanguage } from '#server/accounts/queries'
import type { BookingClient } from '#server/bookings/holds/hold-request'
import { findJoinable, holdSeat, type SeatError } from '#server/cohorts/seats/hold-seat'
import { readSeatForm } from '#server/cohorts/seats/form'
import { hashSecret } from '#server/bookings/holds/release'
import { countTakenSeats, findSeatBySecretHash } from '#server/cohorts/seats/seats-queries'
import type { App } from '#server/context'
import { findPolicyOfAccount } from '#server/mentors/queries'
import type { JoinResult, JoinView } from '../../ui/cohorts/joining/join-page.tsx'
import { NO_CODE } from '../../ui/discounts/code-entry.ts'
import { explainTooManyHolds, prefillBuyer, readTypedBuyer } from '../bookings/purchase.ts'
import { asksForCode, readCodeEntry, typedCodeOf } from '../discounts/quote.ts'
import { formatDates } from '../../ui/cohorts/cohort-view.ts'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import * as m from '#messages/cohorts'
import { aboutPart, type AboutPrice } from '#words/about-price'
import { explainCodeProblem } from '#words/discounts/code-problem'
import { POLICY_SENTENCES } from '#words/bookings/policies'
import { describePrice, formatMoney } from '#words/prices'
import { currentLanguage } from '../../../messages/runtime.ts'

/** Null: there is no such cohort to join. `again`: the secret of a seat that was held here before. */
export async function readJoin(
  app: App,
  slug: string,
  { session, again, about }: { session: Session | null; again: string | null; about: AboutPrice },
): Promise<JoinView | null> {
  const cohort = await findJoinable(app, slug)
  if (!cohort) return null
  const { content } = cohort
  const { pricePence, currency } = content
  const taken = (await countTakenSeats(app.db, [cohort.id])).get(cohort.id) ?? 0
  const earlier = again && /^[\w-]{20,100}$/.test(again) ? await findSeatBySecretHash(app.db, hashSecret(again)) : null
  const typed =
    earlier && earlier.slug === slug && !earlier.paidAt && earlier.status !== 'cancelled'
      ? { name: earlier.menteeName, email: formatEmailAddress(earlier.menteeEmail), phone: '' }
      : prefillBuyer(session)
  const policy = await findPolicyOfAccount(app.db, cohort.accountId)
  return {
    slug,
    title: content.title,
    mentorName: content.mentorName,
    dates: formatDates(content),
    left: content.seats - taken,
    pricePence,
    currency,
    price: describePrice(pricePence, currency),
    ...aboutPart(about, pricePence, currency),
    refundRule: pricePence === 0 ? null : m.refundRule({ rule: POLICY_SENTENCES[policy]() }),
    typed,
    canceled: again !== null,
  }
}

/** Where the visitor goes to pay or to confirm, or what the form says. Null: there is no such cohort to join. */
export async function joinByForm(
  app: App,
  slug: string,
  form: FormData,
  by: { client: BookingClient; session: Session | null; timeZone: string | null },
): Promise<{ to: string } | { result: JoinResult; status: number; retryAfter?: number } | null> {
  if (!(await findJoinable(app, slug))) return null
  const typed = readTypedBuyer(form)
  const readCode = () => readCodeEntry(app, { cohort: slug }, form, by.client)
  if (asksForCode(form)) return { result: { typed, code: await readCode(), errors: {}, problem: null }, status: 200 }
  const read = readSeatForm(form)
  if (!read.ok) return { result: { typed, code: await readCode(), errors: read.error, problem: null }, status: 400 }
  const request = { slug, timeZone: by.timeZone, ...read.value }
  const accountId = by.session?.accountId ?? null
  const held = await holdSeat(app, request, by.client, accountId)
  if (held.ok && accountId) await rememberLanguage(app.db, accountId, currentLanguage())
  if (held.ok) return { to: held.value.checkoutId === null ? `/cohorts/${slug}/joined` : held.value.payUrl }
  const { error } = held
  if (error.code === 'already_paid') return { to: `/cohorts/${slug}/joined?session_id=${error.checkoutId}` }
  const problem = explainBookingProblem(error, app.now())
  return {
    result: {
      typed,
      code:
        error.code === 'code_not_valid' ? { ...NO_CODE, typed: typedCodeOf(form), error: problem } : await readCode(),
      errors: {},
      problem,
      ...(error.code === 'full' && { full: true }),
    },
    status: STATUS[error.code],
    ...(error.code === 'too_many_holds' && { retryAfter: error.retryAfter }),
  }
}

const STATUS = {
  not_open: 409,
  full: 409,
  price_changed: 409,
  code_not_valid: 422,
  payments_unavailable: 502,
  too_many_holds: 429,
} as const

function explainBookingProblem(error: Exclude<SeatError, { code: 'already_paid' }>, now: Date): string {
  switch (error.code) {
    case 'not_open':
      return m.notOpen()
    case 'full':
      return m.lastSeatTaken()
    case 'price_changed':
      return m.seatPriceChanged({ isFree: error.price === 0, price: formatMoney(error.price, error.currency) })
    case 'code_not_valid':
      return explainCodeProblem(error.reason)
    case 'payments_unavailable':
      return m.paymentUnreachable()
    case 'too_many_holds':
      return explainTooManyHolds(error.retryAfter, now)
  }
}
