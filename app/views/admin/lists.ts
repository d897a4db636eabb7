/** The admins' lists of feedback, people, mentors and events. Server side. */
import { findConflictOfInterest, type Decider } from '#domain/accounts/conflict-of-interest'
import { MENTOR_STATUSES } from '#domain/mentors/mentor-status'
import { isRowId } from '#domain/row-id'
import { listAuditLog } from '#server/accounts/audit-queries'
import { findPerson, listPeople, type Person } from '#server/accounts/people-queries'
import { PERSON_ACTS } from '#server/accounts/people'
import { readCursor } from '#server/bookings/admin/form'
import { listBookings, type BookingFilter, type BookingSort } from '#server/bookings/admin/list-queries'
import { listAllFeedback } from '#server/bookings/after-session/feedback-queries'
import { listBookingPeople } from '#server/bookings/conflicts-of-interest'
import type { App } from '#server/context'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import { countMentorsByStatus, listMentorRecords } from '#server/mentors/admin-list-queries'
import * as m from '#messages/admin'
import { describePrice } from '#words/prices'
import { dateIn, shortMomentIn, cityMomentIn } from '#words/time'
import { describeStored } from '#words/product-texts'
import type { AuditPage, FeedbackPage, MentorsPage, PeoplePage, SessionsPart } from '../../ui/admin/lists.ts'
import { describeAuditEvent, describeChange } from './audit-words.ts'
import { shapeRow } from './bookings.ts'

const ROWS = 50
const SESSIONS = 15

/** What was typed to search, without what PostgreSQL refuses. */
const typedIn = (query: URLSearchParams, name: string) =>
  (query.get(name) ?? '').toWellFormed().replaceAll('\0', '').trim().slice(0, 100)

/** The address of the next page: the same choices, after the last row. */
function nextPage(path: string, chosen: Record<string, string | null>, after: string): string {
  const query = new URLSearchParams(
    Object.entries(chosen).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
  query.set('after', after)
  return `${path}?${query}`
}

export async function readSessionsParts(app: App): Promise<SessionsPart[]> {
  const now = app.now()
  const none = {
    search: '',
    kind: 'session' as const,
    status: null,
    payment: null,
    mentorId: null,
    from: null,
    until: null,
  }
  const read = async (title: string, empty: string, filter: Partial<BookingFilter>, sort: BookingSort, all: string) => {
    const rows = await listBookings(app.db, { ...none, ...filter }, { sort, limit: SESSIONS })
    return { title, empty, rows: rows.map((row) => shapeRow(row, now)), all: `/admin-dashboard/bookings?${all}` }
  }
  const today = now.toISOString().slice(0, 10)
  return [
    await read(
      m.toComplete(),
      m.noneToComplete(),
      { status: 'confirmed', until: now },
      'latest',
      `kind=session&status=confirmed&until=${today}`,
    ),
    await read(
      m.completedSessions(),
      m.noneCompleted(),
      { status: 'completed' },
      'latest',
      'kind=session&status=completed',
    ),
    await read(m.noShows(), m.noNoShows(), { status: 'no_show' }, 'latest', 'kind=session&status=no_show'),
  ]
}

export async function readFeedbackPage(
  app: App,
  query: URLSearchParams,
  { zone, decider }: { zone: string; decider: Decider },
): Promise<FeedbackPage> {
  const rows = await listAllFeedback(app.db, { before: readCursor(query.get('after') ?? ''), limit: ROWS + 1 })
  const last = rows[ROWS - 1]
  return {
    feedback: rows.slice(0, ROWS).map((row) => ({
      id: row.id,
      author: row.menteeName,
      shownAs: row.author,
      mentorName: row.mentorName,
      slug: row.slug,
      reference: row.reference,
      stars: row.rating,
      text: row.text,
      answer: row.answer,
      at: shortMomentIn(row.createdAt, zone),
      state: row.hiddenAt ? 'hidden' : row.publishedAt ? 'published' : 'waiting',
      since: row.hiddenAt && shortMomentIn(row.hiddenAt, zone),
      own: findConflictOfInterest(decider, listBookingPeople(row)),
    })),
    older: rows.length > ROWS && last ? `/admin-dashboard/feedback?after=${last.createdAt.getTime()}.${last.id}` : null,
    confirming: isRowId(query.get('hide') ?? '') ? query.get('hide') : null,
  }
}

/** The last row of a page by name: "<id>.<name>" */
function readNameCursor(text: string): { name: string; id: string } | null {
  const [id, name] = [text.slice(0, 36), text.slice(37)]
  return isRowId(id) && name && !name.includes('\0') ? { id, name: name.toWellFormed() } : null
}

/** `own`: the admin's account, which they do not change themselves. */
export async function readPeoplePage(
  app: App,
  query: URLSearchParams,
  { zone, own }: { zone: string; own: string },
): Promise<PeoplePage> {
  const now = app.now()
  const search = typedIn(query, 'q')
  const only = (['admin', 'mentor', 'suspended'] as const).find((choice) => choice === query.get('only')) ?? null
  const after = readNameCursor(query.get('after') ?? '')
  const rows = await listPeople(app.db, { search, only }, { now, after, limit: ROWS + 1 })
  const last = rows[ROWS - 1]
  const id = query.get('person') ?? ''
  const person = isRowId(id) ? await findPerson(app.db, id, now) : undefined
  return {
    search,
    only,
    people: rows.slice(0, ROWS).map((each) => personView(each, zone)),
    next:
      rows.length > ROWS && last
        ? nextPage('/admin-dashboard/people', { q: search, only }, `${last.id}.${last.name}`)
        : null,
    person: person
      ? { ...personView(person, zone), isOwn: person.id === own, can: person.id === own ? [] : whatCan(person) }
      : null,
    confirming: PERSON_ACTS.find((act) => act === query.get('do')) ?? null,
  }
}

function personView(person: Person, zone: string): PeoplePage['people'][number] {
  const { id, name, email, role, mentorId, mentorStatus, suspendedAt, closedAt, createdAt, sessions } = person
  return {
    id,
    name,
    email: formatEmailAddress(email),
    role: role === 'admin' ? 'admin' : mentorStatus === 'accepted' || mentorStatus === 'paused' ? 'mentor' : 'member',
    mentorId,
    joined: dateIn(createdAt, zone),
    sessions,
    secondFactor: person.secondFactor,
    state: closedAt
      ? m.closedByOwner({ date: dateIn(closedAt, zone) })
      : suspendedAt && m.suspendedSince({ date: dateIn(suspendedAt, zone) }),
  }
}

function whatCan({ role, suspendedAt, closedAt, sessions, secondFactor }: Person): (typeof PERSON_ACTS)[number][] {
  if (closedAt) return []
  return [
    ...(sessions > 0 ? (['sign_out'] as const) : []),
    suspendedAt ? 'restore' : 'suspend',
    ...(suspendedAt ? [] : ([role === 'admin' ? 'make_member' : 'make_admin'] as const)),
    ...(secondFactor ? (['remove_second_step'] as const) : []),
  ]
}

export async function readMentorsPage(app: App, query: URLSearchParams, zone: string): Promise<MentorsPage> {
  const search = typedIn(query, 'q')
  const status = MENTOR_STATUSES.find((choice) => choice === query.get('status')) ?? null
  const after = readNameCursor(query.get('after') ?? '')
  const [counts, rows] = await Promise.all([
    countMentorsByStatus(app.db),
    listMentorRecords(app.db, { status, search }, { after, limit: ROWS + 1 }),
  ])
  const last = rows[ROWS - 1]
  return {
    search,
    status,
    counts: MENTOR_STATUSES.map((each) => ({ status: each, count: counts.get(each) ?? 0 })),
    mentors: rows.slice(0, ROWS).map((row) => ({
      id: row.id,
      slug: row.status === 'accepted' ? row.slug : null,
      name: row.name,
      role: row.role,
      leg: row.fromCity && row.toCity ? { from: row.fromCity, to: row.toCity } : null,
      price: describePrice(row.pricePence, row.currency),
      status: row.status,
      since: dateIn(row.statusSince ?? row.createdAt, zone),
      reason: describeStored(row.statusReason),
      isWaiting: Boolean(row.isWaiting),
    })),
    next:
      rows.length > ROWS && last
        ? nextPage('/admin-dashboard/mentors', { q: search, status }, `${last.id}.${last.name}`)
        : null,
  }
}

export async function readAuditPage(app: App, query: URLSearchParams, zone: string): Promise<AuditPage> {
  const [actor, action, about] = [
    typedIn(query, 'actor'),
    typedIn(query, 'action').toLowerCase(),
    typedIn(query, 'about'),
  ]
  const after = /^\d{1,15}$/.exec(query.get('after') ?? '')?.[0]
  const filter = { actor: isRowId(actor) ? actor : null, action: action.replaceAll(' ', '_'), about }
  const rows = await listAuditLog(app.db, filter, { before: after ? Number(after) : null, limit: ROWS + 1 })
  const last = rows[ROWS - 1]
  return {
    actor: filter.actor ?? '',
    action,
    about,
    events: rows.slice(0, ROWS).map((row) => ({
      id: String(row.id),
      at: cityMomentIn(row.at, zone),
      who: row.actor === 'account' ? (row.actorName ?? m.closedAccount()) : WHO[row.actor](),
      actorId: row.actorId,
      action: describeAuditEvent(row.action),
      subject: row.subject,
      subjectId: row.subjectId,
      change: describeChange(row),
      address: row.address,
    })),
    next:
      rows.length > ROWS && last ? nextPage('/admin-dashboard/audit', { actor, action, about }, String(last.id)) : null,
  }
}

const WHO = { visitor: m.visitor, product: m.product, operator: m.operator }
