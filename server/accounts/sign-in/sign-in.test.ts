/** Signing in by password: responses, what they do not reveal, and limits on guessing. */
import { describe, expect, it } from 'vitest'
import { updateAccount } from '#server/accounts/queries'
import { countSignInAttempt, limitByNetwork } from '#server/accounts/sign-in/attempts'
import { readDraft, saveDraft } from '#server/accounts/drafts/drafts'
import { signIn, signOut } from '#server/accounts/sign-in/sign-in'
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
    const password = [...'🦊🌵🚀🎻🪁🧭🥁🌋']
      .flatMap((one, at) => [one, ...`${at} lantern ${one}`])
      .join('')
      .repeat(2)
    const longest = [...password].slice(0, 128).join('')
    expect([...longest]).toHaveLength(128)
    await signUp(test, { password: longest })
    expect((await trySignIn(test, { password: longest })).outcome.ok).toBe(true)
    expect((await trySignIn(test, { password: [...longest].slice(0, 127).join('') })).outcome).toEqual(refused)
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

  it('says that the person is an admin', async () => {
    await signUpAdmin(test)
    expect((await trySignIn(test)).outcome).toMatchObject({ ok: true, value: { step: 'done', admin: true } })
  })
})

describe('the sign-in page for admins', () => {
  it('signs in an admin, and refuses everyone else in the same way', async () => {
    await signUpAdmin(test, { email: 'root@example.com' })
    await signUp(test)
    const { session } = await signUp(test, { email: 'gone@example.com' })
    await updateAccount(test.db, session.accountId, { role: 'admin', updatedAt: test.clock.time })
    await suspend(session.accountId)
    const answers = await Promise.all([
      signInAsAdmin(ADA),
      signInAsAdmin('unknown@example.com'),
      signInAsAdmin('root@example.com', OTHER_PASSWORD),
      signInAsAdmin('gone@example.com'),
    ])
    expect(answers).toEqual(answers.map(() => ({ waitSeconds: 0, outcome: refused })))
    expect(await signInAsAdmin('root@example.com')).toMatchObject({ outcome: { ok: true, value: { admin: true } } })
  })

  it('opens no session for a member with the right password', async () => {
    const { session } = await signUp(test)
    await test.db.deleteFrom('sessions').execute()
    await signInAsAdmin(ADA)
    expect(await test.db.selectFrom('sessions').select('id').execute()).toEqual([])
    expect(session.role).toBe('member')
  })

  it('asks an admin for the second step', async () => {
    const root = await signUpAdmin(test)
    await addSecondStep(test, root)
    expect((await signInAsAdmin(ADA)).outcome).toMatchObject({ ok: true, value: { step: 'second', admin: false } })
  })
})

describe('guessing from one network', () => {
  it('is refused after five tries a minute, and says for how long', async () => {
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

  it('is counted for a whole IPv6 /64, and separately for the next', async () => {
    for (let tries = 1; tries <= 5; tries += 1) await wrong(ADA, clientFrom(`2001:db8:0:1:${tries}::1`))
    expect((await wrong(ADA, clientFrom('2001:db8:0:1:ffff::9'))).outcome).toMatchObject({
      error: { code: 'too_many' },
    })
    expect((await wrong(ADA, clientFrom('2001:db8:0:2::1'))).outcome).toEqual(refused)
  })

  it('is limited to fifty tries a minute for a /48, which may belong to one customer of a provider', async () => {
    const allowed = []
    for (let at = 0; at < 60; at += 1) {
      allowed.push((await limitByNetwork(test.app, 'sign_in', clientFrom(`2001:db8:7:${at.toString(16)}::1`))).ok)
    }
    expect(allowed.filter(Boolean)).toHaveLength(50)
    expect((await limitByNetwork(test.app, 'sign_in', clientFrom('2001:db8:7:ffff::1'))).ok).toBe(false)
    expect((await limitByNetwork(test.app, 'sign_in', clientFrom('2001:db8:8::1'))).ok).toBe(true)
  })

  it('is counted by all processes together', async () => {
    const other = { ...test.app }
    const client = clientFrom('203.0.113.7')
    const tries = []
    for (let at = 0; at < 8; at += 1) tries.push(limitByNetwork(at % 2 ? other : test.app, 'code', client))
    expect((await Promise.all(tries)).filter(({ ok }) => ok)).toHaveLength(5)
  })

  it('is counted separately for each form', async () => {
    const client = clientFrom('203.0.113.7')
    for (const form of ['sign_in', 'sign_up', 'reset', 'link', 'code', 'passkey'] as const) {
      for (let tries = 0; tries < 5; tries += 1)
        expect((await limitByNetwork(test.app, form, client)).ok, form).toBe(true)
      expect((await limitByNetwork(test.app, form, client)).ok, form).toBe(false)
    }
  })
})

describe('guessing at one account', () => {
  /** From another network each time. */
  const guess = (at: number, email = ADA) => wrong(email, clientFrom(`203.0.113.${at}`))
  /** So many tries have been counted, without the work of hashing for each. */
  const tried = async (times: number, email = ADA) => {
    for (let at = 0; at < times; at += 1) await countSignInAttempt(test.app, email)
  }

  it('is slowed down more and more after ten tries from any networks, up to five seconds', async () => {
    await signUp(test)
    await tried(8)
    const waits = []
    for (let at = 9; at <= 17; at += 1) waits.push((await guess(at)).waitSeconds)
    expect(waits).toEqual([0, 0, 1, 2, 3, 4, 5, 5, 5])
  })

  it('never locks its owner out: the right password signs in without delay and resets the count', async () => {
    await signUp(test)
    await tried(50)
    expect(await trySignIn(test)).toMatchObject({ waitSeconds: 0, outcome: { ok: true } })
    expect((await guess(1)).waitSeconds).toBe(0)
  })

  it('is emailed to its owner once', async () => {
    await signUp(test)
    await tried(9)
    await guess(10)
    expect((await mailsTo(test, ADA)).map(({ subject }) => subject)).not.toContain(SUBJECT)
    for (let at = 11; at <= 14; at += 1) await guess(at)
    expect((await mailsTo(test, ADA)).filter(({ subject }) => subject === SUBJECT)).toHaveLength(1)
  })

  it('is counted anew a quarter of an hour after the first try', async () => {
    await signUp(test)
    await tried(12)
    test.clock.forward(14)
    expect((await guess(13)).waitSeconds).toBe(3)
    test.clock.forward(1)
    expect((await guess(14)).waitSeconds).toBe(0)
    await tried(8)
    expect((await guess(15)).waitSeconds).toBe(0)
    expect((await guess(16)).waitSeconds).toBe(1)
  })

  it('is slowed down just as much if there is no account, and no email is sent', async () => {
    await tried(9, 'no@example.com')
    const waits = []
    for (const at of [10, 11, 12])
      waits.push((await guess(at, at % 2 ? 'no@example.com' : 'NO@example.com')).waitSeconds)
    expect(waits).toEqual([0, 1, 2])
    expect(await mailsTo(test, 'no@example.com')).toEqual([])
    expect(JSON.stringify(await test.db.selectFrom('attempts').selectAll().execute())).not.toMatch(/no@example/i)
  })

  it('is slowed down on the sign-in page for admins too, even with a member’s right password', async () => {
    await signUp(test)
    await tried(11)
    expect(await signInAsAdmin(ADA)).toEqual({ waitSeconds: 2, outcome: refused })
  })
})

describe('signing out', () => {
  it('ends the session on the server and deletes the cookie', async () => {
    const { session, client, cookies } = await signUp(test)
    const other = await enter(test)
    const setCookies = await signOut(test.app, session, client)
    expect(setCookies).toEqual(['session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'])
    expect(keepCookies(setCookies, cookies)).not.toContain('session=')
    expect(await whoIs(test, cookies)).toBeNull()
    expect(await whoIs(test, other.cookies)).not.toBeNull()
  })

  it('ends the session even if another tab has got another token meanwhile', async () => {
    const { session, client } = await signUp(test)
    await test.db.updateTable('sessions').set({ token: 'another', role: 'mentor' }).execute()
    await signOut(test.app, session, client)
    expect(await test.db.selectFrom('sessions').select('id').execute()).toEqual([])
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

  it('changes nothing without a session', async () => {
    await signUp(test)
    expect(await signOut(test.app, null, clientFrom())).toHaveLength(1)
    expect(await test.db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
    expect(await test.db.selectFrom('auditLog').select('id').where('action', '=', 'session.closed').execute()).toEqual(
      [],
    )
  })
})
