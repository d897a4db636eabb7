/** SQL for the admins' list of people, and for what an admin changes of an account. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

/** `search`: of a name or an address. `role`: `suspended` and `closed` are states that any role may have. */
type PeopleFilter = { search: string; only: 'admin' | 'mentor' | 'suspended' | null }

const people = (db: Db, now: Date) =>
  db
    .selectFrom('accounts')
    .leftJoin('mentors', 'mentors.accountId', 'accounts.id')
    .select([
      'accounts.id',
      'accounts.name',
      'accounts.email',
      'accounts.role',
      'accounts.secondFactor',
      'accounts.suspendedAt',
      'accounts.closedAt',
      'accounts.createdAt',
      'mentors.id as mentorId',
      'mentors.status as mentorStatus',
      sql<number>`(select count(*)::int from sessions where account_id = accounts.id and expires_at > ${now})`.as(
        'sessions',
      ),
    ])

/** By name, then id. `after`: the last row of the page before. */
export function listPeople(
  db: Db,
  { search, only }: PeopleFilter,
  { now, after, limit }: { now: Date; after: { name: string; id: string } | null; limit: number },
) {
  let query = people(db, now)
  if (search) {
    const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    query = query.where(sql<boolean>`(accounts.name ilike ${pattern} or accounts.email::text ilike ${pattern})`)
  }
  if (only === 'admin') query = query.where('accounts.role', '=', 'admin')
  if (only === 'mentor') query = query.where('mentors.status', 'in', ['accepted', 'paused'])
  if (only === 'suspended') query = query.where('accounts.suspendedAt', 'is not', null)
  if (after) query = query.where(sql<boolean>`(accounts.name, accounts.id) > (${after.name}, ${after.id}::uuid)`)
  return query.orderBy('accounts.name').orderBy('accounts.id').limit(limit).execute()
}

export type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>

export const findPerson = (db: Db, id: string, now: Date) =>
  people(db, now).where('accounts.id', '=', id).executeTakeFirst()

/** Takes an account's second step away, so that a password or passkey is enough until they set up another. */
export async function removeSecondFactor(tx: Db, accountId: string, now: Date): Promise<void> {
  await tx.deleteFrom('secondFactors').where('accountId', '=', accountId).execute()
  await tx.updateTable('accounts').set({ secondFactor: false, updatedAt: now }).where('id', '=', accountId).execute()
}

/** Whether another admin can sign in besides this account. */
export async function hasOtherAdmin(db: Db, id: string): Promise<boolean> {
  const other = await db
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'admin')
    .where('suspendedAt', 'is', null)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
