/** What the page of a proposed cohort shows to an admin, and what it does when it is posted. Server side. */
import { data } from 'react-router'
import type { Session } from '#domain/accounts/account'
import { findConflictOfInterest } from '#domain/accounts/conflict-of-interest'
import type { CohortContent } from '#domain/cohorts/content'
import { isRowId } from '#domain/row-id'
import { timeIn } from '#domain/time/clock'
import { listAuditEvents } from '#server/accounts/audit-queries'
import { readOwnReason } from '#server/accounts/form'
import { findDecider } from '#server/accounts/conflicts-of-interest'
import { findAccount } from '#server/accounts/queries'
import { decideCohort, type DecideError } from '#server/cohorts/decide'
import { readDecisionForm } from '#server/cohorts/form'
import { countCrossingWaitlist } from '#server/cohorts/crossing-waitlist/crossing-waitlist-queries'
import { countWaitingCohorts, findCohort, listWaitingCohorts } from '#server/cohorts/queries'
import type { App } from '#server/context'
import type { Typed } from '#server/platform/http/form'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import type { Actor } from '#server/accounts/audit'
import { formatCountry } from '#server/platform/reference/countries'
import * as m from '#messages/cohorts'
import { COHORT_FIELD_NAMES } from '#words/cohort-fields'
import { CONFLICT_OF_INTEREST_WORDS } from '#words/conflict-of-interest'
import { formatList } from '#words/lists'
import { dateIn, dateTimeIn } from '#words/time'
import { buildCohortView } from '../../ui/cohorts/cohort-view.ts'
import type { CohortReview, CohortReviewResult } from '../../ui/cohorts/review/cohort-review.ts'
import type { QueueEntry } from '../../ui/mentors/review/queue-list.tsx'
import type { HistoryEntry } from '../../ui/mentors/review/review-view.ts'
import { describeWait } from '../mentors/review/review.ts'
import { todayInUtc } from './public-cohort.ts'

const EVENTS_SHOWN = 60
const ENTRIES_SHOWN = 50

/** Throws 404 for an unknown id. Times are on the clock of `zone`. */
export async function readCohortReview(app: App, session: Session, id: string, zone: string): Promise<CohortReview> {
  const cohort = isRowId(id) ? await findCohort(app.db, id) : undefined
  if (!cohort) throw data(null, 404)
  const { slug, version, status, statusSince, changedAt, message, content } = cohort
  const proposer = await findAccount(app.db, cohort.accountId)
  const decider = cohort.decidedBy ? await findAccount(app.db, cohort.decidedBy) : undefined
  const queue = await listWaitingCohorts(app.db)
  const at = m.dateAndTime(dateAndTime(statusSince, zone))
  const decidedBy = cohort.decidedBy === session.accountId ? m.you() : (decider?.name ?? m.deletedAccount())
  return {
    id,
    slug,
    version,
    status,
    since: dateIn(statusSince, zone),
    proposer: proposer ? { name: proposer.name, email: formatEmailAddress(proposer.email) } : null,
    own: findConflictOfInterest(await findDecider(app.db, session.accountId), {
      accounts: [cohort.accountId],
      emails: [],
    }),
    wait: status === 'pending' ? { ...describeWait(app, changedAt), sentOn: dateIn(changedAt, zone) } : null,
    decided: status === 'pending' ? null : { by: decidedBy, at, message },
    requestedChanges: status === 'pending' ? message : '',
    view: buildCohortView(content, todayInUtc(app)),
    crossing: await readCrossing(app, content),
    history: await readHistory(app, id, zone),
    next: queue.find((other) => other.id !== id)?.id ?? null,
    waiting: queue.length,
  }
}

/** Whom a cohort is for, and how many people wait for it. */
async function readCrossing(app: App, { fromCountry, toCountry }: CohortContent): Promise<CohortReview['crossing']> {
  return {
    words: m.fromTo({
      hasFrom: fromCountry !== null,
      from: fromCountry === null ? '' : formatCountry(fromCountry),
      hasTo: toCountry !== null,
      to: toCountry === null ? '' : formatCountry(toCountry),
    }),
    waiting: await countCrossingWaitlist(app.db, { fromCountry, toCountry }, app.now()),
  }
}

const EVENTS: Record<string, (by: { who: string }) => string> = {
  'cohort.proposed': m.eventProposed,
  'cohort.changed': m.eventChanged,
  'cohort.sent_again': m.eventSentAgain,
  'cohort.accepted': m.eventAccepted,
  'cohort.rejected': m.eventRejected,
  'cohort.changes_requested': m.eventChangesRequested,
  'cohort.withdrawn': m.eventWithdrawn,
}

async function readHistory(app: App, id: string, zone: string): Promise<HistoryEntry[]> {
  const events = await listAuditEvents(app.db, { subject: 'cohorts', id }, EVENTS_SHOWN)
  return events.map((event) => {
    const after = event.after as Record<string, unknown> | null
    const isChange = event.action === 'cohort.changed' || event.action === 'cohort.sent_again'
    const fields = isChange
      ? Object.keys(after ?? {}).map((field) => COHORT_FIELD_NAMES[field as keyof CohortContent]?.() ?? field)
      : []
    const who = event.actorName ?? m.deletedAccount()
    const words = EVENTS[event.action]?.({ who }) ?? m.eventOther({ action: event.action, who })
    return {
      id: String(event.id),
      at: dateTimeIn(event.at, zone),
      words:
        fields.length > 0
          ? m.eventWithFields({ event: words, fields: formatList(fields, 'comma').toLowerCase() })
          : words,
      text: typeof after?.['message'] === 'string' ? after['message'] : null,
    }
  })
}

/** Returns null when it was done. Throws 404 for an unknown id, 400 for a form that none of our pages sends. */
export async function handleCohortReview(
  app: App,
  actor: Actor,
  { id, typed, zone }: { id: string; typed: Typed; zone: string },
): Promise<{ result: CohortReviewResult; status: number } | null> {
  if (!isRowId(id)) throw data(null, 404)
  const message = typed['message'] ?? ''
  const ownReason = readOwnReason(typed['own_reason'])
  const again = (problem: string | null, error: string | null, status: number) => ({
    result: { problem, error, message, ownReason },
    status,
  })
  const read = readDecisionForm(typed)
  if (!read) throw data(null, 400)
  if (!read.ok) return again(null, read.error['message'] ?? '', 400)
  const decided = await decideCohort(app, { ...actor, ownReason }, { cohortId: id, ...read.value })
  if (decided.ok) return null
  return refusal(decided.error)

  function refusal(error: DecideError) {
    switch (error.code) {
      case 'not_found':
        throw data(null, 404)
      case 'message_required':
        return again(null, m.enterReason(), 400)
      case 'own':
        return again(CONFLICT_OF_INTEREST_WORDS[error.matter](), null, 403)
      case 'decided':
        return again(
          DECIDED[error.status]({ who: error.by ?? m.someoneElse(), ...dateAndTime(error.at, zone) }),
          null,
          409,
        )
      case 'changed':
        return again(m.changedMeanwhile(dateAndTime(error.at, zone)), null, 409)
    }
  }
}

const DECIDED = {
  pending: m.sentBackBeforeYou,
  accepted: m.acceptedBeforeYou,
  rejected: m.rejectedBeforeYou,
  changes_requested: m.requestedBeforeYou,
  withdrawn: m.withdrewBeforeYou,
}

const dateAndTime = (at: Date, zone: string) => ({ date: dateIn(at, zone), time: timeIn(at, zone) })

/** What waits for a decision, longest first, for the dashboard. */
export async function readCohortQueue(app: App): Promise<{ waiting: number; queue: QueueEntry[] }> {
  const rows = await listWaitingCohorts(app.db, ENTRIES_SHOWN)
  return {
    waiting: rows.length < ENTRIES_SHOWN ? rows.length : await countWaitingCohorts(app.db),
    queue: rows.map(({ id, title, mentorName, picture, isAgain, changedAt }) => ({
      id,
      name: title,
      role: mentorName,
      portrait: picture,
      kind: isAgain ? 'again' : 'new',
      ...describeWait(app, changedAt),
    })),
  }
}
