/** Lifetime of sessions and the security of their cookie. */
import { describe, expect, it } from 'vitest'
import { MENTOR_STATUSES } from '#domain/mentors/mentor-status'
import { updateAccount } from '#server/accounts/queries'
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
import { addMentor, connectTestAuth } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { nonEmpty } from '../../../tests/support/non-empty.ts'

useProduct({ accounts: true })

const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES
const signedOut = { session: null, setCookies: ['session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'] }
const read = (cookies: string) => readSession(test.app, cookies, { maySetCookies: true })
const sessions = () => test.db.selectFrom('sessions').selectAll().execute()

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
    expect(token).toBe((await sessions())[0]!.token)
    const changed = (text: string) => text.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
    const pairs = [
      [token, changed(signature)],
      [changed(token), signature],
      [token, `${signature}x`],
      [token, ''],
      ['', signature],
    ]
    const forged = pairs.map(([name, sign]) => `${name}.${encodeURIComponent(sign!)}`)
    for (const bad of [token, ...forged, '', '%', '%E0%A4%A'])
      expect(await read(`session=${bad}`), bad).toEqual(signedOut)
    expect(await read(`theme=dark; ${cookies}; zone=UTC`)).toMatchObject({ session: { email: ADA }, setCookies: [] })
    expect(await read(`sessions=1; theme=dark`)).toEqual({ session: null, setCookies: [] })
    expect(await read('')).toEqual({ session: null, setCookies: [] })
  })

  it('signed with another secret opens nothing', async () => {
    await signUp(test)
    const { token } = (await sessions())[0]!
    const other = connectTestAuth(test.app, { secret: 'another secret of 32 letters or more' })
    expect(await read(keepCookies([other.setCookie(token)]))).toEqual(signedOut)
    expect(await read(keepCookies([test.app.auth.setCookie(token)]))).toMatchObject({ session: { email: ADA } })
  })

  it('is after a sign-in never one that the browser had before, which may have been planted or another person’s', async () => {
    const grace = await signUp(test, { email: 'grace@example.com', name: 'Grace Hopper' })
    await signUp(test)
    const ada = await enter(test, {}, clientFrom('127.0.0.1', grace.cookies))
    expect(ada.cookies).not.toBe(grace.cookies)
    expect(ada.session).toMatchObject({ email: ADA })
    expect(await read(grace.cookies)).toEqual(signedOut)
    await signIn(test.app, { email: 'unknown@example.com', password: PASSWORD }, 'public', ada.client)
    expect(await whoIs(test, ada.cookies)).not.toBeNull()
    const again = await enter(test, {}, ada.client)
    expect(again.cookies).not.toBe(ada.cookies)
    expect(await read(ada.cookies)).toEqual(signedOut)
  })
})

describe('over https', () => {
  const secure = () => connectTestAuth(test.app, { publicUrl: 'https://landfall.test' })

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
    const { session } = await enter(test, {}, client)
    await test.app.auth.openSession({ id: session.accountId, role: 'member' }, client)
    const rest = { createdAt: test.clock.time, role: 'member', userAgent: 'x'.repeat(300) }
    const [byLibrary, own] = await sessions()
    for (const row of [byLibrary, own]) expect(row).toMatchObject(rest)
    expect(byLibrary!.expiresAt).toEqual(own!.expiresAt)
    expect(await sessions()).toHaveLength(2)
  })
})

describe('a session', () => {
  it('ends after 14 days without being used, and at once when its account is suspended', async () => {
    const { cookies, session } = await signUp(test)
    test.clock.forward(1)
    const other = await signUp(test, { email: 'grace@example.com' })
    test.clock.forward(14 * DAY_MINUTES - 1)
    expect(await read(cookies)).toEqual(signedOut)
    expect((await read(other.cookies)).session).not.toBeNull()
    const entered = await enter(test)
    await updateAccount(test.db, session.accountId, { suspendedAt: test.clock.time, updatedAt: test.clock.time })
    expect(await read(entered.cookies)).toEqual(signedOut)
  })

  it.each([
    ['a member', 30 * DAY_MINUTES, signUp],
    ['an admin', 8 * HOUR_MINUTES, signUpAdmin],
  ] as const)('of %s ends after %i minutes however often it is used', async (_who, most, begin) => {
    const { cookies } = await begin(test)
    const steps = [1, 2, 3].map((third) => Math.floor((most * third) / 3) - (third === 3 ? 1 : 0))
    for (const [at, minutes] of steps.entries()) {
      test.clock.forward(minutes - (steps[at - 1] ?? 0))
      expect((await read(cookies)).session, `after ${minutes} minutes`).not.toBeNull()
    }
    test.clock.forward(1)
    expect(await read(cookies)).toEqual(signedOut)
  })

  it('gets another token and ends by the rules of the role that its owner has now', async () => {
    const { cookies, session } = await signUp(test)
    const setRole = (role: 'admin' | 'member') =>
      updateAccount(test.db, session.accountId, { role, updatedAt: test.clock.time })
    await setRole('admin')
    const raised = await read(cookies)
    await setRole('member')
    const { session: now, setCookies } = await read(keepCookies(raised.setCookies))
    expect(now).toMatchObject({ role: 'member' })
    expect(setCookies).toHaveLength(1)
    expect(keepCookies(setCookies)).not.toBe(keepCookies(raised.setCookies))
    test.clock.forward(9 * HOUR_MINUTES)
    await setRole('admin')
    expect(await read(keepCookies(setCookies))).toEqual(signedOut)
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
})

describe('whose role changes', () => {
  it('is a mentor from the next request on, with another token', async () => {
    const { cookies, session } = await signUp(test)
    const mentor = await addMentor(test)
    await test.db.updateTable('mentors').set({ accountId: session.accountId }).where('id', '=', mentor.id).execute()
    // The request of a form or a program keeps token and cookie.
    const aside = () => readSession(test.app, cookies, { maySetCookies: false })
    expect(await aside()).toMatchObject({ session: { role: 'mentor' }, setCookies: [] })
    const { session: now, setCookies } = await read(cookies)
    expect(now).toMatchObject({ role: 'mentor', mentorId: mentor.id })
    expect(setCookies).toHaveLength(1)
    const rotated = keepCookies(setCookies)
    expect(rotated).not.toBe(cookies)
    expect(await aside()).toEqual({ session: null, setCookies: [] })
    expect(await read(cookies)).toEqual(signedOut)
    expect(await read(rotated)).toMatchObject({ session: { role: 'mentor' }, setCookies: [] })
  })

  it('is a mentor while accepted or paused, and a member otherwise', async () => {
    const { session } = await signUp(test)
    const { id } = await addMentor(test)
    await test.db.updateTable('mentors').set({ accountId: session.accountId }).execute()
    for (const status of MENTOR_STATUSES) {
      await test.db.updateTable('mentors').set({ status }).execute()
      const isMentor = status === 'accepted' || status === 'paused'
      const roleNow = isMentor ? { role: 'mentor', mentorId: id } : { role: 'member', mentorId: null }
      expect((await enter(test)).session, status).toMatchObject(roleNow)
    }
  })
})
