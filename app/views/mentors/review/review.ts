/** Everything that the page of a submission shows to an admin. Server side. */
import { data } from 'react-router'
import type { Session } from '#domain/accounts/account'
import { findConflictOfInterest } from '#domain/accounts/conflict-of-interest'
import { changedFields, type MentorContent, type MentorField } from '#domain/mentors/content'
import { nextMentorStatus } from '#domain/mentors/mentor-status'
import { isRowId } from '#domain/row-id'
import { timeIn } from '#domain/time/clock'
import { DAY_MS, HOUR_MS } from '#domain/time/wall-time'
import { findDecider } from '#server/accounts/conflicts-of-interest'
import type { App } from '#server/context'
import { listConfirmedAfter } from '#server/bookings/cancellation/mentor-cancellation-queries'
import { listDocuments } from '#server/mentors/checks/documents-queries'
import { reviewDeadline } from '#server/mentors/application/submit'
import { findImportedMentor } from '#server/mentors/import/import-queries'
import { findRecord, type MentorRecord } from '#server/mentors/record/content-queries'
import { listSubmissions, listWaiting } from '#server/mentors/review/submissions-queries'
import { listTopics } from '#server/mentors/topics/topics-queries'
import * as m from '#messages/application'
import { FIELD_NAMES } from '#words/mentors/mentor-fields'
import { dateIn, dayOfKey } from '#words/time'
import { describeStored } from '#words/product-texts'
import type {
  ChangeRequest,
  Decided,
  ReviewView,
  StatusChoice,
  WaitingSubmission,
} from '../../../ui/mentors/review/review-view.ts'
import { describeDocument } from '../own-checks.ts'
import { readReviewChecks } from './review-checks.ts'
import { readHistory } from './review-history.ts'
import { hiddenRows, nameWords, comparePictures, sessionsChanged, compareSessions, shownRows } from './review-words.ts'

type Submission = Awaited<ReturnType<typeof listSubmissions>>[number]

/** Throws 404 for an unknown id. `zone`: the admin's. */
export async function readReview(app: App, session: Session, id: string, zone: string): Promise<ReviewView> {
  const record = isRowId(id) ? await findRecord(app.db, { id }) : undefined
  if (!record) throw data(null, 404)
  const submissions = await listSubmissions(app.db, id)
  const [current, earlier] = submissions[0]?.decision === null ? submissions : [undefined, undefined]
  const content = current?.content ?? record.content
  const base = current?.before ?? earlier?.content ?? null
  const describeRequest = (field: MentorField) =>
    current ? describeChangeRequest(field, current, earlier, zone) : null
  const topics = new Map((await listTopics(app.db)).map(({ code, label }) => [code, label]))
  const compared = { content, base, topics, describeRequest }
  const sessions = compareSessions(compared)
  const firstName = firstNameOf(content)
  return {
    id,
    name: content.name,
    firstName,
    slug: record.slug,
    status: record.status,
    statusSince: dateIn(record.statusSince, zone),
    statusReason: describeStored(record.statusReason),
    own: findConflictOfInterest(await findDecider(app.db, session.accountId), {
      accounts: [record.accountId],
      emails: [],
    }),
    isUnclaimed: record.accountId === null && (await findImportedMentor(app.db, id)) !== undefined,
    waiting: current ? describeWaiting(app, current, earlier, zone) : null,
    decided: submissions[0] && !current ? describeDecision(submissions[0], session, zone) : null,
    head: {
      name: nameWords(compared),
      role: [content.role, content.company].filter(Boolean).join(', '),
      picture: comparePictures(compared),
      legs: content.moves.map(({ fromCity, toCity }) => ({ from: fromCity, to: toCity })),
      isVolunteer: content.price === 0,
      topics: content.topics.map((code) => topics.get(code) ?? code),
    },
    nameRequest: describeRequest('name'),
    pictureRequest: describeRequest('portrait'),
    shown: shownRows(compared),
    hidden: hiddenRows(compared),
    sessions: { all: sessions, isChanged: sessionsChanged(sessions), changeRequest: describeRequest('sessions') },
    checks: await readReviewChecks(app, {
      mentorId: id,
      content,
      firstName,
      agreedAt: submissions.find(({ before }) => before === null)?.submittedAt ?? null,
      reader: session.accountId,
      zone,
    }),
    documents: (await listDocuments(app.db, id)).map((document, n) => ({
      id: document.id,
      words: describeDocument(document, n + 1, zone),
    })),
    history: await readHistory(app, { id, owner: record.accountId, firstName, submissions }, zone),
    choices: await listStatusChoices(app, record, firstName),
    queue: placeIn(
      (await listWaiting(app.db)).map(({ mentorId }) => mentorId),
      id,
    ),
  }
}

const firstNameOf = ({ name }: MentorContent) => name.split(' ')[0] ?? name

function describeWaiting(
  app: App,
  current: Submission,
  earlier: Submission | undefined,
  zone: string,
): WaitingSubmission {
  const { id, version, before, submittedAt } = current
  const changeRequest = earlier?.decision === 'changes_requested' ? earlier : null
  return {
    id,
    version,
    isEdit: before !== null,
    isAgain: before === null ? earlier !== undefined : changeRequest !== null,
    submittedOn: dateIn(submittedAt, zone),
    ...describeWait(app, submittedAt),
    changeRequest:
      changeRequest?.message && changeRequest.decidedAt
        ? { message: describeStored(changeRequest.message), on: dateIn(changeRequest.decidedAt, zone) }
        : null,
  }
}

/**
 * How long something has waited, by when an answer was promised, and how many days ago that was. Promised days are UTC's,
 * as in the email that promised them.
 */
export function describeWait(app: Pick<App, 'config' | 'now'>, submittedAt: Date) {
  const now = app.now()
  const hours = Math.floor((now.getTime() - submittedAt.getTime()) / HOUR_MS)
  const key = reviewDeadline(app, submittedAt)
  const days = Math.floor((now.getTime() - Date.parse(`${key}T00:00:00Z`)) / DAY_MS)
  return {
    waited: describeHours(hours),
    promised: dayOfKey(key),
    late: days > 0 ? m.waitedDays({ days }) : null,
  }
}

function describeHours(hours: number): string {
  if (hours < 1) return m.waitedLess()
  return hours < 48 ? m.waitedHours({ hours }) : m.waitedDays({ days: Math.floor(hours / 24) })
}

/** The last change request about a field. */
function describeChangeRequest(
  field: MentorField,
  current: Submission,
  earlier: Submission | undefined,
  zone: string,
): ChangeRequest | null {
  const question = earlier?.requests[field]
  if (!earlier?.decidedAt || !question) return null
  const outcome = changedFields(earlier.content, current.content).includes(field)
  return {
    question: describeStored(question),
    on: dateIn(earlier.decidedAt, zone),
    repliedOn: outcome ? dateIn(current.changedAt, zone) : null,
  }
}

function describeDecision(submission: Submission, { accountId }: Session, zone: string): Decided | null {
  const { decision, decidedAt, decidedBy, deciderName, message, requests, before } = submission
  if (!decision || !decidedAt) return null
  return {
    words: m.decidedOn({
      isEdit: before !== null,
      decision,
      by: decidedBy === accountId ? 'you' : deciderName ? 'name' : 'other',
      name: deciderName ?? '',
      date: dateIn(decidedAt, zone),
      time: timeIn(decidedAt, zone),
    }),
    message: describeStored(message),
    requests: Object.entries(requests).map(([field, text]) => ({
      name: FIELD_NAMES[field as MentorField](),
      text: describeStored(text),
    })),
  }
}

async function listStatusChoices(app: App, { id, status }: MentorRecord, firstName: string): Promise<StatusChoice[]> {
  const booked = (await listConfirmedAfter(app.db, id, app.now())).length
  const effects: Record<StatusChoice['event'], string> = {
    pause: m.pauseEffect({ firstName, booked }),
    resume: m.resumeEffect({ firstName }),
    suspend: m.suspendEffect({ booked }),
    reinstate: m.reinstateEffect({ firstName }),
  }
  return (['pause', 'resume', 'suspend', 'reinstate'] as const)
    .filter((event) => nextMentorStatus(status, event, 'admin'))
    .map((event) => ({ event, effect: effects[event] }))
}

/** Where a mentor stands among those who wait. */
function placeIn(ids: string[], id: string): ReviewView['queue'] {
  const at = ids.indexOf(id)
  if (at === -1) return { position: null, total: ids.length, previous: null, next: ids[0] ?? null }
  return { position: at + 1, total: ids.length, previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null }
}
