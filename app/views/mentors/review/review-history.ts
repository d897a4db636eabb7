/** What happened to a mentor's record, from the audit log and what was submitted, newest first. Server side. */
import { changedFields, FIELD_NAMES, type MentorContent, type MentorField } from '#domain/mentors/content'
import { dateIn, timeIn } from '#domain/time/clock'
import { listAuditEvents } from '#server/accounts/audit-queries'
import type { App } from '#server/context'
import type { HistoryEntry } from '../../../ui/mentors/review/review-view.ts'

const ENTRIES_SHOWN = 60

type Submitted = { content: MentorContent; before: MentorContent | null; submittedAt: Date }
/** `submissions`: newest first. `owner`: the account that the record belongs to. */
type ReviewedRecord = { id: string; owner: string | null; firstName: string; submissions: Submitted[] }
type Event = Awaited<ReturnType<typeof listAuditEvents>>[number]

export async function readHistory(
  { db }: Pick<App, 'db'>,
  record: ReviewedRecord,
  zone: string,
): Promise<HistoryEntry[]> {
  const events = await listAuditEvents(db, { subject: 'mentors', id: record.id }, ENTRIES_SHOWN)
  return events.map((event) => ({
    id: String(event.id),
    at: shortTimeIn(event.at, zone),
    words: describeEvent(event, record),
    text: saidIn(event),
  }))
}

/** "18 Nov 2026, 21:14" */
function shortTimeIn(at: Date, zone: string): string {
  const [day = '', month = '', year = ''] = dateIn(at, zone).split(' ')
  return `${day} ${month.slice(0, 3)} ${year}, ${timeIn(at, zone)}`
}

function describeEvent(event: Event, record: ReviewedRecord): string {
  const by = byWhom(event, record)
  const after = readFacts(event)
  const requestedFields = fieldsIn(Object.keys(isObject(after['requests']) ? after['requests'] : {}))
  switch (event.action) {
    case 'mentor.submitted':
      return describeSubmission(event, record)
    case 'mentor.application_changed':
      return `Changed by ${record.firstName} while in review`
    case 'mentor.accepted':
      return `Accepted ${by}`
    case 'mentor.rejected':
      return `Rejected ${by}`
    case 'mentor.changes_requested':
      return withFields(`Changes requested ${by}`, requestedFields)
    case 'mentor.edit_accepted':
      return withFields(`Edit accepted ${by}`, fieldsIn(after['fields']))
    case 'mentor.edit_rejected':
      return withFields(`Edit rejected ${by}`, fieldsIn(after['fields']))
    case 'mentor.edit_changes_requested':
      return withFields(`Changes of an edit requested ${by}`, requestedFields)
    case 'mentor.profile_changed':
      return [
        withFields(`Edited ${by}`, fieldsIn(after['live'])),
        ...(fieldsIn(after['waiting']) ? [`for review: ${fieldsIn(after['waiting'])}`] : []),
      ].join('; ')
    default:
      return `${sentence(event.action)} ${by}`
  }
}

function describeSubmission(event: Event, { firstName, submissions }: ReviewedRecord): string {
  const applications = submissions.filter(({ before }) => before === null)
  const at = applications.findIndex(({ submittedAt }) => submittedAt.getTime() === event.at.getTime())
  const [now, earlier] = at === -1 ? [] : [applications[at], applications[at + 1]]
  if (!now || !earlier) return `Applied: ${firstName}`
  return withFields(`Submitted again by ${firstName}`, fieldsIn(changedFields(earlier.content, now.content)))
}

function byWhom({ actor, actorId, actorName }: Event, { owner, firstName }: ReviewedRecord): string {
  if (actor === 'product') return 'by the product'
  if (actor === 'operator') return 'by an operator'
  if (actorId !== null && actorId === owner) return `by ${firstName}`
  return `by ${actorName ?? 'a deleted account'}`
}

/** What was said with it, word for word. */
function saidIn(event: Event): string | null {
  const { message, reason, note } = readFacts(event)
  const said = [message, reason, note].find((each) => typeof each === 'string' && each !== '')
  return typeof said === 'string' ? said : null
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const readFacts = ({ after }: Event): Record<string, unknown> => (isObject(after) ? after : {})

/** "price, about" of what the log has as field names. */
const fieldsIn = (fields: unknown): string =>
  Array.isArray(fields)
    ? fields.map((field) => (FIELD_NAMES[field as MentorField] ?? String(field)).toLowerCase()).join(', ')
    : ''

const withFields = (words: string, fields: string) => (fields ? `${words}: ${fields}` : words)

/** "Check taken back" of "mentor.check_taken_back" */
function sentence(action: string): string {
  const words = action.slice(action.indexOf('.') + 1).replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
