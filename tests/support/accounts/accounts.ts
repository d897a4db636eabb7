/** People with accounts, as their browsers and mailboxes have them. */
import { createHmac, randomUUID } from 'node:crypto'
import type { Session } from '#domain/accounts/account'
import { findNetworks } from '#server/platform/http/client'
import { insertAccount, setPassword, updateAccount } from '#server/accounts/queries'
import { judgePassword } from '#server/accounts/auth/password-strength'
import { requestPasswordReset } from '#server/accounts/passwords'
import { completeSignUp, requestSignUp } from '#server/accounts/sign-up'
import type { Client } from '#domain/accounts/client'
import { beginSecondStep, confirmSecondStep } from '#server/accounts/security'
import { readSession } from '#server/accounts/sign-in/sessions'
import { signIn, type SignInResult } from '#server/accounts/sign-in/sign-in'
import type { Mail } from '../../../sandbox/mailbox.ts'
import type { TestApp } from '../product/app.ts'

export const ADA = 'ada@example.com'
export const PASSWORD = 'lantern orbit cactus 47'
export const OTHER_PASSWORD = 'velvet anchor pigeon 93'

/** Loads what passwords and signing in need, which takes seconds that are no test's. */
export async function warmUp({ app }: TestApp): Promise<void> {
  await Promise.all([judgePassword(PASSWORD, []), app.auth.passkeys.challenge(clientFrom())])
}

/** A browser. Loopback by default, whose tries are not counted by network. */
export function clientFrom(address = '127.0.0.1', cookies = ''): Client {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'
  const networks = address === '127.0.0.1' ? { network: null, farNetwork: null } : findNetworks(address)
  return { address, ...networks, browser: 'b'.repeat(32), cookies, userAgent }
}

/** The Cookie header of a browser that had `before` and was given these. */
export function keepCookies(setCookies: string[], before = ''): string {
  const pairs = (text: string) => text.split('; ').filter(Boolean)
  const jar = new Map(pairs(before).map((pair) => [pair.split('=')[0]!, pair]))
  for (const header of setCookies) {
    const pair = header.split(';')[0]!
    const name = pair.split('=')[0]!
    if (/Max-Age=0\b/i.test(header)) jar.delete(name)
    else jar.set(name, pair)
  }
  return [...jar.values()].join('; ')
}

/** What came to an address, newest first, once everything that waits has been sent. */
export async function mailsTo(test: TestApp, address: string): Promise<Mail[]> {
  await test.runJobs()
  return (await test.mails()).filter(({ to }) =>
    to.some((each) => each.address.toLowerCase() === address.toLowerCase()),
  )
}

/** The token of the newest link that an address was emailed. */
export async function latestLink(test: TestApp, address = ADA): Promise<string> {
  const token = (await mailsTo(test, address)).map(({ text }) => /\?token=([\w-]+)/.exec(text)?.[1]).find(Boolean)
  if (!token) throw new Error(`No link was emailed to ${address}`)
  return token
}

type Person = { name?: string; email?: string; password?: string; next?: string }

/** Asks for an account, which is none yet. */
export async function askForAccount(test: TestApp, person: Person = {}, client = clientFrom()) {
  const wanted = { name: 'Ada Lovelace', email: ADA, password: PASSWORD, next: '/', ...person }
  return requestSignUp(test.app, wanted, client)
}

/** An account, signed in with a browser of its own by the emailed link. */
export async function signUpByLink(test: TestApp, person: Person = {}) {
  const requested = await askForAccount(test, person)
  if (!requested.ok) throw new Error(requested.error.code)
  const link = { token: await latestLink(test, person.email), password: person.password ?? PASSWORD }
  const made = await completeSignUp(test.app, link, clientFrom())
  if (!made.ok) throw new Error(made.error.code)
  return arrived(test, made.value.setCookies)
}

/** The same without the way there: only the account, its password and its session are written. */
export async function signUp(test: TestApp, { name = 'Ada Lovelace', email = ADA, password = PASSWORD }: Person = {}) {
  const [id, at] = [randomUUID(), test.clock.time]
  await insertAccount(test.db, { id, name, email, emailVerified: true, createdAt: at, updatedAt: at })
  const hash = hashes.get(password) ?? test.app.auth.hashPassword(password, { network: null, farNetwork: null })
  hashes.set(password, hash)
  await setPassword(test.db, id, randomUUID(), await hash, at)
  return arrived(test, await test.app.auth.openSession({ id, role: 'member' }, clientFrom()))
}

/** Hashing is slow on purpose: once for each password of a file of tests. */
const hashes = new Map<string, Promise<string>>()

async function arrived(test: TestApp, setCookies: string[]) {
  const cookies = keepCookies(setCookies)
  return { cookies, session: (await whoIs(test, cookies))!, client: clientFrom('127.0.0.1', cookies) }
}

/** An account that runs the site, signed in as such. */
export async function signUpAdmin(test: TestApp, person: Person = {}) {
  const { session } = await signUp(test, person)
  await updateAccount(test.db, session.accountId, { role: 'admin', updatedAt: test.clock.time })
  return enter(test, person)
}

export async function askForResetLink(test: TestApp, email = ADA): Promise<string> {
  const requested = await requestPasswordReset(test.app, email, clientFrom())
  if (!requested.ok) throw new Error(requested.error.code)
  return latestLink(test, email)
}

/** Sign-in attempts on the public page. */
export function trySignIn(test: TestApp, person: Person = {}, client = clientFrom()): Promise<SignInResult> {
  return signIn(test.app, { email: person.email ?? ADA, password: person.password ?? PASSWORD }, 'public', client)
}

/** Signs in and gives what the browser has then. */
export async function enter(test: TestApp, person: Person = {}, client = clientFrom()) {
  const { outcome } = await trySignIn(test, person, client)
  if (!outcome.ok) throw new Error(outcome.error.code)
  const cookies = keepCookies(outcome.value.setCookies, client.cookies)
  const session = await whoIs(test, cookies)
  if (!session) throw new Error('No session')
  return { cookies, session, client: { ...client, cookies } }
}

export async function whoIs(test: TestApp, cookies: string): Promise<Session | null> {
  return (await readSession(test.app, cookies, { maySetCookies: true })).session
}

/** Sets up an authenticator app. Gives its codes and the backup codes. */
export async function addSecondStep(test: TestApp, { session, cookies }: { session: Session; cookies: string }) {
  const client = clientFrom('127.0.0.1', cookies)
  const begun = await beginSecondStep(test.app, session, PASSWORD, client)
  if (!begun.ok) throw new Error(begun.error.code)
  const { uri, backupCodes } = begun.value
  const spent = makeCode(uri, Date.now() + CODE_MILLISECONDS) // The next one, which counts already: the one of now is still good.
  const confirmed = await confirmSecondStep(test.app, session, spent, client)
  if (!confirmed.ok) throw new Error(confirmed.error.code)
  const code = () => (makeCode(uri) === spent ? makeCode(uri, Date.now() + CODE_MILLISECONDS) : makeCode(uri))
  return { code, backupCodes, cookies: keepCookies(confirmed.value, cookies) }
}

/** What an authenticator app shows now: RFC 6238 with SHA-1, six digits, half a minute. */
export function makeCode(uri: string, at = Date.now()): string {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(at / CODE_MILLISECONDS)))
  const mac = createHmac('sha1', key).update(step).digest()
  const start = mac.at(-1)! & 15
  return String((mac.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

const CODE_MILLISECONDS = 30_000
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
