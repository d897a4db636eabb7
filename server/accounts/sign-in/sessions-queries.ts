/** SQL for sessions. A session is found by its token, which only the cookie of its browser carries, signed. */
import type { Insertable } from 'kysely'
import type { Db } from '#server/db/connect'
import type { Tables } from '#server/db/tables'

/** One question, since every page of somebody signed in asks it. Nothing of a suspended account. */
export function findSession(db: Db, token: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .leftJoin('mentors', (join) =>
      join.onRef('mentors.account_id', '=', 'accounts.id').on('mentors.status', 'in', ['accepted', 'paused']),
    )
    .select(['sessions.id', 'sessions.role as session_role', 'sessions.created_at', 'sessions.updated_at'])
    .select([
      'sessions.expires_at',
      'sessions.proven_at',
      'accounts.id as account_id',
      'accounts.name',
      'accounts.email',
      'accounts.role',
    ])
    .select(['accounts.picture', 'accounts.time_zone', 'accounts.destination', 'accounts.second_factor'])
    .select('mentors.id as mentor_id')
    .where('sessions.token', '=', token)
    .where('accounts.suspended_at', 'is', null)
    .executeTakeFirst()
}

export async function insertSession(db: Db, session: Insertable<Tables['sessions']>): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

export async function touchSession(db: Db, id: string, seen: { updated_at: Date; expires_at: Date }): Promise<void> {
  await db.updateTable('sessions').set(seen).where('id', '=', id).execute()
}

/** Gives a session another token. False when it no longer has the one it was read by: another request was quicker. */
export async function rotateSession(
  db: Db,
  from: string,
  to: { token: string; role: Tables['sessions']['role'] },
): Promise<boolean> {
  const rotated = await db.updateTable('sessions').set(to).where('token', '=', from).returning('id').executeTakeFirst()
  return rotated !== undefined
}

/** The same session by another token, whatever it had. `provenAt`: its owner has just shown who they are. */
export async function renewSession(db: Db, id: string, token: string, provenAt: Date): Promise<void> {
  await db.updateTable('sessions').set({ token, proven_at: provenAt }).where('id', '=', id).execute()
}

/** The newest first. */
export function listSessions(db: Db, accountId: string, now: Date) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'updated_at'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Whether the account has this session. */
export async function hasSession(db: Db, accountId: string, id: string): Promise<boolean> {
  const session = db.selectFrom('sessions').select('id').where('account_id', '=', accountId).where('id', '=', id)
  return (await session.executeTakeFirst()) !== undefined
}

/** False when the account has no such session. */
export async function deleteSession(db: Db, accountId: string, id: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

export async function deleteSessionByToken(db: Db, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token', '=', token).execute()
}

/** All of an account's, or all but one. Answers how many. */
export async function deleteSessions(db: Db, accountId: string, except: string | null = null): Promise<number> {
  const gone = await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .$if(except !== null, (query) => query.where('id', '<>', except ?? ''))
    .returning('id')
    .execute()
  return gone.length
}

/** Sessions that nobody came back to. */
export async function deleteEndedSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}

/** What was remembered between two steps that ended before this instant. */
export async function deleteOldVerifications(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('verifications').where('expires_at', '<', before).execute()
}

/** Ends the sign-ins to an account that have taken the first step and not the second. */
export async function endFirstSteps(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('verifications').where('value', '=', accountId).execute()
}

/** The record of an accepted mentor, as long as it is theirs to appear with. */
export function findMentorOfAccount(db: Db, accountId: string) {
  return db
    .selectFrom('mentors')
    .select(['id', 'slug', 'name', 'role', 'status'])
    .where('account_id', '=', accountId)
    .where('status', 'in', ['accepted', 'paused'])
    .executeTakeFirst()
}
