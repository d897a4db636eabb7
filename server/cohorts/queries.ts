/** SQL for cohorts: what is proposed, reviewed and shown. */
import { sql, type SqlBool } from 'kysely'
import type { CohortContent } from '#domain/cohorts/content'
import type { CohortDecision, CohortStatus } from '#domain/cohorts/cohort-status'
import { makeSlug } from '#domain/slug'
import type { Db } from '#server/platform/db/connect'

/** Paths below /cohorts that are no cohort's. */
const RESERVED = new Set(['propose', 'notify'])

/** A cohort with everything that was said of it. `message`: of the last decision. */
export type Cohort = {
  id: string
  slug: string
  accountId: string
  status: CohortStatus
  statusSince: Date
  version: number
  changedAt: Date
  decidedBy: string | null
  message: string
  createdAt: Date
  content: CohortContent
}

const COLUMNS = [
  ...(['id', 'slug', 'accountId', 'status', 'statusSince', 'version', 'changedAt', 'decidedBy', 'message'] as const),
  ...([
    'createdAt',
    'title',
    'subtitle',
    'mentorName',
    'seats',
    'commitment',
    'audience',
    'fromCountry',
    'toCountry',
    'welcome',
  ] as const),
  ...(['coreSkills', 'interviewPrep', 'skillsGain', 'progress', 'picture', 'pricePence', 'currency'] as const),
]

/** Of any status; undefined for an unknown id. `lock`: until the transaction ends. */
export async function findCohort(db: Db, id: string, { lock = false } = {}): Promise<Cohort | undefined> {
  const query = cohorts(db).where('id', '=', id)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  return row && withLists(db, row)
}

/** The one that an account is writing or that waits. Call it with the account locked to rely on it. */
export async function findOpenCohort(db: Db, accountId: string, { lock = false } = {}): Promise<Cohort | undefined> {
  const query = cohorts(db).where('accountId', '=', accountId).where('status', 'in', ['pending', 'changes_requested'])
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  return row && withLists(db, row)
}

/** Everything that an account has proposed, newest first. */
export async function listOwnCohorts(db: Db, accountId: string): Promise<Cohort[]> {
  const rows = await cohorts(db).where('accountId', '=', accountId).orderBy('createdAt', 'desc').limit(50).execute()
  return Promise.all(rows.map((row) => withLists(db, row)))
}

/** Of any status; undefined for an unknown address. */
export async function findCohortBySlug(db: Db, slug: string): Promise<Cohort | undefined> {
  if (slug.includes('\0')) return undefined // A URL may hold it; PostgreSQL refuses it.
  const row = await cohorts(db).where('slug', '=', slug).executeTakeFirst()
  return row && withLists(db, row)
}

/** An accepted cohort, unless its proposer has left; undefined otherwise. */
export async function findPublicCohort(db: Db, slug: string): Promise<Cohort | undefined> {
  if (slug.includes('\0')) return undefined // A URL may hold it; PostgreSQL refuses it.
  const row = await cohorts(db)
    .where('slug', '=', slug)
    .where('status', '=', 'accepted')
    .where(proposerIsHere)
    .executeTakeFirst()
  return row && withLists(db, row)
}

/** Accepted cohorts that end on `today` or later, the soonest first. */
export function listPublicCohorts(db: Db, today: string, limit = 100) {
  return cohorts(db)
    .where('status', '=', 'accepted')
    .where('endsOn', '>=', today as never)
    .where(proposerIsHere)
    .orderBy('startsOn')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** What waits for a decision, longest first. */
export function listWaitingCohorts(db: Db, limit = 200) {
  return db
    .selectFrom('cohorts')
    .select(['id', 'title', 'mentorName', 'picture', 'changedAt'])
    .select(sql<boolean>`changed_at > created_at`.as('isAgain'))
    .where('status', '=', 'pending')
    .orderBy('changedAt')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function countWaitingCohorts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('cohorts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  return count
}

/** All cohorts for an admin, the last changed first. */
export function listAllCohorts(db: Db, limit = 200) {
  return cohorts(db).orderBy('statusSince', 'desc').orderBy('id').limit(limit).execute()
}

/** Cohorts of the previous system, as they were there. */
export function listImportedCohorts(db: Db, limit = 200) {
  const field = (name: string) => sql<string | null>`fields ->> ${name}`
  return db
    .selectFrom('importedDocuments')
    .select(['id', field('cohortTitle').as('title'), field('mentorName').as('mentorName')])
    .select(field('status').as('status'))
    .where('collection', '=', 'Cohorts')
    .where('fields', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Whom an email about a cohort goes to; undefined when it is gone. */
export function findMailedCohort(db: Db, id: string) {
  return db
    .selectFrom('cohorts')
    .innerJoin('accounts', 'accounts.id', 'accountId')
    .select(['cohorts.slug', 'cohorts.title', 'accounts.name', 'accounts.email'])
    .where('cohorts.id', '=', id)
    .executeTakeFirst()
}

type NewCohort = Pick<Cohort, 'id' | 'slug' | 'accountId' | 'createdAt'>

/** Writes a proposal, which waits for review. False, and nothing written, when the slug is taken. */
export async function insertCohort(tx: Db, cohort: NewCohort, content: CohortContent): Promise<boolean> {
  const { createdAt } = cohort
  const made = await tx
    .insertInto('cohorts')
    .values({
      ...cohort,
      status: 'pending',
      statusSince: createdAt,
      changedAt: createdAt,
      ...pickColumns(content),
    })
    .onConflict((known) => known.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return false
  await insertLists(tx, cohort.id, content)
  return true
}

/** Replaces what a proposal says; it waits for review from then on. Call it with the row locked. */
export async function resubmitCohort(
  tx: Db,
  { id, status, statusSince, version }: Cohort,
  { content, slug, now }: { content: CohortContent; slug: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('cohorts')
    .set({
      slug,
      status: 'pending',
      statusSince: status === 'pending' ? statusSince : now,
      version: version + 1,
      changedAt: now,
      ...pickColumns(content),
    })
    .where('id', '=', id)
    .execute()
  for (const table of ['cohortSessions', 'cohortTasks', 'cohortResources'] as const)
    await tx.deleteFrom(table).where('cohortId', '=', id).execute()
  await insertLists(tx, id, content)
}

/** Call it with the row locked. */
export async function setCohortDecision(
  tx: Db,
  { id, version }: Cohort,
  decided: { decision: CohortDecision; by: string; at: Date; message: string },
): Promise<void> {
  await tx
    .updateTable('cohorts')
    .set({
      status: decided.decision,
      statusSince: decided.at,
      version: version + 1,
      decidedBy: decided.by,
      message: decided.message,
    })
    .where('id', '=', id)
    .execute()
}

/** Call it with the row locked. */
export async function setCohortWithdrawn(tx: Db, { id, version }: Cohort, by: string, at: Date): Promise<void> {
  await tx
    .updateTable('cohorts')
    .set({ status: 'withdrawn', statusSince: at, version: version + 1, decidedBy: by, message: '' })
    .where('id', '=', id)
    .execute()
}

/** The name in the address for a title: with a number behind it where others have it. `except`: whose own it may be. */
export async function freeCohortSlug(db: Db, title: string, except: string | null): Promise<string> {
  const wanted = makeSlug(title, 'cohort', RESERVED)
  const rows = await db
    .selectFrom('cohorts')
    .select('slug')
    .where('slug', 'like', `${wanted}%`)
    .where('id', 'is distinct from', except)
    .execute()
  const taken = new Set(rows.map(({ slug }) => slug))
  let slug = wanted
  for (let number = 2; taken.has(slug); number++) slug = `${wanted}-${number}`
  return slug
}

export async function areCohortsPublished(db: Db): Promise<boolean> {
  const row = await db.selectFrom('cohortPublishing').select('published').executeTakeFirst()
  return row?.published ?? false
}

/** False when it was so already. */
export async function setCohortsPublished(tx: Db, published: boolean, now: Date): Promise<boolean> {
  const changed = await tx
    .insertInto('cohortPublishing')
    .values({ published, changedAt: now })
    .onConflict((known) =>
      known
        .column('onlyRow')
        .doUpdateSet({ published, changedAt: now })
        .where('cohortPublishing.published', '<>', published),
    )
    .returning('published')
    .executeTakeFirst()
  return changed !== undefined
}

/** Ids of the accepted cohorts of an account that are not over. */
export async function listRunningCohorts(db: Db, accountId: string, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('cohorts')
    .select('id')
    .where('accountId', '=', accountId)
    .where('status', '=', 'accepted')
    .where('endsOn', '>=', now.toISOString().slice(0, 10) as never)
    .execute()
  return rows.map(({ id }) => id)
}

/** Ids of the cohorts of an account. */
export async function listCohortIds(db: Db, accountId: string): Promise<string[]> {
  const rows = await db.selectFrom('cohorts').select('id').where('accountId', '=', accountId).execute()
  return rows.map(({ id }) => id)
}

/** Accepted cohorts that have not begun by `today`, whose proposer is here. */
export const canBeJoined = (today: string) =>
  sql<SqlBool>`(cohorts.status = 'accepted' and cohorts.starts_on > ${today} and ${proposerIsHere})`

const cohorts = (db: Db) =>
  db
    .selectFrom('cohorts')
    .select(COLUMNS)
    .select([sql<string>`starts_on::text`.as('startsOn'), sql<string>`ends_on::text`.as('endsOn')])

const proposerIsHere = sql<SqlBool>`exists (
  select from accounts where accounts.id = cohorts.account_id and accounts.suspended_at is null)`

type Row = Awaited<ReturnType<ReturnType<typeof cohorts>['executeTakeFirstOrThrow']>>

async function withLists(db: Db, row: Row): Promise<Cohort> {
  const { id, slug, accountId, status, statusSince, version, changedAt, decidedBy, message, createdAt, ...texts } = row
  const schedule = await db
    .selectFrom('cohortSessions')
    .select(['topic', sql<string>`date::text`.as('date'), 'details'])
    .where('cohortId', '=', id)
    .orderBy('position')
    .execute()
  const tasks = await db
    .selectFrom('cohortTasks')
    .select(['title', 'description', sql<string>`due::text`.as('due')])
    .where('cohortId', '=', id)
    .orderBy('position')
    .execute()
  const resources = await db
    .selectFrom('cohortResources')
    .select(['title', 'url'])
    .where('cohortId', '=', id)
    .orderBy('position')
    .execute()
  const content = { ...texts, schedule, tasks, resources }
  return {
    id,
    slug,
    accountId,
    status,
    statusSince,
    version,
    changedAt,
    decidedBy,
    message,
    createdAt,
    content,
  }
}

/** The columns of a cohort's row that its content fills. */
function pickColumns({ schedule: _schedule, tasks: _tasks, resources: _resources, ...columns }: CohortContent) {
  return columns
}

async function insertLists(tx: Db, cohortId: string, { schedule, tasks, resources }: CohortContent): Promise<void> {
  const placed = <Entry>(entries: Entry[]) => entries.map((entry, position) => ({ cohortId, position, ...entry }))
  if (schedule.length > 0) await tx.insertInto('cohortSessions').values(placed(schedule)).execute()
  if (tasks.length > 0) await tx.insertInto('cohortTasks').values(placed(tasks)).execute()
  if (resources.length > 0) await tx.insertInto('cohortResources').values(placed(resources)).execute()
}
