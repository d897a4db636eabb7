/** A person of every role, written straight into a product's database, each with a session. */
import { randomUUID } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { setPassword } from '#server/accounts/queries'
import { connect, type Db } from '#server/platform/db/connect'
import { makeCookie, writePerson } from './written-people.ts'

export const PASSWORD = 'four fathoms of cold Baltic water'

const ROLES = ['member', 'other member', 'mentor', 'other mentor', 'admin', 'suspended'] as const
export type Who = (typeof ROLES)[number]

/** `cookie`: the text of a Cookie header. `mentorId`: null for people who are not mentors. */
export type Person = {
  accountId: string
  sessionId: string
  name: string
  email: string
  cookie: string
  mentorId: string | null
}
export type People = Record<Who, Person>

/** `secure`: with the cookies of a product whose public address is https. The two mentors get the profiles of demo mentors. */
export function settlePeople(databaseUrl: string, { secure = false } = {}): Promise<People> {
  return inDatabase(databaseUrl, async (db) => {
    const now = new Date()
    const password = await hashPassword(PASSWORD)
    const free = db.selectFrom('mentors').select(['id', 'slug']).where('status', '=', 'accepted')
    const mentors = await free.where('accountId', 'is', null).orderBy('slug').limit(2).execute()
    const people: [Who, Person][] = []
    for (const who of ROLES) {
      const key = randomUUID()
      const mentor = who.endsWith('mentor') ? mentors.shift()! : null
      const person = { name: `Person ${who}`, email: `${who.replace(' ', '-')}@example.com` }
      const role = who === 'admin' ? ('admin' as const) : ('member' as const)
      const ids = await writePerson(db, { ...person, key, role, mentor: mentor?.slug ?? null }, now)
      const { accountId } = ids
      await setPassword(db, accountId, randomUUID(), password, now)
      if (who === 'suspended')
        await db.updateTable('accounts').set({ suspendedAt: now }).where('id', '=', accountId).execute()
      people.push([who, { ...ids, ...person, cookie: makeCookie(key, secure), mentorId: mentor?.id ?? null }])
    }
    return Object.fromEntries(people) as People
  })
}

/** Signs up `count` more members. Returns a Cookie header's value for each. */
export function addMembers(databaseUrl: string, count: number): Promise<string[]> {
  return inDatabase(databaseUrl, async (db) => {
    const cookies: string[] = []
    for (let n = 1; n <= count; n += 1) {
      const key = randomUUID()
      await writePerson(db, { key, name: `Member ${n}`, email: `member-${key}@example.com` }, new Date())
      cookies.push(makeCookie(key))
    }
    return cookies
  })
}

async function inDatabase<Value>(url: string, work: (db: Db) => Promise<Value>): Promise<Value> {
  const { db } = await connect(url, { connections: 1 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
