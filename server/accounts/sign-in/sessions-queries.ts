/** SQL for sessions. A session is found by its token, which only the signed cookie of its browser contains. */
import type { Insertable } from 'kysely'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'

/** One query, because every page of a signed-in reader runs it. Undefined for a suspended account. */
export function findSession(db: Db, token: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.accountId')
    .leftJoin('mentors', (join) =>
      join.onRef('mentors.accountId', '=', 'accounts.id').on('mentors.status', 'in', ['accepted', 'paused']),
    )
    .select(['sessions.id', 'sessions.role as sessionRole', 'sessions.createdAt', 'sessions.updatedAt'])
    .select([
      'sessions.expiresAt',
      'sessions.provenAt',
      'accounts.id as accountId',
      'accounts.name',
      'accounts.email',
      'accounts.role',
    ])
    .select(['accounts.picture', 'accounts.timeZone', 'accounts.destination', 'accounts.language'])
    .select('accounts.secondFactor')
    .select('mentors.id as mentorId')
    .where('sessions.token', '=', token)
    .where('accounts.suspendedAt', 'is', null)
    .executeTakeFirst()
}

export async function insertSession(db: Db, session: Insertable<Tables['sessions']>): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

export async function touchSession(db: Db, id: string, seen: { updatedAt: Date; expiresAt: Date }): Promise<void> {
  await db.updateTable('sessions').set(seen).where('id', '=', id).execute()
}

/** Gives a session another token. False if it no longer has the token `from`: another request was quicker. */
export async function rotateSession(
  db: Db,
  from: string,
  to: { token: string; role: Tables['sessions']['role'] },
): Promise<boolean> {
  const rotated = await db.updateTable('sessions').set(to).where('token', '=', from).returning('id').executeTakeFirst()
  return rotated !== undefined
}

/**
 * Gives a session another token, whatever it had before. `provenAt`: when its owner proved who they are, that is now.
 */
export async function renewSession(db: Db, id: string, token: string, provenAt: Date): Promise<void> {
  await db.updateTable('sessions').set({ token, provenAt }).where('id', '=', id).execute()
}

/** Newest first. */
export function listSessions(db: Db, accountId: string, now: Date) {
  return db
    .selectFrom('sessions')
    .select(['id', 'userAgent', 'createdAt', 'updatedAt'])
    .where('accountId', '=', accountId)
    .where('expiresAt', '>', now)
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .execute()
}

/** Whether the account has this session. */
export async function hasSession(db: Db, accountId: string, id: string): Promise<boolean> {
  const session = db.selectFrom('sessions').select('id').where('accountId', '=', accountId).where('id', '=', id)
  return (await session.executeTakeFirst()) !== undefined
}

/** False when the account has no such session. */
export async function deleteSession(db: Db, accountId: string, id: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('sessions')
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

export async function deleteSessionByToken(db: Db, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token', '=', token).execute()
}

/** Deletes all sessions of an account, or all but one. Returns how many. */
export async function deleteSessions(db: Db, accountId: string, except: string | null = null): Promise<number> {
  const gone = await db
    .deleteFrom('sessions')
    .where('accountId', '=', accountId)
    .$if(except !== null, (query) => query.where('id', '<>', except ?? ''))
    .returning('id')
    .execute()
  return gone.length
}

export async function deleteEndedSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expiresAt', '<=', now).execute()
}

/** Deletes what better-auth remembered between two steps, if it ended before this instant. */
export async function deleteOldVerifications(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('verifications').where('expiresAt', '<', before).execute()
}

/** Ends sign-ins to an account that have taken the first step but not the second. */
export async function endFirstSteps(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('verifications').where('value', '=', accountId).execute()
}

/** The mentor record of an account, if it is accepted or paused. */
export function findMentorOfAccount(db: Db, accountId: string) {
  return db
    .selectFrom('mentors')
    .select(['id', 'slug', 'name', 'role', 'status'])
    .where('accountId', '=', accountId)
    .where('status', 'in', ['accepted', 'paused'])
    .executeTakeFirst()
}
