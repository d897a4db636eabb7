/** How the application of the person signed in stands. */
import type { Session } from '#domain/accounts/account'
import type { MentorField } from '#domain/mentors/content'
import { nextMentorStatus } from '#domain/mentors/mentor-status'
import type { App } from '#server/context'
import { findFormDraft } from '#server/accounts/drafts/form-drafts-queries'
import { reviewDeadline } from '#server/mentors/application/submit'
import { findRecord } from '#server/mentors/record/content-queries'
import { listSubmissions } from '#server/mentors/review/submissions-queries'
import * as m from '#messages/application'
import { FIELD_NAMES } from '#words/mentors/mentor-fields'
import { dayOfKey, dayTimeIn } from '#words/time'
import { describeStored } from '#words/product-texts'
import type { OwnApplication } from '../../ui/mentors/application/own-application.ts'
import { APPLICATION_PATH, formField, mayApply } from './application.ts'

type Own = { application: OwnApplication | null; hasDraft: boolean }

/** `application`: null before the first is sent. Times are on the clock of `zone`. */
export async function readOwnApplication(app: App, session: Session, zone: string): Promise<Own> {
  const record = await findRecord(app.db, { account: session.accountId })
  const draft = await findFormDraft(app.db, 'application', session.accountId)
  const hasDraft = draft !== undefined && Object.keys(draft.fields).length > 0
  if (!record) return { application: null, hasDraft }
  const { status, statusSince, statusReason, slug } = record
  const when = (at: Date) => dayTimeIn(at, zone)
  const submissions = await listSubmissions(app.db, record.id)
  const [latest] = submissions
  const waits = status === 'pending' && latest
  const wantsChanges = status === 'changes_requested' && latest
  const application = {
    status,
    since: when(statusSince),
    answerBy: waits ? dayOfKey(reviewDeadline(app, latest.submittedAt)) : null,
    reason: describeStored(statusReason),
    changeRequests: wantsChanges ? listRequests(latest.requests) : [],
    message: wantsChanges ? describeStored(latest.message) : '',
    history: submissions.toReversed().flatMap((submission) => listHistory(submission, when)),
    slug,
    canApply: mayApply(status),
    canWithdraw: nextMentorStatus(status, 'withdraw', 'mentor') !== null,
  }
  return { application, hasDraft }
}

/** What the form has no field for is on the profile. */
const ON_PROFILE = new Set<MentorField>(['phone', 'specialization', 'qualification', 'hoursPerWeek'])

function listRequests(requests: Partial<Record<MentorField, string>>) {
  const entries = Object.entries(requests) as [MentorField, string][]
  return entries.map(([field, text]) => ({
    label: FIELD_NAMES[field](),
    text: describeStored(text),
    href: ON_PROFILE.has(field) ? '/profile' : `${APPLICATION_PATH}#apply-${formField(field).replaceAll('.', '-')}`,
  }))
}

type Submission = Awaited<ReturnType<typeof listSubmissions>>[number]

const DECIDED = {
  accepted: m.historyAccepted,
  rejected: m.historyRejected,
  changes_requested: m.historyChangesRequested,
  withdrawn: m.historyWithdrew,
}

function describeDecision(decision: keyof typeof DECIDED, message: string): string {
  const decided = DECIDED[decision]()
  return message ? m.historyWithMessage({ decided, message }) : decided
}

function listHistory(submission: Submission, when: (at: Date) => string): OwnApplication['history'] {
  const { before, submittedAt, changedAt, decision, decidedAt, message } = submission
  // Not an admin's request: it says what an imported record lacked when it was claimed.
  if (decision === 'changes_requested' && submission.decidedBy === null)
    return [{ at: when(submittedAt), what: m.historyClaimed() }]
  return [
    { at: when(submittedAt), what: before === null ? m.historySent() : m.historySentChange() },
    ...(changedAt > submittedAt ? [{ at: when(changedAt), what: m.historyChanged() }] : []),
    ...(decision && decidedAt ? [{ at: when(decidedAt), what: describeDecision(decision, message) }] : []),
  ]
}
