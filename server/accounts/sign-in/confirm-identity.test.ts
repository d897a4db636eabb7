/** Confirming one's identity while signed in, and what an intruder in the session cannot do. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { PROOF_MINUTES } from '#domain/accounts/account'
import { addPasskey, beginPasskey, beginSecondStep, endSecondStep, removePasskey } from '#server/accounts/security'
import { changePassword, setPasswordByLink } from '#server/accounts/passwords'
import { listSignInMethods } from '#server/accounts/sign-in-methods'
import { requestNewEmail, confirmNewEmail } from '#server/accounts/new-email'
import { confirmIdentity } from '#server/accounts/sign-in/confirm-identity'
import {
  ADA,
  askForResetLink,
  clientFrom,
  enter,
  keepCookies,
  latestLink,
  mailsTo,
  OTHER_PASSWORD,
  PASSWORD,
  signUp,
  whoIs,
} from '../../../tests/support/accounts/accounts.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true })

const unproven = { ok: false, error: { code: 'unproven' } }
const wrongPassword = { ok: false, error: { code: 'wrong_password' } }
const GUESSED = 'Someone is guessing your password at Landfall'
const passkeys = () => test.db.selectFrom('passkeys').select(['id', 'accountId']).orderBy('name').execute()
const written = (action: string) =>
  test.db.selectFrom('auditLog').select(['subjectId', 'after']).where('action', '=', action).execute()

async function addPasskeyRow(accountId: string, name = 'Phone'): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into passkeys (id, account_id, name, public_key, credential_id, counter, device_type, backed_up, created_at)
    values (${id}, ${accountId}, ${name}, 'key', ${id}, 0, 'singleDevice', false, ${test.clock.time})
  `.execute(test.db)
  return id
}

async function addGoogle(accountId: string): Promise<void> {
  const times = { createdAt: test.clock.time, updatedAt: test.clock.time }
  const google = { provider: 'google' as const, providerAccount: randomUUID(), password: null, scope: null }
  await test.db
    .insertInto('credentials')
    .values({ id: randomUUID(), accountId, ...google, ...times })
    .execute()
}

/** The same person a while later. */
const now = async ({ cookies }: { cookies: string }) => ({
  session: (await whoIs(test, cookies))!,
  client: clientFrom('127.0.0.1', cookies),
  cookies,
})

describe('a session that began some minutes ago', () => {
  it('removes no passkey until its owner has proved who they are, after which it has another token', async () => {
    const ada = await signUp(test)
    const id = await addPasskeyRow(ada.session.accountId)
    const { provenAt } = ada.session
    await test.db.updateTable('sessions').set({ provenAt: null }).execute() // As a process of an older version made it.
    expect(await beginPasskey(test.app, (await now(ada)).session, ada.client)).toEqual(unproven)
    await test.db.updateTable('sessions').set({ provenAt }).execute()
    test.clock.forward(PROOF_MINUTES)
    const late = await now(ada)
    expect(await confirmIdentity(test.app, late.session, OTHER_PASSWORD, late.client)).toEqual(wrongPassword)
    expect(await removePasskey(test.app, (await now(ada)).session, id, late.client)).toEqual(unproven)
    const confirmed = await confirmIdentity(test.app, late.session, PASSWORD, late.client)
    const cookies = keepCookies(confirmed.ok ? confirmed.value.setCookies : [], ada.cookies)
    expect(await whoIs(test, ada.cookies)).toBeNull() // Its token may have been copied.
    const proven = await now({ cookies })
    expect(await removePasskey(test.app, proven.session, id, proven.client)).toEqual({ ok: true, value: null })
    expect(await passkeys()).toEqual([])
  })

  it('leaves no passkey behind if it is ended while one is added', async () => {
    const ada = await signUp(test)
    const register = async () => {
      const id = await addPasskeyRow(ada.session.accountId, 'Theirs')
      await test.db.deleteFrom('sessions').execute()
      return id
    }
    const { auth } = test.app
    const app = { ...test.app, auth: { ...auth, passkeys: { ...auth.passkeys, register } } }
    const added = await addPasskey(app, ada.session, { response: {}, name: 'Theirs' }, ada.client)
    expect(added).toEqual({ ok: false, error: { code: 'refused' } })
    expect(await passkeys()).toEqual([])
    expect(await written('account.passkey_added')).toEqual([])
  })
})

describe('guesses at the password in a signed-in session', () => {
  type Ada = Awaited<ReturnType<typeof signUp>>
  const changing = ({ session, client }: Ada) =>
    changePassword(test.app, session, { current: 'not the one 12345', next: OTHER_PASSWORD }, client)
  const places: [string, (ada: Ada) => Promise<unknown>][] = [
    ['changing the password', changing],
    [
      'changing the address',
      ({ session, client }) => requestNewEmail(test.app, session, { email: 'm@example.com', password: 'no' }, client),
    ],
    ['setting up the second step', ({ session, client }) => beginSecondStep(test.app, session, 'no', client)],
    ['ending the second step', ({ session, client }) => endSecondStep(test.app, session, 'no', client)],
    ['showing who they are', ({ session, client }) => confirmIdentity(test.app, session, 'no', client)],
  ]

  it.each(places)(
    'are emailed to the owner at the fifth since the right one, and recorded: %s',
    async (_where, guess) => {
      const ada = await signUp(test)
      const often = async (times: number) => {
        for (let guesses = 0; guesses < times; guesses += 1) expect(await guess(ada)).toEqual(wrongPassword)
      }
      await often(4)
      expect((await confirmIdentity(test.app, ada.session, PASSWORD, ada.client)).ok).toBe(true)
      await often(4)
      expect(await mailsTo(test, ADA)).toEqual([])
      await often(3)
      expect((await mailsTo(test, ADA)).map(({ subject }) => subject)).toEqual([GUESSED])
      expect(await written('account.password_guessed')).toEqual([
        { subjectId: ada.session.accountId, after: { guesses: 5 } },
      ])
    },
  )

  it('end that session, and no other, at the tenth, even if that is right', async () => {
    const ada = await signUp(test)
    const other = await enter(test)
    for (let guesses = 0; guesses < 10; guesses += 1) await changing(ada)
    expect(await whoIs(test, ada.cookies)).toBeNull()
    expect(await confirmIdentity(test.app, ada.session, PASSWORD, ada.client)).toEqual(wrongPassword)
    expect(await whoIs(test, other.cookies)).not.toBeNull()
    expect(await written('session.ended')).toEqual([{ subjectId: ada.session.accountId, after: { guesses: 10 } }])
  })

  it('are emailed also when they are made on the page of a link to a new address', async () => {
    const ada = await signUp(test)
    await requestNewEmail(test.app, ada.session, { email: 'stranger@example.com', password: PASSWORD }, ada.client)
    const token = await latestLink(test, 'stranger@example.com')
    for (let guesses = 0; guesses < 12; guesses += 1) {
      expect(await confirmNewEmail(test.app, { token, password: 'no' }, clientFrom())).toEqual(wrongPassword)
    }
    expect((await mailsTo(test, ADA)).map(({ subject }) => subject)).toContain(GUESSED)
    expect(await whoIs(test, ada.cookies)).not.toBeNull()
  })
})

it('a link to set a new password lists the other ways to sign in, removes those alone that its owner chooses, and emails them what is left', async () => {
  const ada = await signUp(test)
  const grace = await signUp(test, { email: 'grace@example.com' })
  const accountId = ada.session.accountId
  const own = await addPasskeyRow(accountId, 'Own')
  test.clock.forward(1)
  const theirs = await addPasskeyRow(accountId, 'Theirs')
  const another = await addPasskeyRow(grace.session.accountId, 'Grace’s')
  await addGoogle(accountId)
  expect(await listSignInMethods(test.app, ADA)).toMatchObject({
    passkeys: [{ id: own }, { id: theirs }].map((each) => expect.objectContaining(each)),
    google: true,
    secondStep: false,
    sessions: 1,
  })
  await setPasswordByLink(test.app, { token: await askForResetLink(test), password: OTHER_PASSWORD }, clientFrom())
  expect(await listSignInMethods(test.app, ADA)).toMatchObject({ passkeys: [{}, {}], google: true })
  const [mail] = await mailsTo(test, ADA)
  expect(mail!.text).toContain('Other ways to sign in to your account: 2 passkeys and Google.')
  const remove = { passkeys: [theirs, another, randomUUID()], google: true }
  const link = { token: await askForResetLink(test), password: OTHER_PASSWORD, remove }
  expect(await setPasswordByLink(test.app, link, clientFrom())).toMatchObject({ ok: true })
  expect((await passkeys()).map(({ id }) => id).toSorted()).toEqual([own, another].toSorted())
  expect(await listSignInMethods(test.app, ADA)).toMatchObject({ google: false })
  expect(await written('account.passkey_removed')).toHaveLength(1)
  expect(await written('account.google_removed')).toHaveLength(1)
})
