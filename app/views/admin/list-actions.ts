/** What comes of an admin's form about feedback or a person. Server side. */
import { data } from 'react-router'
import type { Session } from '#domain/accounts/account'
import type { Client } from '#domain/accounts/client'
import { isRowId } from '#domain/row-id'
import { accountActor } from '#server/accounts/audit'
import { readOwnReason } from '#server/accounts/form'
import type { ConflictOfInterestError } from '#server/accounts/conflicts-of-interest'
import { PERSON_ACTS, type PersonAct } from '#server/accounts/people'
import { changePersonAndPage } from '#server/mentors/change-person'
import { findPerson } from '#server/accounts/people-queries'
import { readOptionalReasonForm, readReasonForm } from '#server/bookings/admin/form'
import { decideFeedback, restoreFeedback } from '#server/bookings/after-session/feedback'
import type { App } from '#server/context'
import * as m from '#messages/admin'
import { CONFLICT_OF_INTEREST_WORDS } from '#words/conflict-of-interest'

type Posted = { app: App; session: Session; client: Client; form: FormData }

/** `query`: the query of the page that repeats the question. `error`: of the reason that was `typed`. */
type Refused = { status: number; problem: string | null; error: string | null; typed: string; query: string }

const typedReason = (form: FormData) => {
  const reason = form.get('reason')
  return typeof reason === 'string' ? reason : ''
}

/** Null for a form that is about something else. Throws 400 for one that none of our pages sends. */
export async function handleFeedbackForm({
  app,
  session,
  client,
  form,
}: Posted): Promise<{ done: 'hidden' | 'restored' } | Refused | null> {
  const [intent, id] = [form.get('intent'), form.get('id')]
  if (intent !== 'hide_with_reason' && intent !== 'restore') return null
  if (typeof id !== 'string' || !isRowId(id)) throw data(null, 400)
  const actor = accountActor(session.accountId, client, readOwnReason(form.get('own_reason')))
  const refused = (error: { code: 'not_open' } | ConflictOfInterestError) => {
    const problem = error.code === 'own' ? CONFLICT_OF_INTEREST_WORDS[error.matter]() : m.alreadyChanged()
    return {
      status: 409,
      problem,
      error: null,
      typed: typedReason(form),
      query: intent === 'restore' ? '' : `hide=${id}`,
    }
  }
  if (intent === 'restore') {
    const restored = await restoreFeedback(app, id, actor)
    return restored.ok ? { done: 'restored' } : refused(restored.error)
  }
  const read = readReasonForm(form)
  if (!read.ok) {
    const error = read.error['reason'] ?? ''
    return { status: 400, problem: null, error, typed: typedReason(form), query: `hide=${id}` }
  }
  const hidden = await decideFeedback(app, id, { hide: true, actor, reason: read.value.reason })
  return hidden.ok ? { done: 'hidden' } : refused(hidden.error)
}

/** What is said after a change of an account, by `?done=`. */
export const PERSON_DONE: Record<PersonAct, () => string> = {
  sign_out: m.signedOutEverywhere,
  suspend: m.accountSuspended,
  restore: m.accountRestored,
  make_admin: m.madeAdmin,
  make_member: m.madeMember,
  remove_second_step: m.secondStepRemoved,
}

/** Throws 400 for a form that none of our pages sends, 404 for an unknown account. */
export async function handlePersonForm({
  app,
  session,
  client,
  form,
}: Posted): Promise<{ done: PersonAct; person: string } | Refused> {
  const id = form.get('id')
  const act = PERSON_ACTS.find((known) => known === form.get('do'))
  if (!act || typeof id !== 'string' || !isRowId(id)) throw data(null, 400)
  if (!(await findPerson(app.db, id, app.now()))) throw data(null, 404)
  const again = (status: number, words: { problem?: string; error?: string }): Refused => {
    const { problem = null, error = null } = words
    return { status, problem, error, typed: typedReason(form), query: `person=${id}${error ? `&do=${act}` : ''}` }
  }
  const read = readOptionalReasonForm(form)
  if (!read.ok) return again(400, { error: read.error['reason'] ?? '' })
  const changed = await changePersonAndPage(app, { session, client }, { id, act, reason: read.value.reason })
  if (changed.ok) return { done: act, person: id }
  switch (changed.error.code) {
    case 'reason_required':
      return again(400, { error: m.enterReason() })
    case 'own':
      return again(403, { problem: CONFLICT_OF_INTEREST_WORDS.another() })
    case 'not_now':
      return again(409, { problem: m.alreadyChanged() })
  }
}
