/** Lifetime of sessions and the security of their cookie. */
import { describe, expect, it } from 'vitest'
import { connectAuth } from '#server/accounts/auth/auth'
import { updateAccount } from '#server/accounts/queries'
import { endOtherSessions, endSession } from '#server/accounts/security'
import { readSession } from '#server/accounts/sign-in/sessions'
import { signIn } from '#server/accounts/sign-in/sign-in'
import {
  ADA,
  clientFrom,
  enter,
  keepCookies,
  PASSWORD,
  signUp,
  signUpAdmin,
  whoIs,
} from '../../../tests/support/accounts/accounts.ts'
import { quickHashing } from '../../../tests/support/accounts/quick-hashing.ts'
import { addMentor, AUTH_SECRET, ORIGIN } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { nonEmpty } from '../../../tests/support/non-empty.ts'

useProduct({ accounts: true })

const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES
const signedOut = { session: null, setCookies: ['session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'] }
const read = (cookies: string) => readSession(test.app, cookies, { maySetCookies: true })
const sessions = () => test.db.selectFrom('sessions').selectAll().execute()
const settings = () => ({
  db: test.db,
  now: test.app.now,
  claimBookings: test.app.claimBookings,
  siteName: 'Landfall',
  hashing: quickHashing,
  onError: () => {},
})

describe('a session’s cookie', () => {
  it('cannot be read by scripts or other sites', async () => {
    await signUp(test)
    const { outcome } = await signIn(test.app, { email: ADA, password: PASSWORD }, 'public', clientFrom())
    const setCookies = outcome.ok ? outcome.value.setCookies : []
    expect(setCookies.map((header) => header.split('=')[0])).toEqual(['session', 'known'])
    expect(setCookies[0]).toMatch(/^session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  it('is accepted only with our signature, and deleted otherwise', async () => {
    const { cookies } = await signUp(test)
    const value = decodeURIComponent(/^session=([^;]+)/.exec(cookies)![1]!)
    const [token, signature] = value.split('.') as [string, string]
    const kept = (await sessions())[0]!.token
    expect(token).toBe(kept)
    const bad = [
      `session=${kept}`,
      `session=${kept}.`,
      `session=.${signature}`,
      `session=${kept}.${encodeURIComponent(signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')))}`,
      `session=${kept.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}.${encodeURIComponent(signature)}`,
      `session=${kept}.${encodeURIComponent(signature)}x`,
      'session=',
      'session=%',
      'session=%E0%A4%A',
    ]
    for (const cookie of bad) expect(await read(cookie), cookie).toEqual(signedOut)
    expect(await read(`theme=dark; ${cookies}; zone=UTC`)).toMatchObject({ session: { email: ADA }, setCookies: [] })
    expect(await read(`sessions=1; theme=dark`)).toEqual({ session: null, setCookies: [] })
    expect(await read('')).toEqual({ session: null, setCookies: [] })
  })

  it('signed with another secret opens nothing', async () => {
    await signUp(test)
    const { token } = (await sessions())[0]!
    const other = connectAuth({ ...settings(), publicUrl: ORIGIN, secret: 'another secret of 32 letters or more' })
    expect(await read(keepCookies([other.setCookie(token)]))).toEqual(signedOut)
    expect(await read(keepCookies([test.app.auth.setCookie(token)]))).toMatchObject({ session: { email: ADA } })
  })

  it('is never one that the browser had before, which may have been planted or another person’s', async () => {
    const grace = await signUp(test, { email: 'grace@example.com', name: 'Grace Hopper' })
    await signUp(test)
    const ada = await enter(test, {}, clientFrom('127.0.0.1', grace.cookies))
    expect(ada.cookies).not.toBe(grace.cookies)
    expect(ada.session).toMatchObject({ email: ADA })
    expect(await read(grace.cookies)).toEqual(signedOut)
    const again = await enter(test, {}, ada.client)
    expect(again.cookies).not.toBe(ada.cookies)
    expect(await read(ada.cookies)).toEqual(signedOut)
  })

  it('stays when a sign-in fails', async () => {
    const grace = await signUp(test, { email: 'grace@example.com' })
    await signIn(test.app, { email: ADA, password: PASSWORD }, 'public', grace.client)
    expect(await whoIs(test, grace.cookies)).not.toBeNull()
  })
})

describe('over https', () => {
  const secure = () => connectAuth({ ...settings(), publicUrl: 'https://landfall.test', secret: AUTH_SECRET })

  it('every cookie is Secure and for this host only, and read under that name only', async () => {
    const { session } = await signUp(test)
    const auth = secure()
    const app = { ...test.app, auth }
    const [opened] = await auth.openSession({ id: session.accountId, role: 'member' }, clientFrom())
    const signedIn = await auth.signIn({ email: ADA, password: PASSWORD }, 'public', clientFrom())
    const byLibrary = nonEmpty(signedIn.ok ? signedIn.value.setCookies : [])
    const { setCookies: challenge } = await auth.passkeys.challenge(clientFrom())
    for (const header of [opened!, ...byLibrary, ...challenge, auth.clearCookie()]) {
      expect(header).toMatch(/^__Host-/)
      expect(header).toMatch(/; Secure(;|$)/)
      expect(header).toMatch(/; HttpOnly(;|$)/)
      expect(header).toMatch(/; SameSite=Lax(;|$)/)
      expect(header).toMatch(/; Path=\/(;|$)/)
      expect(header).not.toMatch(/domain/i)
    }
    for (const headers of [[opened!], byLibrary]) {
      const cookies = keepCookies(headers)
      expect(cookies).toMatch(/^__Host-session=/)
      expect((await readSession(app, cookies, { maySetCookies: true })).session).toMatchObject({ email: ADA })
      expect((await readSession(app, cookies.replace('__Host-', ''), { maySetCookies: true })).session).toBeNull()
    }
  })
})

describe('better-auth and we', () => {
  it('read each other’s cookies', async () => {
    const ours = await signUp(test)
    const theirs = await enter(test)
    expect(await whoIs(test, theirs.cookies)).toMatchObject({ email: ADA })
    expect(await test.app.auth.passkeys.registration(ours.client)).toMatchObject({ options: { rp: {} } })
    const strange = clientFrom('127.0.0.1', ours.cookies.replace(/^session=[^;]+/, '$&x'))
    expect(await test.app.auth.passkeys.registration(strange)).toBeNull()
  })

  it('write the same sessions: times by the product’s clock, no address, the role, a short name of the browser', async () => {
    await signUp(test)
    await test.db.deleteFrom('sessions').execute()
    test.clock.forward(90)
    const client = { ...clientFrom('203.0.113.7'), userAgent: 'x'.repeat(1_000) }
    await enter(test, {}, client)
    await test.app.auth.openSession(
      { id: (await whoIs(test, (await enter(test)).cookies))!.accountId, role: 'member' },
      client,
    )
    const [first, , last] = await test.db.selectFrom('sessions').selectAll().orderBy('id').execute()
    expect((await sessions()).map(({ createdAt }) => createdAt)).toEqual([1, 2, 3].map(() => test.clock.time))
    const lengths = (await sessions()).map(({ userAgent }) => userAgent!.length).toSorted((a, b) => b - a)
    expect(lengths.slice(0, 2)).toEqual([300, 300])
    expect(first!.expiresAt).toEqual(last!.expiresAt)
    expect(new Set((await sessions()).map(({ role }) => role))).toEqual(new Set(['member']))
  })
})

describe('a session', () => {
  it('ends after 14 days without being used', async () => {
    const { cookies } = await signUp(test)
    test.clock.forward(14 * DAY_MINUTES - 1)
    expect((await read(cookies)).session).not.toBeNull()
    test.clock.forward(14 * DAY_MINUTES - 1)
    expect((await read(cookies)).session).not.toBeNull()
    test.clock.time = new Date('2030-01-07T09:00:00Z')
    const other = await enter(test)
    test.clock.forward(14 * DAY_MINUTES)
    expect(await read(other.cookies)).toEqual(signedOut)
  })

  it('ends after 30 days however often it is used', async () => {
    const { cookies } = await signUp(test)
    for (let day = 0; day < 29; day += 1) {
      test.clock.forward(DAY_MINUTES)
      expect((await read(cookies)).session, `day ${day}`).not.toBeNull()
    }
    test.clock.forward(DAY_MINUTES - 1)
    expect((await read(cookies)).session).not.toBeNull()
    test.clock.forward(1)
    expect(await read(cookies)).toEqual(signedOut)
  })

  it('of an admin ends after 8 hours however often it is used', async () => {
    const { cookies } = await signUpAdmin(test)
    for (let hour = 0; hour < 7; hour += 1) {
      test.clock.forward(HOUR_MINUTES)
      expect((await read(cookies)).session, `hour ${hour}`).toMatchObject({ role: 'admin' })
    }
    test.clock.forward(HOUR_MINUTES - 1)
    expect((await read(cookies)).session).not.toBeNull()
    test.clock.forward(1)
    expect(await read(cookies)).toEqual(signedOut)
  })

  it('ends by an admin’s rules once its member is an admin', async () => {
    const { cookies, session } = await signUp(test)
    test.clock.forward(9 * HOUR_MINUTES)
    await updateAccount(test.db, session.accountId, { role: 'admin', updatedAt: test.clock.time })
    expect(await read(cookies)).toEqual(signedOut)
  })

  it('is marked as used once an hour, not at every request', async () => {
    const { cookies } = await signUp(test)
    const seen = async () => (await sessions())[0]!.updatedAt
    const began = test.clock.time
    test.clock.forward(59)
    await read(cookies)
    expect(await seen()).toEqual(began)
    test.clock.forward(1)
    await read(cookies)
    expect(await seen()).toEqual(test.clock.time)
  })

  it('ends with the next request after its account is suspended', async () => {
    const { cookies, session } = await signUp(test)
    await updateAccount(test.db, session.accountId, { suspendedAt: test.clock.time, updatedAt: test.clock.time })
    expect(await read(cookies)).toEqual(signedOut)
  })
})

describe('whose role changes', () => {
  it('is a mentor from the next request on, with another token', async () => {
    const { cookies, session } = await signUp(test)
    const mentor = await addMentor(test)
    await test.db.updateTable('mentors').set({ accountId: session.accountId }).where('id', '=', mentor.id).execute()
    const { session: now, setCookies } = await read(cookies)
    expect(now).toMatchObject({ role: 'mentor', mentorId: mentor.id })
    expect(setCookies).toHaveLength(1)
    const rotated = keepCookies(setCookies)
    expect(rotated).not.toBe(cookies)
    expect(await read(cookies)).toEqual(signedOut)
    expect(await read(rotated)).toMatchObject({ session: { role: 'mentor' }, setCookies: [] })
  })

  it.each([
    ['pending', 'member'],
    ['rejected', 'member'],
    ['paused', 'mentor'],
    ['accepted', 'mentor'],
  ] as const)('%s as a mentor is a %s', async (status, role) => {
    const { cookies, session } = await signUp(test)
    const mentor = await addMentor(test, { status })
    await test.db.updateTable('mentors').set({ accountId: session.accountId }).where('id', '=', mentor.id).execute()
    expect((await read(cookies)).session).toMatchObject({ role, mentorId: role === 'mentor' ? mentor.id : null })
  })

  it('gets another token also when the role is taken away', async () => {
    const root = await signUpAdmin(test)
    await updateAccount(test.db, root.session.accountId, { role: 'member', updatedAt: test.clock.time })
    const { session, setCookies } = await read(root.cookies)
    expect(session).toMatchObject({ role: 'member' })
    expect(keepCookies(setCookies)).not.toBe(root.cookies)
    expect(setCookies).toHaveLength(1)
  })

  it('keeps its token and cookie during the request of a form or a program', async () => {
    const aside = (cookies: string) => readSession(test.app, cookies, { maySetCookies: false })
    const { cookies, session } = await signUp(test)
    const mentor = await addMentor(test)
    await test.db.updateTable('mentors').set({ accountId: session.accountId }).where('id', '=', mentor.id).execute()
    expect(await aside(cookies)).toMatchObject({ session: { role: 'mentor' }, setCookies: [] })
    await read(cookies)
    expect(await aside(cookies)).toEqual({ session: null, setCookies: [] })
  })
})

describe('the list of sessions', () => {
  it('ends sessions of the account, and none of another', async () => {
    const grace = await signUp(test, { email: 'grace@example.com' })
    const ada = await signUp(test)
    const other = await enter(test)
    expect(await endSession(test.app, ada.session, grace.session.sessionId, ada.client)).toBe(false)
    expect(await endSession(test.app, ada.session, other.session.sessionId, ada.client)).toBe(true)
    expect(await endSession(test.app, ada.session, other.session.sessionId, ada.client)).toBe(false)
    expect(await whoIs(test, other.cookies)).toBeNull()
    expect(await whoIs(test, grace.cookies)).not.toBeNull()
    expect(await whoIs(test, ada.cookies)).not.toBeNull()
  })

  it('ends all sessions but this one', async () => {
    const grace = await signUp(test, { email: 'grace@example.com' })
    const ada = await signUp(test)
    const others = [await enter(test), await enter(test)]
    expect(await endOtherSessions(test.app, ada.session, ada.client)).toBe(2)
    for (const { cookies } of others) expect(await whoIs(test, cookies)).toBeNull()
    expect(await whoIs(test, ada.cookies)).not.toBeNull()
    expect(await whoIs(test, grace.cookies)).not.toBeNull()
  })
})
