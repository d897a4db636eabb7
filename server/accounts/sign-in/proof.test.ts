/** What is asked again of who is signed in, and what somebody else at their session does not get by it. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PROOF_MINUTES } from '#domain/accounts/account'
import { addPasskey, beginPasskey, beginSecondStep, endSecondStep, removePasskey } from '#server/accounts/security'
import { changePassword, followPasswordLink, listWaysIn } from '#server/accounts/accounts'
import { askForNewEmail, followNewEmail } from '#server/accounts/new-email'
import { confirmIdentity } from '#server/accounts/sign-in/proof'
import {
  ADA,
  askForResetLink,
  callerFrom,
  enter,
  keepCookies,
  latestLink,
  mailsTo,
  OTHER_PASSWORD,
  PASSWORD,
  signUp,
  warmUp,
  whoIs,
} from '../../../tests/support/accounts/accounts.ts'
import { openTestApp, type TestApp } from '../../../tests/support/product/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
  await warmUp(test)
})
beforeEach(() => test.reset())
afterAll(() => test.close())

const unproven = { ok: false, error: { code: 'unproven' } }
const wrongPassword = { ok: false, error: { code: 'wrong_password' } }
const GUESSED = 'Somebody is guessing your password at Landfall'
const passkeys = () => test.db.selectFrom('passkeys').select(['id', 'account_id']).orderBy('name').execute()
const written = (action: string) =>
  test.db.selectFrom('audit_log').select(['subject_id', 'after']).where('action', '=', action).execute()

async function addPasskeyRow(accountId: string, name = 'Phone'): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into passkeys (id, account_id, name, public_key, credential_id, counter, device_type, backed_up, created_at)
    values (${id}, ${accountId}, ${name}, 'key', ${id}, 0, 'singleDevice', false, ${test.clock.time})
  `.execute(test.db)
  return id
}

async function addGoogle(accountId: string): Promise<void> {
  const times = { created_at: test.clock.time, updated_at: test.clock.time }
  const google = { provider: 'google' as const, provider_account: randomUUID(), password: null, scope: null }
  await test.db
    .insertInto('credentials')
    .values({ id: randomUUID(), account_id: accountId, ...google, ...times })
    .execute()
}

/** The same person a while later. */
const now = async ({ cookies }: { cookies: string }) => ({
  viewer: (await whoIs(test, cookies))!,
  caller: callerFrom('127.0.0.1', cookies),
  cookies,
})

describe('a session of some minutes ago', () => {
  it('adds and removes no passkey, until its owner has shown who they are', async () => {
    const ada = await signUp(test)
    const id = await addPasskeyRow(ada.viewer.accountId)
    test.clock.forward(PROOF_MINUTES)
    const late = await now(ada)
    expect(await beginPasskey(test.app, late.viewer, late.caller)).toEqual(unproven)
    expect(await addPasskey(test.app, late.viewer, { response: {}, name: 'Theirs' }, late.caller)).toEqual(unproven)
    expect(await removePasskey(test.app, late.viewer, id, late.caller)).toEqual(unproven)
    expect(await passkeys()).toHaveLength(1)

    expect(await confirmIdentity(test.app, late.viewer, OTHER_PASSWORD, late.caller)).toEqual(wrongPassword)
    expect(await removePasskey(test.app, (await now(ada)).viewer, id, late.caller)).toEqual(unproven)
    const confirmed = await confirmIdentity(test.app, late.viewer, PASSWORD, late.caller)
    const cookies = keepCookies(confirmed.ok ? confirmed.value.setCookies : [], ada.cookies)
    expect(await whoIs(test, ada.cookies)).toBeNull() // Its token may have been copied.
    const proven = await now({ cookies })
    expect(await beginPasskey(test.app, proven.viewer, proven.caller)).toMatchObject({ ok: true })
    expect(await removePasskey(test.app, proven.viewer, id, proven.caller)).toEqual({ ok: true, value: null })
    expect(await passkeys()).toEqual([])
  })

  it('is one without proof where an older process has written it', async () => {
    const ada = await signUp(test)
    await test.db.updateTable('sessions').set({ proven_at: null }).execute()
    expect(await beginPasskey(test.app, (await now(ada)).viewer, ada.caller)).toEqual(unproven)
  })

  it('leaves no passkey behind where it is ended while one is added', async () => {
    const ada = await signUp(test)
    const register = async () => {
      const id = await addPasskeyRow(ada.viewer.accountId, 'Theirs')
      await test.db.deleteFrom('sessions').execute()
      return id
    }
    const { auth } = test.app
    const app = { ...test.app, auth: { ...auth, passkeys: { ...auth.passkeys, register } } }
    const added = await addPasskey(app, ada.viewer, { response: {}, name: 'Theirs' }, ada.caller)
    expect(added).toEqual({ ok: false, error: { code: 'refused' } })
    expect(await passkeys()).toEqual([])
    expect(await written('account.passkey_added')).toEqual([])
  })
})

describe('guesses at the password of who is signed in', () => {
  type Ada = Awaited<ReturnType<typeof signUp>>
  const changing = ({ viewer, caller }: Ada) =>
    changePassword(test.app, viewer, { current: 'not the one 12345', next: OTHER_PASSWORD }, caller)
  const places: [string, (ada: Ada) => Promise<unknown>][] = [
    ['changing the password', changing],
    [
      'changing the address',
      ({ viewer, caller }) => askForNewEmail(test.app, viewer, { email: 'm@example.com', password: 'no' }, caller),
    ],
    ['setting up the second step', ({ viewer, caller }) => beginSecondStep(test.app, viewer, 'no', caller)],
    ['ending the second step', ({ viewer, caller }) => endSecondStep(test.app, viewer, 'no', caller)],
    ['showing who they are', ({ viewer, caller }) => confirmIdentity(test.app, viewer, 'no', caller)],
  ]

  it.each(places)('are told to the owner at the fifth, and written down: %s', async (_where, guess) => {
    const ada = await signUp(test)
    for (let guesses = 0; guesses < 4; guesses += 1) expect(await guess(ada)).toEqual(wrongPassword)
    expect(await mailsTo(test, ADA)).toEqual([])
    for (let guesses = 0; guesses < 3; guesses += 1) await guess(ada)
    expect((await mailsTo(test, ADA)).map(({ subject }) => subject)).toEqual([GUESSED])
    expect(await written('account.password_guessed')).toEqual([
      { subject_id: ada.viewer.accountId, after: { guesses: 5 } },
    ])
  })

  it('end that session at the tenth, also for the right password, and no other one', async () => {
    const ada = await signUp(test)
    const other = await enter(test)
    for (let guesses = 0; guesses < 10; guesses += 1) await changing(ada)
    expect(await whoIs(test, ada.cookies)).toBeNull()
    expect(await confirmIdentity(test.app, ada.viewer, PASSWORD, ada.caller)).toEqual(wrongPassword)
    expect(await whoIs(test, other.cookies)).not.toBeNull()
    expect(await written('session.ended')).toEqual([{ subject_id: ada.viewer.accountId, after: { guesses: 10 } }])
  })

  it('are forgotten once the right one was typed', async () => {
    const ada = await signUp(test)
    for (let guesses = 0; guesses < 4; guesses += 1) await changing(ada)
    expect((await confirmIdentity(test.app, ada.viewer, PASSWORD, ada.caller)).ok).toBe(true)
    for (let guesses = 0; guesses < 4; guesses += 1) await changing(ada)
    expect(await mailsTo(test, ADA)).toEqual([])
  })

  it('are told as well where the link to a new address is followed', async () => {
    const ada = await signUp(test)
    await askForNewEmail(test.app, ada.viewer, { email: 'stranger@example.com', password: PASSWORD }, ada.caller)
    const token = await latestLink(test, 'stranger@example.com')
    for (let guesses = 0; guesses < 12; guesses += 1) {
      expect(await followNewEmail(test.app, { token, password: 'no' }, callerFrom())).toEqual(wrongPassword)
    }
    expect((await mailsTo(test, ADA)).map(({ subject }) => subject)).toContain(GUESSED)
    expect(await whoIs(test, ada.cookies)).not.toBeNull()
  })
})

describe('a link to set a new password', () => {
  it('lists what else opens the account, takes away what its owner names, and leaves the rest', async () => {
    const ada = await signUp(test)
    const grace = await signUp(test, { email: 'grace@example.com' })
    const accountId = ada.viewer.accountId
    const [own, theirs] = [await addPasskeyRow(accountId, 'Own'), await addPasskeyRow(accountId, 'Theirs')]
    const another = await addPasskeyRow(grace.viewer.accountId, 'Grace’s')
    await addGoogle(accountId)
    expect(await listWaysIn(test.app, ADA)).toMatchObject({
      passkeys: [{ id: own }, { id: theirs }].map((each) => expect.objectContaining(each)),
      google: true,
      secondStep: false,
      sessions: 1,
    })
    const remove = { passkeys: [theirs, another, randomUUID()], google: true }
    const link = { token: await askForResetLink(test), password: OTHER_PASSWORD, remove }
    expect(await followPasswordLink(test.app, link, callerFrom())).toMatchObject({ ok: true })
    expect((await passkeys()).map(({ id }) => id).toSorted()).toEqual([own, another].toSorted())
    expect(await listWaysIn(test.app, ADA)).toMatchObject({ google: false })
    expect(await written('account.passkey_removed')).toHaveLength(1)
    expect(await written('account.google_removed')).toHaveLength(1)
  })

  it('takes nothing away that its owner does not name, and tells them by mail what is left', async () => {
    const { viewer } = await signUp(test)
    await addPasskeyRow(viewer.accountId)
    await addGoogle(viewer.accountId)
    await followPasswordLink(test.app, { token: await askForResetLink(test), password: OTHER_PASSWORD }, callerFrom())
    expect(await listWaysIn(test.app, ADA)).toMatchObject({ passkeys: [{}], google: true })
    const [mail] = await mailsTo(test, ADA)
    expect(mail!.text).toContain('What else opens your account: a passkey and Google.')
  })
})
