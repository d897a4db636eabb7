/** What happened to a mentor's record, from the audit log and what was submitted, newest first. Server side. */
import { changedFields, isMentorField, type MentorContent } from '#domain/mentors/content'
import { listAuditEvents } from '#server/accounts/audit-queries'
import type { App } from '#server/context'
import * as m from '#messages/application'
import { capitalize } from '#words/capitalize'
import { formatList } from '#words/lists'
import { FIELD_NAMES } from '#words/mentors/mentor-fields'
import { shortDateTimeIn } from '#words/time'
import { describeStored } from '#words/product-texts'
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
    at: shortDateTimeIn(event.at, zone),
    words: describeEvent(event, record),
    text: saidIn(event),
  }))
}

/** Events of which nothing more is said than who caused them. */
const EVENTS: Record<string, (by: { who: string }) => string> = {
  'mentor.accepted': m.eventAccepted,
  'mentor.calendar_added': m.eventCalendarAdded,
  'mentor.calendar_removed': m.eventCalendarRemoved,
  'mentor.cancel_policy_changed': m.eventCancelPolicyChanged,
  'mentor.payment_links_changed': m.eventPaymentLinksChanged,
  'mentor.check_code_asked': m.eventCheckCodeAsked,
  'mentor.check_code_entered': m.eventCheckCodeEntered,
  'mentor.check_confirmed': m.eventCheckConfirmed,
  'mentor.check_taken_back': m.eventCheckTakenBack,
  'mentor.claim_link_made': m.eventClaimLinkMade,
  'mentor.claimed': m.eventClaimed,
  'mentor.document_added': m.eventDocumentAdded,
  'mentor.document_opened': m.eventDocumentOpened,
  'mentor.document_removed': m.eventDocumentRemoved,
  'mentor.packages_changed': m.eventPackagesChanged,
  'mentor.hours_changed': m.eventHoursChanged,
  'mentor.import_updated': m.eventImportUpdated,
  'mentor.imported': m.eventImported,
  'mentor.meeting_link_changed': m.eventMeetingLinkChanged,
  'mentor.paused': m.eventPaused,
  'mentor.payee_changed': m.eventPayeeChanged,
  'mentor.payouts_account_opened': m.eventPayoutsAccountOpened,
  'mentor.reinstated': m.eventReinstated,
  'mentor.rejected': m.eventRejected,
  'mentor.resumed': m.eventResumed,
  'mentor.suspended': m.eventSuspended,
  'mentor.tax_details_changed': m.eventTaxDetailsChanged,
  'mentor.withdrawn': m.eventWithdrawn,
}

function describeEvent(event: Event, record: ReviewedRecord): string {
  const who = byWhom(event, record)
  const after = readFacts(event)
  const requestedFields = fieldsIn(Object.keys(isObject(after['requests']) ? after['requests'] : {}))
  switch (event.action) {
    case 'mentor.submitted':
      return describeSubmission(event, record)
    case 'mentor.application_changed':
      return m.eventApplicationChanged({ firstName: record.firstName })
    case 'mentor.changes_requested':
      return withFields(m.eventChangesRequested({ who }), requestedFields)
    case 'mentor.edit_accepted':
      return withFields(m.eventEditAccepted({ who }), fieldsIn(after['fields']))
    case 'mentor.edit_rejected':
      return withFields(m.eventEditRejected({ who }), fieldsIn(after['fields']))
    case 'mentor.edit_changes_requested':
      return withFields(m.eventEditChangesRequested({ who }), requestedFields)
    case 'mentor.profile_changed': {
      const edited = withFields(m.eventEdited({ who }), fieldsIn(after['live']))
      const fields = fieldsIn(after['waiting'])
      return fields ? m.eventForReview({ event: edited, fields }) : edited
    }
    default:
      return EVENTS[event.action]?.({ who }) ?? m.eventOther({ action: sentence(event.action), who })
  }
}

function describeSubmission(event: Event, { firstName, submissions }: ReviewedRecord): string {
  const applications = submissions.filter(({ before }) => before === null)
  const at = applications.findIndex(({ submittedAt }) => submittedAt.getTime() === event.at.getTime())
  const [now, earlier] = at === -1 ? [] : [applications[at], applications[at + 1]]
  if (!now || !earlier) return m.eventApplied({ firstName })
  return withFields(m.eventSubmittedAgain({ firstName }), fieldsIn(changedFields(earlier.content, now.content)))
}

function byWhom({ actor, actorId, actorName }: Event, { owner, firstName }: ReviewedRecord): string {
  if (actor === 'product') return m.theProduct()
  if (actor === 'operator') return m.anOperator()
  if (actorId !== null && actorId === owner) return firstName
  return actorName ?? m.deletedAccount()
}

/** What was said with it, word for word. */
function saidIn(event: Event): string | null {
  const { message, reason, note } = readFacts(event)
  const said = [message, reason, note].find((each) => typeof each === 'string' && each !== '')
  return typeof said === 'string' ? describeStored(said) : null
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const readFacts = ({ after }: Event): Record<string, unknown> => (isObject(after) ? after : {})

/** "price, about" of what the log has as field names. */
const fieldsIn = (fields: unknown): string =>
  Array.isArray(fields)
    ? formatList(
        fields.map((field) => (isMentorField(field) ? FIELD_NAMES[field]() : String(field)).toLowerCase()),
        'comma',
      )
    : ''

const withFields = (event: string, fields: string) => (fields ? m.eventWithFields({ event, fields }) : event)

/** "Check taken back" of "mentor.check_taken_back", for events that have no words here. */
function sentence(action: string): string {
  return capitalize(action.slice(action.indexOf('.') + 1).replaceAll('_', ' '))
}
