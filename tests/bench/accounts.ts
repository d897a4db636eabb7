/**
 * The cost of accounts: a page for a signed-in account compared with the same page for a visitor; the list of mentors
 * while others sign in; and whether response times reveal who has an account. On PostgreSQL, with 100,000 accounts and
 * sessions.
 */
import { setTimeout } from 'node:timers/promises'
import { hashPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { writeSessionCookie } from '#server/accounts/auth/session-cookie'
import { connect } from '#server/platform/db/connect'
import { AUTH_SECRET } from '../support/product/processes.ts'
import { atMost, median, percentile, PRODUCTION, sized, type Figure } from './figures.ts'
import { load, makeBenchBuild, postgresVersion, startSeeded, UNCACHED } from './processes.ts'

const SESSIONS = sized(100_000, 20_000)
const PASSWORD = 'quiet harbour mango stairs'
const SAMPLES = sized(400, 8)
const TIMED = sized(200, 2) // Of each kind.
const SIGN_INS_PER_SECOND = 10
const PAGES_PER_SECOND = 100
const ROUNDS = sized(7, 1)
const ROUND_SECONDS = 4

export async function measureAccounts(): Promise<Figure[]> {
  await makeBenchBuild()
  const product = await startSeeded('PostgreSQL')
  await addAccounts(product.databaseUrl)
  try {
    return [await signedIn(product.url), await whileSigningIn(product.url), ...(await measureTimes(product.url))]
  } finally {
    await product.stop()
  }
}

const emailOf = (n: number) => `person${n}@example.com`

/** All accounts have one password, which is hashed once. */
async function addAccounts(databaseUrl: string): Promise<void> {
  const { db } = await connect(databaseUrl, { connections: 1, unlimited: true })
  const password = await hashPassword(PASSWORD)
  const [at, end] = [new Date(), new Date(Date.now() + 14 * 86_400_000)]
  const numbers = sql`generate_series(1, ${SESSIONS}::integer) as n`
  await sql`
    insert into accounts (id, name, email, email_verified, created_at, updated_at)
    select md5(n::text)::uuid, 'Person ' || n, 'person' || n || '@example.com', true, ${at}, ${at} from ${numbers}`.execute(
    db,
  )
  await sql`
    insert into credentials (id, account_id, provider, provider_account, password, created_at, updated_at)
    select md5(n::text)::uuid, md5(n::text)::uuid, 'credential', md5(n::text)::uuid::text, ${password}, ${at}, ${at}
    from ${numbers}`.execute(db)
  await sql`
    insert into sessions (id, account_id, token, role, created_at, updated_at, expires_at)
    select md5(n::text)::uuid, md5(n::text)::uuid, 'token' || n, 'member', ${at}, ${at}, ${end} from ${numbers}`.execute(
    db,
  )
  await sql`vacuum analyze`.execute(db)
  await db.destroy()
}

/** A different session each time. */
function makeSession(n: number): Record<string, string> {
  const cookie = writeSessionCookie(`token${n}`, { secret: AUTH_SECRET, secure: false, seconds: 1 }).split(';')[0]!
  return { cookie }
}

async function signedIn(origin: string): Promise<Figure> {
  const ask = async (headers: Record<string, string>) => {
    const begun = performance.now()
    const answer = await fetch(`${origin}/mentors`, { headers })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`/mentors: ${answer.status}`)
    return performance.now() - begun
  }
  const visitor: number[] = []
  const member: number[] = []
  for (let n = 1 - SAMPLES / 4; n <= SAMPLES; n += 1) {
    const pair = [await ask(UNCACHED), await ask(makeSession((((n + SESSIONS) * 7_919) % SESSIONS) + 1))] as const
    if (n < 1) continue // Warm-up.
    visitor.push(pair[0])
    member.push(pair[1])
  }
  const more = median(member) - median(visitor)
  return {
    benchmark: 'signed in',
    found: `${more.toFixed(2)} ms more (p50 ${median(member).toFixed(1)} ms, for a visitor ${median(visitor).toFixed(1)} ms)`,
    conditions: [
      `/mentors with 24 mentors, drawn anew for both; ${SESSIONS} accounts and sessions, another one each time`,
      `${SAMPLES} of each in turns, one at a time`,
      PRODUCTION,
      await postgresVersion(),
    ].join('; '),
    target: atMost(more, 1.5, ' ms'),
  }
}

async function whileSigningIn(origin: string): Promise<Figure> {
  const ask = () =>
    load(`${origin}/mentors`, { connections: 8, seconds: ROUND_SECONDS, headers: {}, perSecond: PAGES_PER_SECOND })
  await ask()
  let next = 1
  const rounds: { alone: number; beside: number; ratio: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = (await ask()).p99
    const ended = new AbortController()
    const people = keepSigningIn(origin, () => (next += 1), ended.signal)
    const beside = (await ask()).p99
    ended.abort()
    await people
    rounds.push({ alone, beside, ratio: beside / alone })
  }
  const ratio = median(rounds.map((round) => round.ratio))
  const [alone, beside] = [median(rounds.map((round) => round.alone)), median(rounds.map((round) => round.beside))]
  return {
    benchmark: 'list while people sign in',
    found: `${ratio.toFixed(2)} × without (p99 ${beside} ms, without ${alone} ms; ${next - 1} sign-ins)`,
    conditions: [
      `/mentors of visitors, ${PAGES_PER_SECOND} a second over 8 connections; ${SIGN_INS_PER_SECOND} sign-ins a second, each of another account`,
      `median of ${ROUNDS} rounds of ${ROUND_SECONDS} s in turns`,
      PRODUCTION,
      await postgresVersion(),
    ].join('; '),
    target: atMost(ratio, 2),
  }
}

async function keepSigningIn(origin: string, next: () => number, signal: AbortSignal): Promise<void> {
  const open: Promise<void>[] = []
  while (!signal.aborted) {
    const email = emailOf((next() % SESSIONS) + 1)
    open.push(signIn(origin, email))
    await setTimeout(1_000 / SIGN_INS_PER_SECOND, undefined, { signal }).catch(() => {})
  }
  await Promise.all(open)
}

async function signIn(origin: string, email: string): Promise<void> {
  const status = await post(origin, '/sign-in', { email, password: PASSWORD })
  if (status !== 302 && status !== 303) throw new Error(`/sign-in: ${status}`)
}

/** Sends a form as a browser would without scripts. */
async function post(origin: string, path: string, fields: Record<string, string>): Promise<number> {
  const body = new URLSearchParams(fields)
  const answer = await fetch(origin + path, { method: 'POST', body, headers: { origin }, redirect: 'manual' })
  await answer.arrayBuffer()
  return answer.status
}

/** The same form for addresses with and without an account. */
async function measureTimes(origin: string): Promise<Figure[]> {
  const wrong = 'no such harbour anywhere'
  const forms: [name: string, path: string, fields: (email: string, n: number) => Record<string, string>][] = [
    ['sign-in', '/sign-in', (email) => ({ email, password: wrong })],
    ['admin sign-in', '/AdminLogin', (email) => ({ email, password: PASSWORD })],
    ['reset', '/forgot-password', (email) => ({ email })],
    ['sign-up', '/sign-up', (email, n) => ({ name: 'Ada Lovelace', email, password: `${PASSWORD} ${n}` })],
  ]
  const figures: Figure[] = []
  for (const [at, [name, path, fields]] of forms.entries()) {
    const [known, unknown]: [number[], number[]] = [[], []]
    for (let n = -10; n < TIMED; n += 1) {
      const person = SESSIONS - 10_000 - at * 1_000 - n
      for (const [times, email] of [
        [known, emailOf(person)],
        [unknown, `unknown${person}@example.com`],
      ] as const) {
        const begun = performance.now()
        await post(origin, path, fields(email, n))
        if (n >= 0) times.push(performance.now() - begun)
      }
    }
    const apart = Math.abs(median(known) / median(unknown) - 1) * 100
    figures.push({
      benchmark: `same time, ${name}`,
      found: `${apart.toFixed(1)} % apart (p50 ${median(known).toFixed(1)} ms with an account, ${median(unknown).toFixed(1)} ms without; p90 ${percentile(known, 0.9).toFixed(0)} and ${percentile(unknown, 0.9).toFixed(0)} ms)`,
      conditions: `POST ${path}, ${TIMED} of each in turns; ${PRODUCTION}; ${await postgresVersion()}`,
      target: atMost(apart, 5, ' %'),
    })
  }
  return figures
}
