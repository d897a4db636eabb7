/** What comes of an admin's form about a concern or a failed job. Server side. */
import { data } from 'react-router'
import type { Session } from '#domain/accounts/account'
import type { Client } from '#domain/accounts/client'
import { isRowId } from '#domain/row-id'
import { accountActor } from '#server/accounts/audit'
import { readOwnReason } from '#server/accounts/form'
import {
  dismissConcern,
  refundConcern,
  type ConcernError,
  retryJob,
  settleConcern,
  type SettleError,
} from '#server/bookings/admin/concerns'
import { readReasonForm } from '#server/bookings/admin/form'
import type { App } from '#server/context'
import * as m from '#messages/admin'
import { CONFLICT_OF_INTEREST_WORDS } from '#words/conflict-of-interest'

type Posted = { app: App; session: Session; client: Client; form: FormData }

/** `done`: what is said about it. `query`: reopens the same question. */
type ConcernResult =
  | { done: keyof typeof CONCERN_DONE }
  | { status: number; problem: string | null; error: string | null; typed: string; query: string }

/** What is said after a button, by `?done=`. */
export const CONCERN_DONE = {
  settled: m.settled,
  refund_gone: m.refundRetried,
  refund_pending: m.refundAccepted,
  given: m.refundOnWay,
  dismissed: m.dismissed,
  queued: m.retryingNow,
}

const INTENTS = ['settle', 'refund', 'dismiss', 'retry_job'] as const

/** Null for a form that is about something else. Throws 400 for one that none of our pages sends. */
export async function handleConcern({ app, session, client, form }: Posted): Promise<ConcernResult | null> {
  const intent = INTENTS.find((known) => known === form.get('intent'))
  if (!intent) return null
  const id = form.get('id')
  if (typeof id !== 'string' || !isRowId(id)) throw data(null, 400)
  const decision = { id, actor: accountActor(session.accountId, client, readOwnReason(form.get('own_reason'))) }
  const again = (status: number, words: { problem?: string; error?: string }, typed = ''): ConcernResult => {
    const query = `concern=${id}&do=${intent}`
    return { status, problem: words.problem ?? null, error: words.error ?? null, typed, query }
  }
  switch (intent) {
    case 'retry_job':
      return (await retryJob(app, decision)) ? { done: 'queued' } : again(409, { problem: m.alreadyRetried() })
    case 'dismiss': {
      const read = readReasonForm(form)
      if (!read.ok) return again(400, { error: read.error['reason'] ?? '' }, String(form.get('reason') ?? ''))
      const dismissed = await dismissConcern(app, { ...decision, reason: read.value.reason })
      return dismissed.ok
        ? { done: 'dismissed' }
        : again(409, { problem: describeError(dismissed.error) }, read.value.reason)
    }
    case 'settle': {
      const settled = await settleConcern(app, decision)
      return settled.ok ? { done: settled.value } : again(409, { problem: describeSettleError(settled.error) })
    }
    case 'refund': {
      const given = await refundConcern(app, decision)
      return given.ok ? { done: 'given' } : again(409, { problem: describeError(given.error) })
    }
  }
}

function describeSettleError(error: SettleError): string {
  switch (error.code) {
    case 'still_open':
      return m.notSettled({ what: error.what })
    case 'event_fails':
      return m.eventFailsAgain()
    case 'refund_refused':
      return m.refundRefusedAgain({ reason: error.reason })
    case 'refund_unanswered':
      return m.refundUnanswered()
    default:
      return describeError(error)
  }
}

const describeError = (error: ConcernError) =>
  error.code === 'own' ? CONFLICT_OF_INTEREST_WORDS[error.matter]() : WORDS[error.code]()

const WORDS = {
  not_open: m.alreadyDecided,
  not_possible: m.moneyAlreadyRefunded,
}
