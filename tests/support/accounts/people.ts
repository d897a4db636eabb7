/** A person of every role, written straight into a product's database, each with a session. */
import { randomBytes, randomUUID } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { Client } from 'pg'
import { writeSessionCookie } from '#server/accounts/auth/session-cookie'

/** The secret that such a product is started with, so that tests can sign cookies. */
export const AUTH_SECRET = 'p3KzR0vYc9mQwT7uXfB2nLh6sJdGa1EoViU4ZkC8yNM='

export const PASSWORD = 'four fathoms of cold Baltic water'

const SESSION_SECONDS = 86_400 // Longer than any run.

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
export async function settlePeople(databaseUrl: string, { secure = false } = {}): Promise<People> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const password = await hashPassword(PASSWORD)
    const { rows } = await client.query<{ id: string }>(
      `select id from mentors where status = 'accepted' and account_id is null order by slug limit 2`,
    )
    const people: [Who, Person][] = []
    for (const who of ROLES) {
      const mentorId = who === 'mentor' ? rows[0]?.id : who === 'other mentor' ? rows[1]?.id : null
      people.push([who, await settle(client, who, mentorId ?? null, password, secure)])
    }
    return Object.fromEntries(people) as People
  } finally {
    await client.end()
  }
}

/** Signs up `count` more members. Returns a Cookie header's value for each. */
export async function addMembers(databaseUrl: string, count: number): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const cookies: string[] = []
    for (let n = 1; n <= count; n += 1) {
      const [accountId, token, now] = [randomUUID(), randomBytes(24).toString('base64url'), new Date()]
      await client.query(
        `insert into accounts (id, name, email, email_verified, role, created_at, updated_at)
         values ($1, $2, $3, true, 'member', $4, $4)`,
        [accountId, `Member ${n}`, `member-${accountId}@example.com`, now],
      )
      await openSession(client, { accountId, token, role: 'member', now })
      const header = writeSessionCookie(token, { secret: AUTH_SECRET, secure: false, seconds: SESSION_SECONDS })
      cookies.push(header.split(';')[0] ?? '')
    }
    return cookies
  } finally {
    await client.end()
  }
}

async function settle(client: Client, who: Who, mentorId: string | null, password: string, secure: boolean) {
  const [accountId, token, now] = [randomUUID(), randomBytes(24).toString('base64url'), new Date()]
  const name = `Person ${who}`
  const email = `${who.replace(' ', '-')}@example.com`
  await client.query(
    `insert into accounts (id, name, email, email_verified, role, suspended_at, created_at, updated_at)
     values ($1, $2, $3, true, $4, $5, $6, $6)`,
    [accountId, name, email, who === 'admin' ? 'admin' : 'member', who === 'suspended' ? now : null, now],
  )
  await client.query(
    `insert into credentials (id, account_id, provider, provider_account, password, created_at, updated_at)
     values ($1, $2, 'credential', $3, $4, $5, $5)`,
    [randomUUID(), accountId, accountId, password, now],
  )
  if (mentorId) await client.query('update mentors set account_id = $1 where id = $2', [accountId, mentorId])
  const sessionId = await openSession(client, { accountId, token, role: mentorId ? 'mentor' : roleOf(who), now })
  const header = writeSessionCookie(token, { secret: AUTH_SECRET, secure, seconds: SESSION_SECONDS })
  return { accountId, sessionId, name, email, cookie: header.split(';')[0] ?? '', mentorId } satisfies Person
}

const roleOf = (who: Who) => (who === 'admin' ? 'admin' : 'member')

type Opened = { accountId: string; token: string; role: string; now: Date }

async function openSession(client: Client, { accountId, token, role, now }: Opened): Promise<string> {
  const id = randomUUID()
  await client.query(
    `insert into sessions (id, account_id, token, role, created_at, updated_at, expires_at)
     values ($1, $2, $3, $4, $5, $5, $6)`,
    [id, accountId, token, role, now, new Date(now.getTime() + SESSION_SECONDS * 1_000)],
  )
  return id
}
