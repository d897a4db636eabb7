/** What an admin types about bookings: what the list shows, and what is done to one. */
import { z } from 'zod'
import type { BookingStatus } from '#domain/bookings/booking'
import { readPrice } from '#domain/mentors/price'
import { toMinorUnits, type MinorUnits } from '#domain/payments/money'
import { calendarInstant, dateAfter } from '#domain/time/wall-time'
import { isRowId } from '#domain/row-id'
import { err, ok, type Result } from '#domain/result'
import { readForm, type FieldErrors } from '#server/platform/http/form'
import { requiredText, text } from '#server/platform/http/text'
import * as m from '#messages/forms'

const STATUSES = [
  'held',
  'confirmed',
  'completed',
  'no_show',
  'cancelled',
  'expired',
] as const satisfies BookingStatus[]
const KINDS = ['session', 'package'] as const
export const PAYMENTS = ['free', 'unpaid', 'paid', 'returned'] as const
const SORTS = ['latest', 'earliest', 'made'] as const

const MAX_SEARCH = 100
const MAX_REASON = 500
const MAX_NOTE = 1_000

type Typed = (name: string) => string

/** As typed, so that the form can show it again. A value that is not among the choices counts as none. */
export type TypedFilter = {
  q: string
  kind: (typeof KINDS)[number] | null
  status: (typeof STATUSES)[number] | null
  payment: (typeof PAYMENTS)[number] | null
  mentor: string | null
  from: string
  until: string
  sort: (typeof SORTS)[number]
}

export function readTypedFilter(typed: Typed): TypedFilter {
  const among = <Choice extends string>(name: string, choices: readonly Choice[]) =>
    choices.find((choice) => choice === typed(name)) ?? null
  const date = (name: string) => (/^\d{4}-\d\d-\d\d$/.test(typed(name)) ? typed(name) : '')
  return {
    q: readable(typed('q')).slice(0, MAX_SEARCH),
    kind: among('kind', KINDS),
    status: among('status', STATUSES),
    payment: among('payment', PAYMENTS),
    mentor: isRowId(typed('mentor')) ? typed('mentor') : null,
    from: date('from'),
    until: date('until'),
    sort: among('sort', SORTS) ?? 'latest',
  }
}

/** Without what PostgreSQL refuses. */
const readable = (text: string) => text.toWellFormed().replaceAll('\0', '').trim()

/** `until` is the last day that is shown. `zone`: of the dates. */
export function toBookingFilter({ q, kind, status, payment, mentor, from, until }: TypedFilter, zone: string) {
  const midnight = (date: string) => (date ? calendarInstant({ date, time: '00:00' }, zone) : null)
  const after = until && midnight(until) ? midnight(dateAfter(until, 1)) : null
  return { search: q, kind, status, payment, mentorId: mentor, from: midnight(from), until: after }
}

/** The row after or before which a page begins: "1893456000000.<id>" */
export function readCursor(text: string): { at: Date; id: string } | null {
  const [, at = '', id = ''] = /^(\d{1,15})\.(.+)$/.exec(text) ?? []
  return isRowId(id) ? { at: new Date(Number(at)), id } : null
}

const refundForm = z.object({
  amount: z.string(),
  shown: z.string().regex(/^\d{1,10}$/),
  status: z.enum(STATUSES),
  reason: requiredText(MAX_REASON, m.enterTeamReason),
})

type RefundForm = { amount: MinorUnits; shown: MinorUnits; status: BookingStatus; reason: string }

/** `shown`, `status`: what could go back, and the booking's, when the page was made. `currency`: the booking's. */
export function readRefundForm(form: FormData, currency: string): Result<RefundForm, FieldErrors> {
  const read = readForm(refundForm, form)
  if (!read.ok) return read
  const amount = readPrice(read.value.amount, currency)
  if (!amount) return err({ amount: m.enterSum() })
  return ok({ ...read.value, amount, shown: toMinorUnits(Number(read.value.shown)) })
}

const moveForm = z.object({
  date: z.string().regex(/^\d{4}-\d\d-\d\d$/, { error: m.chooseDate }),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: m.enterTime }),
  revision: z.string().regex(/^\d{1,9}$/),
})

/** `zone`: of the mentor's clock, on which the time is typed. */
export function readMoveForm(form: FormData, zone: string): Result<{ startsAt: Date; revision: number }, FieldErrors> {
  const read = readForm(moveForm, form)
  if (!read.ok) return read
  const { date, time, revision } = read.value
  const startsAt = calendarInstant({ date, time }, zone)
  return startsAt ? ok({ startsAt, revision: Number(revision) }) : err({ date: m.dateMustExist() })
}

const noteForm = z.object({ note: requiredText(MAX_NOTE, m.enterNote) })

export const readNoteForm = (form: FormData) => readForm(noteForm, form)

const mailForm = z.object({ mail: z.string().refine(isRowId), sending: z.string().regex(/^\d{1,3}$/) })

export const readMailForm = (form: FormData) => readForm(mailForm, form)

const cancelForm = z.object({ shown: z.string().regex(/^\d{1,10}$/) })

export const readCancelForm = (form: FormData) => readForm(cancelForm, form)

const reasonForm = z.object({ reason: requiredText(MAX_REASON, m.enterReason) })

export const readReasonForm = (form: FormData) => readForm(reasonForm, form)

const optionalReasonForm = z.object({ reason: text(MAX_REASON) })

export const readOptionalReasonForm = (form: FormData) => readForm(optionalReasonForm, form)
