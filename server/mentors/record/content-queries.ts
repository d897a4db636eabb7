/** SQL for the content of a mentor's record: what an application, a profile and a public page are made of. */
import { sql, type Insertable, type Selectable } from 'kysely'
import { currencyOf, type MentorContent, type Move, type SessionContent } from '#domain/mentors/content'
import type { MentorActor, MentorStatus } from '#domain/mentors/mentor-status'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'

/** Writes a new mentor. False, and nothing written, when the slug is taken. `detectedLanguage`: of the texts in `content`. */
export async function insertMentor(
  tx: Db,
  mentor: Pick<Insertable<Tables['mentors']>, 'id' | 'slug' | 'status' | 'accountId' | 'createdBy' | 'createdAt'> & {
    detectedLanguage: string | null
  } & Partial<
      Pick<Insertable<Tables['mentors']>, 'statusSince' | 'statusReason' | 'pausedBy' | 'cancelPolicy' | 'noticeHours'>
    >,
  content: MentorContent,
): Promise<boolean> {
  const made = await tx
    .insertInto('mentors')
    .values({ statusSince: mentor.createdAt, ...mentor, ...contentColumns(content) })
    .onConflict((known) => known.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return false
  await insertSessions(tx, mentor.id, content.sessions)
  await insertMoves(tx, mentor.id, content.moves, [])
  await insertTopics(tx, mentor.id, content.topics)
  return true
}

/** A mentor's row and content. */
export type MentorRecord = {
  id: string
  slug: string
  status: MentorStatus
  statusSince: Date
  statusReason: string
  pausedBy: MentorActor | null
  accountId: string | null
  createdAt: Date
  createdBy: string
  /** Of the texts, ISO 639-1: as the mentor chose it, and as it was detected. */
  textsLanguage: string | null
  detectedLanguage: string | null
  content: MentorContent
}

/** Of any status. `by.account`: an account has at most one. Undefined without one. */
export async function findRecord(
  db: Db,
  by: { id: string } | { account: string },
  { lock = false } = {},
): Promise<MentorRecord | undefined> {
  const query = db
    .selectFrom('mentors')
    .selectAll()
    .where('id' in by ? 'id' : 'accountId', '=', 'id' in by ? by.id : by.account)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  return row && { ...row, statusSince: row.statusSince ?? row.createdAt, content: await readContent(db, row) }
}

async function readContent(db: Db, row: Selectable<Tables['mentors']>): Promise<MentorContent> {
  const moves = await db
    .selectFrom('moves')
    .select(['fromCity', 'fromCountry', 'toCity', 'toCountry', 'purpose', 'year', 'institution'])
    .where('mentorId', '=', row.id)
    .orderBy('position')
    .execute()
  const sessions = await db
    .selectFrom('sessionTypes')
    .select(['id', 'title', 'minutes', 'description', 'leaveWith', 'touchesVisas', 'pricePence as price'])
    .where('mentorId', '=', row.id)
    .orderBy('position')
    .execute()
  const topics = await db
    .selectFrom('mentorTopics')
    .innerJoin('topics', 'code', 'topic')
    .select('topic')
    .where('mentorId', '=', row.id)
    .orderBy('position')
    .orderBy('topic')
    .execute()
  return {
    name: row.name,
    role: row.role,
    company: row.company,
    experience: row.experience,
    location: row.location,
    languages: row.languages,
    otherLanguages: row.otherLanguages,
    university: row.university,
    education: row.education,
    linkedin: row.linkedin,
    price: row.pricePence,
    currency: row.currency,
    about: row.about,
    whyMentor: row.whyMentor,
    helpWith: row.helpWith,
    portrait: row.portrait,
    timeZone: row.timeZone,
    phone: row.phone,
    specialization: row.specialization,
    qualification: row.qualification,
    hoursPerWeek: row.hoursPerWeek,
    rightToEarn: row.rightToEarn,
    topics: topics.map(({ topic }) => topic),
    moves,
    sessions,
    translations: row.translations,
  }
}

/** The columns of a mentor's row that their content fills. */
function contentColumns(content: MentorContent) {
  const { price, topics: _topics, moves: _moves, sessions: _sessions, translations = [], ...columns } = content
  return { ...columns, translations: JSON.stringify(translations), pricePence: price, currency: currencyOf(content) }
}

/**
 * Replaces the content of a mentor's record, whose texts are in the language that was detected. Call it with the row locked.
 */
export async function writeContent(
  tx: Db,
  mentorId: string,
  content: MentorContent,
  detectedLanguage: string | null,
): Promise<void> {
  await tx
    .updateTable('mentors')
    .set({ ...contentColumns(content), detectedLanguage })
    .where('id', '=', mentorId)
    .execute()
  await writeLists(tx, mentorId, content)
}

/** `language`: ISO 639-1; null: as detected. */
export async function setTextsLanguage(db: Db, mentorId: string, language: string | null): Promise<void> {
  await db.updateTable('mentors').set({ textsLanguage: language }).where('id', '=', mentorId).execute()
}

/** Replaces sessions, moves and topics. Sessions keep their ids, by which visitors may be booking them. */
async function writeLists(tx: Db, mentorId: string, content: MentorContent): Promise<void> {
  await writeSessions(tx, mentorId, content.sessions)
  await writeMoves(tx, mentorId, content.moves)
  await tx.deleteFrom('mentorTopics').where('mentorId', '=', mentorId).execute()
  await insertTopics(tx, mentorId, content.topics)
}

async function insertTopics(tx: Db, mentorId: string, topics: string[]): Promise<void> {
  if (topics.length === 0) return
  await tx
    .insertInto('mentorTopics')
    .values(topics.map((topic) => ({ mentorId, topic })))
    .execute()
}

async function writeSessions(tx: Db, mentorId: string, sessions: SessionContent[]): Promise<void> {
  const ids = sessions.map(({ id }) => id)
  await tx
    .deleteFrom('sessionTypes')
    .where('mentorId', '=', mentorId)
    .$if(ids.length > 0, (query) => query.where('id', 'not in', ids))
    .execute()
  // Out of the way first, since no two sessions of a mentor may have one position, not even within a statement.
  await tx
    .updateTable('sessionTypes')
    .set({ position: sql`-1 - position` })
    .where('mentorId', '=', mentorId)
    .execute()
  await insertSessions(tx, mentorId, sessions)
}

/** Sessions with an id that the mentor has already are replaced. */
async function insertSessions(tx: Db, mentorId: string, sessions: SessionContent[]): Promise<void> {
  if (sessions.length === 0) return
  await tx
    .insertInto('sessionTypes')
    .values(sessions.map(({ price, ...session }, position) => ({ ...session, mentorId, position, pricePence: price })))
    .onConflict((known) =>
      known
        .column('id')
        .doUpdateSet((row) => ({
          position: row.ref('excluded.position'),
          title: row.ref('excluded.title'),
          minutes: row.ref('excluded.minutes'),
          description: row.ref('excluded.description'),
          leaveWith: row.ref('excluded.leaveWith'),
          touchesVisas: row.ref('excluded.touchesVisas'),
          pricePence: row.ref('excluded.pricePence'),
        }))
        .where('sessionTypes.mentorId', '=', mentorId),
    )
    .execute()
}

async function writeMoves(tx: Db, mentorId: string, moves: Move[]): Promise<void> {
  const known = await tx.selectFrom('moves').selectAll().where('mentorId', '=', mentorId).execute()
  await tx.deleteFrom('moves').where('mentorId', '=', mentorId).execute()
  await insertMoves(tx, mentorId, moves, known)
}

/** Moves between places that were `known` before keep their coordinates. */
async function insertMoves(
  tx: Db,
  mentorId: string,
  moves: Move[],
  known: Selectable<Tables['moves']>[],
): Promise<void> {
  if (moves.length === 0) return
  const findPlace = (city: string, country: string) => {
    for (const move of known) {
      if (!move.lookedUp) continue
      if (move.fromCity === city && move.fromCountry === country)
        return { longitude: move.fromLongitude, latitude: move.fromLatitude }
      if (move.toCity === city && move.toCountry === country)
        return { longitude: move.toLongitude, latitude: move.toLatitude }
    }
    return null
  }
  const rows = moves.map((move, position) => {
    const from = findPlace(move.fromCity, move.fromCountry)
    const to = findPlace(move.toCity, move.toCountry)
    return {
      ...move,
      mentorId,
      position,
      fromLongitude: from?.longitude ?? null,
      fromLatitude: from?.latitude ?? null,
      toLongitude: to?.longitude ?? null,
      toLatitude: to?.latitude ?? null,
      lookedUp: from !== null && to !== null,
    }
  })
  await tx.insertInto('moves').values(rows).execute()
}
