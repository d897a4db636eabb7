/** The ways in that are more than a password: codes, backup codes, passkeys. */
import { describe, expect, it } from 'vitest'
import { updateAccount } from '#server/accounts/queries'
import { addPasskey, beginSecondStep, confirmSecondStep } from '#server/accounts/security'
import { takeSecondStep } from '#server/accounts/sign-in/sign-in'
import {
  ADA,
  addSecondStep,
  clientFrom,
  makeCode,
  keepCookies,
  mailsTo,
  PASSWORD,
  signUp,
  trySignIn,
  whoIs,
} from '../../../tests/support/accounts/accounts.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { nonEmpty } from '../../../tests/support/non-empty.ts'

useProduct({ accounts: true })

const sessions = () => test.db.selectFrom('sessions').select(['id', 'accountId']).execute()
const wrongCode = { ok: false, error: { code: 'wrong_code' } }
const over = { ok: false, error: { code: 'over' } }

/** The first step of signing in: what the browser has after it. */
async function firstStep(person: { email?: string } = {}) {
  const { outcome } = await trySignIn(test, person)
  if (!outcome.ok || outcome.value.step !== 'second') throw new Error('No second step was required')
  return clientFrom('127.0.0.1', keepCookies(outcome.value.setCookies))
}

/** An account with a second step, signed in nowhere. */
async function withSecondStep(person: { email?: string; name?: string } = {}) {
  const account = await signUp(test, person)
  const step = await addSecondStep(test, account)
  await test.db.deleteFrom('sessions').where('accountId', '=', account.session.accountId).execute()
  return { ...step, session: account.session }
}

/** A code that is wrong at any moment near this one. */
const wrong = (right: string) => String((Number(right) + 123_457) % 1_000_000).padStart(6, '0')

describe('a second step', () => {
  it('does not accept the challenge of a passkey as a first step', async () => {
    const { code } = await withSecondStep()
    const client = await firstStep()
    const name = client.cookies
      .split('; ')
      .find((cookie) => cookie.includes('two_factor'))!
      .split('=')[0]!
    const { setCookies } = await test.app.auth.passkeys.challenge(clientFrom())
    const [, signed] = setCookies[0]!.split(';')[0]!.split(/=(.*)/)
    expect(await takeSecondStep(test.app, code(), clientFrom('127.0.0.1', `${name}=${signed}`))).toEqual(over)
  })

  it('is required from its confirmation on, not from its set-up', async () => {
    const ada = await signUp(test)
    const begun = await beginSecondStep(test.app, ada.session, PASSWORD, ada.client)
    expect(begun).toMatchObject({ ok: true, value: { uri: expect.stringMatching(/^otpauth:\/\/totp\/Landfall:/) } })
    expect(begun.ok && new Set(begun.value.backupCodes).size).toBe(10)
    expect((await trySignIn(test)).outcome).toMatchObject({ value: { step: 'done' } })
    const uri = begun.ok ? begun.value.uri : ''
    expect(await confirmSecondStep(test.app, ada.session, wrong(makeCode(uri)), ada.client)).toEqual(wrongCode)
    expect((await trySignIn(test)).outcome).toMatchObject({ value: { step: 'done' } })
    const code = makeCode(uri)
    const confirmed = await confirmSecondStep(test.app, ada.session, `${code.slice(0, 3)} ${code.slice(3)}`, ada.client)
    expect(confirmed.ok).toBe(true)
    expect((await trySignIn(test)).outcome).toMatchObject({ value: { step: 'second' } })
    const cookies = keepCookies(confirmed.ok ? confirmed.value : [])
    expect(cookies).not.toBe(ada.cookies)
    expect(await whoIs(test, cookies)).toMatchObject({ email: ADA, secondFactor: true })
    expect(await whoIs(test, ada.cookies)).toBeNull()
    expect((await mailsTo(test, ADA))[0]!.subject).toBe('How you sign in to Landfall was changed')
  })

  it('opens and records a session only with the present code after the first step, and once', async () => {
    const { code, session } = await withSecondStep()
    expect(await takeSecondStep(test.app, code(), clientFrom())).toEqual(over)
    const client = await firstStep()
    expect(await sessions()).toEqual([])
    expect(await whoIs(test, client.cookies)).toBeNull()
    const events = test.db.selectFrom('auditLog').select(['actorId', 'after']).where('action', '=', 'session.opened')
    expect(await events.execute()).toEqual([])
    const taken = await takeSecondStep(test.app, code(), client)
    expect(taken).toMatchObject({ ok: true, value: { admin: false } })
    expect(await whoIs(test, keepCookies(taken.ok ? taken.value.setCookies : []))).toMatchObject({ email: ADA })
    expect(await events.execute()).toEqual([{ actorId: session.accountId, after: { by: 'second_step' } }])
    expect(await takeSecondStep(test.app, code(), client)).toEqual(over)
  })

  it('refuses a wrong code and those of another account', async () => {
    const grace = await withSecondStep({ email: 'grace@example.com' })
    const { code } = await withSecondStep()
    const client = await firstStep()
    for (const given of [wrong(code()), '', '12345', 'abcdef', '１２３４５６']) {
      expect(await takeSecondStep(test.app, given, client), given).toEqual(wrongCode)
    }
    for (const given of [grace.code(), grace.backupCodes[0]!])
      expect(await takeSecondStep(test.app, given, await firstStep())).toEqual(wrongCode)
    expect(await sessions()).toEqual([])
  })

  it('accepts each backup code once, also when several people send it at the same moment', async () => {
    const { backupCodes } = await withSecondStep()
    const taken = await takeSecondStep(test.app, ` ${backupCodes[3]} `, await firstStep())
    expect(taken.ok).toBe(true)
    expect(await takeSecondStep(test.app, backupCodes[3]!, await firstStep())).toEqual(wrongCode)
    const callers = [await firstStep(), await firstStep(), await firstStep()]
    const raced = await Promise.all(callers.map((client) => takeSecondStep(test.app, backupCodes[4]!, client)))
    expect(raced.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await sessions()).toHaveLength(2)
  })

  it('refuses even the right code after too many wrong ones', async () => {
    const { code } = await withSecondStep()
    const client = await firstStep()
    for (let tries = 0; tries < 5; tries += 1) await takeSecondStep(test.app, wrong(code()), client)
    expect(await takeSecondStep(test.app, code(), client)).toEqual(over)
    expect((await takeSecondStep(test.app, code(), await firstStep())).ok).toBe(true)
  })

  it('refuses a code that was used before, which an onlooker may have seen', async () => {
    const { code } = await withSecondStep()
    const [seen, again] = [code(), await firstStep()]
    expect((await takeSecondStep(test.app, seen, await firstStep())).ok).toBe(true)
    expect(await takeSecondStep(test.app, `${seen.slice(0, 3)} ${seen.slice(3)}`, again)).toEqual(over)
    expect(await sessions()).toHaveLength(1)
  })

  it('refuses the code that confirmed the set-up, which an onlooker may have seen', async () => {
    const ada = await signUp(test)
    const begun = await beginSecondStep(test.app, ada.session, PASSWORD, ada.client)
    const code = makeCode(begun.ok ? begun.value.uri : '')
    expect((await confirmSecondStep(test.app, ada.session, code, ada.client)).ok).toBe(true)
    await test.db.deleteFrom('sessions').execute()
    expect(await takeSecondStep(test.app, code, await firstStep())).toEqual(over)
    expect(await sessions()).toEqual([])
  })

  it('belongs to the account of the first step, even if another tab has signed in to another account', async () => {
    const { code } = await withSecondStep()
    const client = await firstStep()
    const grace = await signUp(test, { email: 'grace@example.com' })
    const taken = await takeSecondStep(test.app, code(), clientFrom('127.0.0.1', `${client.cookies}; ${grace.cookies}`))
    expect(await whoIs(test, keepCookies(taken.ok ? taken.value.setCookies : []))).toMatchObject({ email: ADA })
  })

  it('can be tried five times a minute from one network', async () => {
    const { code } = await withSecondStep()
    const client = { ...(await firstStep()), network: '203.0.113.7' }
    for (let tries = 0; tries < 5; tries += 1) await takeSecondStep(test.app, '000000', client)
    expect(await takeSecondStep(test.app, code(), client)).toEqual({
      ok: false,
      error: { code: 'too_many', retryAfter: 60 },
    })
  })

  it('does not open an account that was suspended after the first step', async () => {
    const { code, session } = await withSecondStep()
    const client = await firstStep()
    await updateAccount(test.db, session.accountId, { suspendedAt: test.clock.time, updatedAt: test.clock.time })
    const taken = await takeSecondStep(test.app, code(), client).catch(() => 'thrown')
    expect(taken).toEqual(over)
    expect(await sessions()).toEqual([])
  })

  it('is stored encrypted, so that a copy of the database does not reveal it', async () => {
    const ada = await signUp(test)
    const begun = await beginSecondStep(test.app, ada.session, PASSWORD, ada.client)
    const { uri, backupCodes } = begun.ok ? begun.value : { uri: '', backupCodes: [] }
    const kept = JSON.stringify(await test.db.selectFrom('secondFactors').selectAll().execute())
    for (const secret of [new URL(uri).searchParams.get('secret')!, ...nonEmpty(backupCodes)])
      expect(kept).not.toContain(secret)
  })
})

it('a passkey is made for this site, by a device that verifies its user, and by nothing malformed', async () => {
  const ada = await signUp(test)
  const { options, setCookies } = (await test.app.auth.passkeys.registration(ada.client))!
  expect(options).toMatchObject({
    rp: { id: 'landfall.test', name: 'Landfall' },
    authenticatorSelection: { userVerification: 'required', residentKey: 'required' },
  })
  expect((await test.app.auth.passkeys.challenge(clientFrom())).options).toMatchObject({
    userVerification: 'required',
  })
  const client = clientFrom('127.0.0.1', keepCookies(setCookies, ada.cookies))
  const malformed = { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {}, response: {} }
  for (const response of [null, 'x', {}, malformed])
    expect(await addPasskey(test.app, ada.session, { response, name: 'Phone' }, client)).toEqual({
      ok: false,
      error: { code: 'refused' },
    })
  expect(await test.db.selectFrom('passkeys').select('id').execute()).toEqual([])
})
