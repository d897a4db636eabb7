/** Holds a slot for the booking page and the booking dialog, and says in their terms why it could not. */
import { likelyAddress } from '#domain/accounts/mistyped-address'
import type { BookingError } from '#domain/bookings/booking'
import { err, ok, type Result } from '#domain/result'
import { minutesAfter } from '#domain/time/wall-time'
import { rememberLanguage } from '#server/accounts/queries'
import { readBookingForm } from '#server/bookings/form'
import { holdSlot } from '#server/bookings/holds/hold'
import type { BookingClient } from '#server/bookings/holds/hold-request'
import { requestPath } from '#server/bookings/payment-requests/link'
import type { App } from '#server/context'
import { problemStatus, type ProblemCode } from '#server/platform/http/problem'
import type { BookingProblem } from '../../ui/bookings/booking-problem.ts'
import type { HoldResponse } from '../../ui/bookings/payment.ts'
import { currentLanguage } from '../../../messages/runtime.ts'

/** Where a free session waits to be confirmed: on the host of the booking page, whose cookie finds the hold. */
export const CONFIRM_PAGE = '/confirm'

/** Holds the slot that a posted form asks for. Throws only when the product itself fails. */
export async function holdFromForm(
  app: App,
  form: FormData,
  client: BookingClient,
  accountId: string | null,
): Promise<Result<HoldResponse, BookingProblem>> {
  const read = readBookingForm(form)
  if (!read.ok) return err(problemOfFields(read.error))
  const meant = likelyAddress(read.value.email)
  const emailRequested = form.get('emailAsked')
  if (meant && !(typeof emailRequested === 'string' && emailRequested.trim() === read.value.email))
    return err({ code: 'email_doubtful', meant })
  const held = await holdSlot(app, read.value, client, accountId)
  if (!held.ok) return err(toBookingProblem(held.error, app.now()))
  if (accountId) await rememberLanguage(app.db, accountId, currentLanguage())
  const { checkoutId, payUrl, payBefore } = held.value
  const free = checkoutId === null
  const byLink = !free && read.value.payment === 'by_link'
  const page = free ? CONFIRM_PAGE : byLink ? requestPath(app, held.value) : payUrl
  return ok({ payUrl: page, payBefore: payBefore.toISOString(), free, byLink })
}

/** The time and the session are not typed, so no field can show their error: another one has to be chosen. */
function problemOfFields(fields: Record<string, string>): BookingProblem {
  if (fields['sessionTypeId']) return { code: 'session_type_not_found' }
  if (fields['startsAt']) return { code: 'slot_not_bookable' }
  return { code: 'invalid', fields }
}

function toBookingProblem(error: BookingError, now: Date): BookingProblem {
  switch (error.code) {
    case 'slot_taken':
      return { code: 'slot_taken', alternatives: error.alternatives.map(({ startsAt }) => startsAt.toISOString()) }
    case 'too_many_holds':
      return { ...error, until: minutesAfter(now, error.retryAfter / 60).toISOString() }
    case 'already_paid':
      return { code: 'already_paid', success: `/success?session_id=${error.checkoutId}` }
    case 'session_type_not_found':
    case 'slot_not_bookable':
    case 'price_changed':
    case 'no_payment_link':
    case 'code_not_valid':
    case 'payments_unavailable':
      return error
  }
}

/** The HTTP status and headers of a problem. */
export function toResponseInit(problem: BookingProblem): { status: number; headers: Record<string, string> } {
  const headers: Record<string, string> =
    problem.code === 'too_many_holds' ? { 'Retry-After': String(problem.retryAfter) } : {}
  return { status: problemStatus(PROBLEMS[problem.code]), headers }
}

/** The same problems in the API, which has the table of statuses. */
const PROBLEMS: Record<BookingProblem['code'], ProblemCode> = {
  invalid: 'invalid',
  email_doubtful: 'invalid',
  session_type_not_found: 'not_found',
  slot_taken: 'slot_taken',
  price_changed: 'price_changed',
  no_payment_link: 'no_payment_link',
  code_not_valid: 'code_not_valid',
  already_paid: 'already_paid',
  slot_not_bookable: 'slot_not_bookable',
  too_many_holds: 'too_many_holds',
  payments_unavailable: 'payments_unavailable',
  unreachable: 'internal', // The browser itself reports this one and the next.
  failed: 'internal',
}
