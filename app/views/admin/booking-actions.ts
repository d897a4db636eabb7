/** What comes of an admin's form about a booking. Server side. */
import { data } from 'react-router'
import type { Session } from '#domain/accounts/account'
import type { Client } from '#domain/accounts/client'
import { toMinorUnits } from '#domain/payments/money'
import { accountActor } from '#server/accounts/audit'
import type { AuditActor } from '#server/accounts/audit-queries'
import { readOwnReason } from '#server/accounts/form'
import type { ConflictOfInterestError } from '#server/accounts/conflicts-of-interest'
import { cancelAsAdmin, moveAsAdmin, noteOnBooking, sendMailAgain } from '#server/bookings/admin/booking-actions'
import { refundPart } from '#server/bookings/admin/partial-refund'
import { rebook } from '#server/bookings/admin/rebook'
import { readCancelForm, readMailForm, readMoveForm, readNoteForm, readRefundForm } from '#server/bookings/admin/form'
import { readMoveForm as readRebookForm } from '#server/bookings/session-moves/form'
import { findRecordedBooking, type RecordedBooking } from '#server/bookings/admin/record-queries'
import type { App } from '#server/context'
import * as m from '#messages/admin'
import { CONFLICT_OF_INTEREST_WORDS } from '#words/conflict-of-interest'
import { formatMoney } from '#words/prices'
import type { RecordResult } from '../../ui/admin/bookings/booking-record.tsx'

/** What is said after an action, by `?done=`. */
const DONE = {
  cancelled: m.sessionCancelled,
  package_cancelled: m.packageCancelled,
  refunded: m.refundOnWay,
  rebooked: m.sessionBooked,
  moved: m.sessionMoved,
  mailed: m.emailOnWay,
  noted: m.noteSaved,
}

export function recordDone(query: URLSearchParams): string | null {
  const done = query.get('done') ?? ''
  return Object.hasOwn(DONE, done) ? DONE[done as keyof typeof DONE]() : null
}

type Posted = { app: App; session: Session; client: Client; reference: string; form: FormData }

/** `done`: of `DONE`. `about`: the confirmation to show again. */
type Handled = { done: keyof typeof DONE } | { status: number; result: RecordResult; about: string }

/** Throws 404 for an unknown booking, 400 for a form that none of our pages sends. */
export async function handleBookingAction({ app, session, client, reference, form }: Posted): Promise<Handled> {
  const booking = await findRecordedBooking(app.db, reference)
  if (!booking) throw data(null, 404)
  const intent = form.get('do')
  const act = typeof intent === 'string' && Object.hasOwn(acts, intent) ? acts[intent as keyof typeof acts] : null
  if (!act) throw data(null, 400)
  const actor = accountActor(session.accountId, client, readOwnReason(form.get('own_reason')))
  const outcome = await act({ app, booking, form, actor })
  if ('done' in outcome) return outcome
  const typed = Object.fromEntries([...form.entries()].filter((entry) => typeof entry[1] === 'string'))
  return {
    status: 'problem' in outcome ? 409 : 400,
    result: { problem: null, fields: {}, ...outcome, typed: typed as Record<string, string> },
    about: String(intent),
  }
}

type ActionInput = { app: App; booking: RecordedBooking; form: FormData; actor: AuditActor }
type Outcome = { done: keyof typeof DONE } | { problem: string } | { fields: Record<string, string> }

const ownProblem = ({ matter }: ConflictOfInterestError) => ({ problem: CONFLICT_OF_INTEREST_WORDS[matter]() })

const acts = {
  cancel: async ({ app, booking: { id, currency, sessions }, form, actor }: ActionInput): Promise<Outcome> => {
    const read = readCancelForm(form)
    if (!read.ok) throw data(null, 400)
    const cancelled = await cancelAsAdmin(app, { id, shown: toMinorUnits(Number(read.value.shown)), actor })
    if (cancelled.ok) return { done: sessions === null ? 'cancelled' : 'package_cancelled' }
    switch (cancelled.error.code) {
      case 'own':
        return ownProblem(cancelled.error)
      case 'not_confirmed':
        return { problem: m.alreadyCancelled() }
      case 'begun':
        return { problem: m.sessionStarted() }
      case 'refund_changed':
        return { problem: m.refundChanged({ refund: formatMoney(cancelled.error.refund, currency) }) }
    }
  },
  refund: async ({ app, booking: { id, currency }, form, actor }: ActionInput): Promise<Outcome> => {
    const read = readRefundForm(form, currency)
    if (!read.ok) {
      if (read.error['shown'] || read.error['status']) throw data(null, 400)
      return { fields: read.error }
    }
    const given = await refundPart(app, { id, ...read.value, actor })
    if (given.ok) return { done: 'refunded' }
    if (given.error.code === 'own') return ownProblem(given.error)
    if (given.error.code === 'package') return { problem: m.packageNotInPart() }
    if (given.error.code === 'status_changed') return { problem: m.bookingChanged() }
    const left = formatMoney(given.error.left, currency)
    return given.error.code === 'too_much'
      ? { fields: { amount: m.refundAtMost({ left }) } }
      : { problem: m.refundJustMade({ left }) }
  },
  move: async ({ app, booking, form, actor }: ActionInput): Promise<Outcome> => {
    const read = readMoveForm(form, booking.mentorTimeZone)
    if (!read.ok) return read.error['revision'] ? Promise.reject(data(null, 400)) : { fields: read.error }
    const moved = await moveAsAdmin(app, { id: booking.id, ...read.value, actor })
    if (moved.ok) return { done: 'moved' }
    switch (moved.error.code) {
      case 'own':
        return ownProblem(moved.error)
      case 'past':
        return { fields: { time: m.futureTime() } }
      case 'slot_taken':
        return { fields: { time: m.mentorBusy() } }
      case 'begun':
        return { problem: m.startedNotMoved() }
      default:
        return { problem: m.alreadyMoved() }
    }
  },
  rebook: async ({ app, booking: { id }, form, actor }: ActionInput): Promise<Outcome> => {
    const read = readRebookForm(form)
    if (!read.ok) throw data(null, 400)
    const booked = await rebook(app, { id, ...read.value, actor })
    if (booked.ok) return { done: 'rebooked' }
    switch (booked.error.code) {
      case 'own':
        return ownProblem(booked.error)
      case 'not_free':
        return { problem: m.timeNotFree() }
      case 'code_used_up':
        return { problem: m.codeUsedUpMeanwhile() }
      case 'changed':
        return { problem: m.bookedByAnother() }
      case 'not_paid_for_nothing':
        return { problem: m.refundedNotBooked() }
    }
  },
  mail: async ({ app, form, actor }: ActionInput): Promise<Outcome> => {
    const read = readMailForm(form)
    if (!read.ok) throw data(null, 400)
    const { mail: mailId, sending } = read.value
    const sent = await sendMailAgain(app, { mailId, sending: Number(sending), actor })
    return sent.ok ? { done: 'mailed' } : { problem: m.alreadyResent() }
  },
  note: async ({ app, booking: { id }, form, actor }: ActionInput): Promise<Outcome> => {
    const read = readNoteForm(form)
    if (!read.ok) return { fields: read.error }
    await noteOnBooking(app, { id, text: read.value.note, actor })
    return { done: 'noted' }
  },
}
