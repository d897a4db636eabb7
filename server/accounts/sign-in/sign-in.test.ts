/** Signing in by password: responses, what they do not reveal, and limits on guessing. */
import { describe, expect, it } from 'vitest'
import { updateAccount } from '#server/accounts/queries'
import { countSignInAttempt } from '#server/accounts/sign-in/attempts'
import { readDraft, saveDraft } from '#server/accounts/drafts/drafts'
import { signIn, signOut, takeSecondStep } from '#server/accounts/sign-in/sign-in'
import {
  ADA,
  addSecondStep,
  clientFrom,
  enter,
  keepCookies,
  mailsTo,
  OTHER_PASSWORD,
  PASSWORD,
  signUp,
  signUpAdmin,
  trySignIn,
  whoIs,
} from '../../../tests/support/accounts/accounts.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true })

const refused = { ok: false, error: { code: 'refused' } }
const wrong = (email = ADA, client = clientFrom()) => trySignIn(test, { email, password: OTHER_PASSWORD }, client)
const signInAsAdmin = (email: string, password = PASSWORD, client = clientFrom()) =>
  signIn(test.app, { email, password }, 'admin', client)
const suspend = (accountId: string) =>
  updateAccount(test.db, accountId, { suspendedAt: test.clock.time, updatedAt: test.clock.time })
const sessions = () => test.db.selectFrom('sessions').select('id').execute()
const SUBJECT = 'Someone is trying to sign in to your account at Landfall'

describe('signing in', () => {
  it('accepts the address in any case, and the password only as it is', async () => {
    await signUp(test)
    expect((await trySignIn(test, { email: 'ADA@Example.COM' })).outcome.ok).toBe(true)
    expect((await trySignIn(test, { password: PASSWORD.toUpperCase() })).outcome).toEqual(refused)
    expect((await trySignIn(test, { password: ` ${PASSWORD}` })).outcome).toEqual(refused)
    expect((await trySignIn(test, { password: '' })).outcome).toEqual(refused)
  })

  it('accepts a password of any 128 characters', async () => {
    const longest = '🦊'.repeat(127)
    await signUp(test, { password: `${longest}🌵` })
    expect((await trySignIn(test, { password: `${longest}🌵` })).outcome.ok).toBe(true)
    for (const password of [longest, `${longest}🦊`])
      expect((await trySignIn(test, { password })).outcome).toEqual(refused)
  })

  it('says that the account is suspended only after the right password', async () => {
    const { session } = await signUp(test)
    await suspend(session.accountId)
    expect((await trySignIn(test)).outcome).toEqual({ ok: false, error: { code: 'suspended' } })
    expect((await wrong()).outcome).toEqual(refused)
    expect(
      await test.db.selectFrom('sessions').select('id').where('accountId', '<>', session.accountId).execute(),
    ).toEqual([])
  })

  it('is recorded with its network; a refusal is not', async () => {
    const { session } = await signUp(test)
    await wrong()
    const { cookies } = await enter(test, {}, clientFrom('203.0.113.7'))
    await signOut(test.app, session, clientFrom('203.0.113.7', cookies))
    const events = await test.db
      .selectFrom('auditLog')
      .select(['actorId', 'action', 'subjectId', 'after', 'address'])
      .where('action', 'like', 'session.%')
      .orderBy('id')
      .execute()
    const of = {
      actorId: session.accountId,
      subjectId: session.accountId,
      address: expect.stringMatching(/^203\.0\.113\.7/),
    }
    expect(events).toMatchObject([
      { ...of, action: 'session.opened', after: { by: 'password' } },
      { ...of, action: 'session.closed' },
    ])
  })
})

describe('the sign-in page for admins', () => {
  it('signs in an admin, and refuses everyone else in the same way, without a session', async () => {
    await signUpAdmin(test, { email: 'root@example.com' })
    await signUp(test)
    const { session } = await signUp(test, { email: 'gone@example.com' })
    await updateAccount(test.db, session.accountId, { role: 'admin', updatedAt: test.clock.time })
    await suspend(session.accountId)
    await test.db.deleteFrom('sessions').execute()
    const answers = await Promise.all([
      signInAsAdmin(ADA),
      signInAsAdmin('unknown@example.com'),
      signInAsAdmin('root@example.com', OTHER_PASSWORD),
      signInAsAdmin('gone@example.com'),
    ])
    expect(answers).toEqual(answers.map(() => ({ waitSeconds: 0, outcome: refused })))
    expect(await sessions()).toEqual([])
    for (const signedIn of [
      await signInAsAdmin('root@example.com'),
      await trySignIn(test, { email: 'root@example.com' }),
    ])
      expect(signedIn).toMatchObject({ outcome: { ok: true, value: { step: 'done', admin: true } } })
  })

  it('asks an admin for the second step, and opens no session before it', async () => {
    const { code } = await addSecondStep(test, await signUpAdmin(test))
    await test.db.deleteFrom('sessions').execute()
    const { outcome } = await signInAsAdmin(ADA)
    expect(outcome).toMatchObject({ ok: true, value: { step: 'second', admin: false } })
    expect(await sessions()).toEqual([])
    const client = clientFrom('127.0.0.1', keepCookies(outcome.ok ? outcome.value.setCookies : []))
    expect(await takeSecondStep(test.app, code(), client)).toMatchObject({ ok: true, value: { admin: true } })
  })
})

it('guessing from one network is refused after five tries a minute, and says for how long', async () => {
  await signUp(test)
  const client = clientFrom('203.0.113.7')
  for (let tries = 0; tries < 5; tries += 1)
    expect((await wrong(`${tries}@example.com`, client)).outcome).toEqual(refused)
  test.clock.time = new Date(test.clock.time.getTime() + 20_500)
  const answer = await trySignIn(test, {}, client)
  expect(answer).toEqual({ waitSeconds: 0, outcome: { ok: false, error: { code: 'too_many', retryAfter: 40 } } })
  expect((await trySignIn(test, {}, clientFrom('203.0.113.8'))).outcome.ok).toBe(true)
  test.clock.time = new Date(test.clock.time.getTime() + 39_500)
  expect((await trySignIn(test, {}, client)).outcome.ok).toBe(true)
})

describe('guessing at one account', () => {
  /** From another network each time. */
  const guess = (at: number, email = ADA) => wrong(email, clientFrom(`203.0.113.${at}`))
  /** Counts this many attempts without hashing a password for each. */
  const tried = async (times: number, email = ADA) => {
    for (let at = 0; at < times; at += 1) await countSignInAttempt(test.app, email)
  }

  it('never locks its owner out: the right password signs in without delay and resets the count', async () => {
    await signUp(test)
    await tried(50)
    expect(await trySignIn(test)).toMatchObject({ waitSeconds: 0, outcome: { ok: true } })
    expect((await guess(1)).waitSeconds).toBe(0)
  })

  it.each([ADA, 'no@example.com'])('is slowed down, and emailed once to an owner alone: %s', async (email) => {
    await signUp(test)
    await tried(9, email)
    const waits = []
    for (const at of [10, 11, 12]) waits.push((await guess(at, at % 2 ? email : email.toUpperCase())).waitSeconds)
    expect(waits).toEqual([0, 1, 2])
    expect((await mailsTo(test, ADA)).map(({ subject }) => subject)).toEqual(email === ADA ? [SUBJECT] : [])
    expect(await mailsTo(test, 'no@example.com')).toEqual([])
  })

  it('is slowed down on the sign-in page for admins too, even with a member’s right password', async () => {
    await signUp(test)
    await tried(11)
    expect(await signInAsAdmin(ADA)).toEqual({ waitSeconds: 2, outcome: refused })
  })
})

describe('signing out', () => {
  it('ends the session on the server and deletes the cookie, also after another tab got another token', async () => {
    const { session, client, cookies } = await signUp(test)
    const other = await enter(test)
    expect(await signOut(test.app, null, clientFrom())).toHaveLength(1)
    expect(await sessions()).toHaveLength(2)
    const setCookies = await signOut(test.app, session, client)
    expect(setCookies).toEqual(['session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'])
    expect(keepCookies(setCookies, cookies)).not.toContain('session=')
    expect(await whoIs(test, cookies)).toBeNull()
    expect(await whoIs(test, other.cookies)).not.toBeNull()
    await test.db.updateTable('sessions').set({ token: 'another', role: 'mentor' }).execute()
    await signOut(test.app, other.session, other.client)
    expect(await sessions()).toEqual([])
    const closed = test.db.selectFrom('auditLog').select('id').where('action', '=', 'session.closed')
    expect(await closed.execute()).toHaveLength(2)
  })

  it('deletes what was typed, since another person may use the browser next', async () => {
    const { session, client } = await signUp(test)
    const form = new FormData()
    form.set('name', 'Ada Lovelace')
    await saveDraft(test.app, client, '/account', form)
    await saveDraft(test.app, { ...client, browser: 'c'.repeat(32) }, '/account', form)
    await signOut(test.app, session, client)
    expect(await readDraft(test.app, client.browser, '/account')).toBeNull()
    expect(await readDraft(test.app, 'c'.repeat(32), '/account')).not.toBeNull()
  })
})
