/** Responds to the forms of the page of a submission. Server side. */
import { data } from 'react-router'
import type { Session } from '#domain/accounts/account'
import type { Client } from '#domain/accounts/client'
import type { MentorField } from '#domain/mentors/content'
import { isRowId } from '#domain/row-id'
import { timeIn } from '#domain/time/clock'
import { readOwnReason } from '#server/accounts/form'
import type { ConflictOfInterestError } from '#server/accounts/conflicts-of-interest'
import type { App } from '#server/context'
import { requestCode, type AskError } from '#server/mentors/checks/codes'
import { confirmCheck, withdrawCheck, type ConfirmError } from '#server/mentors/checks/confirm'
import { readAddressForm, readConfirmForm } from '#server/mentors/checks/form'
import { changeStatusAsAdmin } from '#server/bookings/cancellation/mentor-states'
import type { StateError } from '#server/mentors/record/states'
import { decide, type DecideError } from '#server/mentors/review/decide'
import { readDecision, readStatusChange } from '#server/mentors/review/form'
import { findMentorOfSubmission } from '#server/mentors/review/submissions-queries'
import * as m from '#messages/application'
import { FIELD_NAMES } from '#words/mentors/mentor-fields'
import { CONFLICT_OF_INTEREST_WORDS } from '#words/conflict-of-interest'
import { dateIn } from '#words/time'
import { explainTooMany } from '../../../ui/accounts/sign-in/refusal.tsx'
import type { ReviewResult } from '../../../ui/mentors/review/review-view.ts'

type Posted = { app: App; session: Session; client: Client; id: string; form: FormData; zone: string }

/** Returns null when it was done. Throws 404 for an unknown id, 400 for a form that none of our pages sends. */
export async function handleReview(posted: Posted): Promise<{ result: ReviewResult; status: number } | null> {
  if (!isRowId(posted.id)) throw data(null, 404)
  const decided = await handleDecision(posted)
  if (decided !== 'another form') return decided
  const changed = await handleStatusChange(posted)
  if (changed !== 'another form') return changed
  const checked = await handleCheck(posted)
  if (checked !== 'another form') return checked
  throw data(null, 400)
}

const readActor = ({ session, client, form }: Pick<Posted, 'session' | 'client' | 'form'>) => {
  return { session, client, ownReason: readOwnReason(form.get('own_reason')) }
}

const ownRecord = (form: FormData, { matter }: ConflictOfInterestError) =>
  again(form, { problem: CONFLICT_OF_INTEREST_WORDS[matter]() }, 403)

type Handled = Awaited<ReturnType<typeof handleReview>> | 'another form'

async function handleDecision({ app, session, client, id, form, zone }: Posted): Promise<Handled> {
  if (form.get('intent') === 'review') return again(form, {}, 200)
  const read = readDecision(form)
  if (!read) return 'another form'
  if (!read.ok) return again(form, { fields: read.error }, 400)
  const { isSure, ...decision } = read.value
  const dropped = Object.keys(decision.requests).map((field) => FIELD_NAMES[field as MentorField]())
  if (decision.decision === 'accepted' && dropped.length > 0 && !isSure) return again(form, { dropped }, 200)
  if ((await findMentorOfSubmission(app.db, decision.submissionId)) !== id) throw data(null, 404)
  const decided = await decide(app, readActor({ session, client, form }), decision)
  return decided.ok ? null : refusedDecision(form, decided.error, zone)
}

const DECIDED = {
  accepted: m.acceptedBeforeYou,
  rejected: m.rejectedBeforeYou,
  changes_requested: m.requestedBeforeYou,
  withdrawn: m.withdrewBeforeYou,
}

const dateAndTime = (at: Date, zone: string) => ({ date: dateIn(at, zone), time: timeIn(at, zone) })

function refusedDecision(form: FormData, error: DecideError, zone: string): Handled {
  switch (error.code) {
    case 'not_found':
      throw data(null, 404)
    case 'reason_required':
      return again(form, { fields: { message: m.enterReason() } }, 400)
    case 'nothing_requested':
      return again(form, { fields: { message: m.enterRequests() } }, 400)
    case 'own':
      return ownRecord(form, error)
    case 'decided': {
      const who = error.by ?? (error.decision === 'withdrawn' ? m.theMentor() : m.someoneElse())
      const problem = DECIDED[error.decision]({ who, ...dateAndTime(error.at, zone) })
      return again(form, { problem, isOver: true }, 409)
    }
    case 'changed':
      return again(
        form,
        {
          problem: m.changedMeanwhile(dateAndTime(error.at, zone)),
        },
        409,
      )
  }
}

async function handleStatusChange({ app, session, client, id, form }: Posted): Promise<Handled> {
  const read = readStatusChange(form)
  if (!read) return 'another form'
  if (!read.ok) return again(form, { fields: read.error }, 400)
  const { event, reason } = read.value
  const changed = await changeStatusAsAdmin(app, readActor({ session, client, form }), id, event, reason)
  return changed.ok ? null : refusedStatusChange(form, event, changed.error)
}

function refusedStatusChange(form: FormData, event: string, error: StateError | ConflictOfInterestError): Handled {
  switch (error.code) {
    case 'own':
      return ownRecord(form, error)
    case 'not_found':
      throw data(null, 404)
    case 'reason_required':
      return again(form, { fields: { [`reason-${event}`]: m.enterReason() } }, 400)
    case 'not_possible':
      return again(form, { problem: m.statusChanged() }, 409)
  }
}

async function handleCheck({ app, session, client, id, form }: Posted): Promise<Handled> {
  const by = readActor({ session, client, form })
  switch (form.get('intent')) {
    case 'confirm_check': {
      const read = readConfirmForm(form)
      if (!read.ok) return refusedCheck(form, read.error['note'])
      const confirmed = await confirmCheck(app, by, id, read.value)
      return confirmed.ok ? null : refusedConfirmation(form, confirmed.error)
    }
    case 'take_back_check': {
      const read = readConfirmForm(form)
      if (!read.ok) return refusedCheck(form, undefined)
      const taken = await withdrawCheck(app, by, id, read.value.kind)
      return taken.ok ? null : refusedConfirmation(form, taken.error)
    }
    case 'mail_code': {
      const read = readAddressForm(form)
      if (!read.ok) return refusedCheck(form, read.error['address'])
      const sent = await requestCode(app, by, { id }, read.value)
      return sent.ok ? null : refusedCode(form, sent.error)
    }
    default:
      return 'another form'
  }
}

/** Messages are shown at the form of their kind of check. A form without a kind comes from none of our pages. */
function refusedCheck(form: FormData, message: string | undefined, status = 400): Handled {
  const kind = form.get('kind')
  if (message === undefined || typeof kind !== 'string') throw data(null, 400)
  return again(form, { fields: { [`check-${kind}`]: message } }, status)
}

function refusedConfirmation(form: FormData, error: ConfirmError): Handled {
  switch (error.code) {
    case 'not_found':
      throw data(null, 404)
    case 'own':
      return ownRecord(form, error)
    case 'note_required':
      return refusedCheck(form, m.enterHowChecked())
    case 'not_proven':
      return again(form, { problem: m.recordChanged() }, 409)
  }
}

function refusedCode(form: FormData, error: AskError): Handled {
  switch (error.code) {
    case 'not_now':
      return again(form, { problem: m.nothingToCheck() }, 409)
    case 'free_mail':
      return refusedCheck(form, m.freeMail())
    case 'too_many':
      return refusedCheck(form, explainTooMany(error.retryAfter), 429)
  }
}

const NOTHING: ReviewResult = { problem: null, fields: {}, dropped: null, typed: {}, isOver: false }

function again(form: FormData, result: Partial<ReviewResult>, status: number) {
  const typed = Object.fromEntries(
    [...form.entries()].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  return { result: { ...NOTHING, ...result, typed }, status }
}
