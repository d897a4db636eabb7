/** Wrong codes after the right password: notifications, limits, and who is exempt from them. */
import { describe, expect, it } from 'vitest'
import { ATTEMPTS } from '#domain/accounts/account'
import { setPasswordByLink } from '#server/accounts/passwords'
import { countCodeAttempt } from '#server/accounts/sign-in/code-attempts'
import { takeSecondStep } from '#server/accounts/sign-in/sign-in'
import {
  ADA,
  addSecondStep,
  askForResetLink,
  clientFrom,
  keepCookies,
  mailsTo,
  OTHER_PASSWORD,
  signUp,
  trySignIn,
} from '../../../tests/support/accounts/accounts.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true })

const STRANGER = '203.0.113.7'
const OWNER = '198.51.100.9'
const SUBJECT = 'Wrong codes entered for your account at Landfall'
const WRONG_BACKUP = 'aaaaa-aaaaa'

async function withSecondStep() {
  const account = await signUp(test)
  const step = await addSecondStep(test, account)
  await test.db.deleteFrom('sessions').execute()
  return { ...step, ...account.session }
}

/** A browser after the right password. */
async function firstStep(address: string) {
  const { outcome } = await trySignIn(test, {}, clientFrom(address))
  if (!outcome.ok || outcome.value.step !== 'second') throw new Error('No second step was required')
  return clientFrom(address, keepCookies(outcome.value.setCookies))
}

/** Types a code so often, five for each time the password is typed, a minute after the other. */
async function typeOften(code: string, times: number, address = STRANGER) {
  const outcomes = []
  let client = await firstStep(address)
  for (let typed = 0; typed < times; typed += 1) {
    if (typed > 0 && typed % 5 === 0) {
      test.clock.forward(1)
      client = await firstStep(address)
    }
    outcomes.push(await takeSecondStep(test.app, code, client))
  }
  test.clock.forward(1)
  return outcomes
}

/** One that is wrong at any moment near this one. */
const wrong = (right: string) => String((Number(right) + 123_457) % 1_000_000).padStart(6, '0')
const notifications = async () => (await mailsTo(test, ADA)).filter(({ subject }) => subject === SUBJECT)

describe('wrong codes after the right password', () => {
  it('are emailed to the owner at the fifth, once, and recorded', async () => {
    const { code, accountId } = await withSecondStep()
    await typeOften(wrong(code()), 4)
    expect(await notifications()).toEqual([])
    await typeOften(wrong(code()), 6)
    const [mail, ...others] = await notifications()
    expect(mail!.text).toContain('/forgot-password')
    expect(others).toEqual([])
    const written = test.db.selectFrom('auditLog').select(['subjectId', 'after', 'address'])
    expect(await written.where('action', '=', 'account.codes_guessed').execute()).toMatchObject([
      { subjectId: accountId, after: { codes: 5 }, address: expect.stringContaining(STRANGER) },
    ])
  })

  it('close the app’s codes, but not the backup codes, for the network that sends them alone, for a quarter of an hour', async () => {
    const { code, backupCodes } = await withSecondStep()
    await typeOften(wrong(code()), 10)
    const client = await firstStep(STRANGER)
    const closed = { ok: false, error: { code: 'closed', kind: 'app', retryAfter: 13 * 60 } }
    expect(await takeSecondStep(test.app, code(), client)).toEqual(closed)
    expect((await takeSecondStep(test.app, code(), await firstStep(OWNER))).ok).toBe(true)
    expect((await takeSecondStep(test.app, backupCodes[0]!, client)).ok).toBe(true) // Without the password again.
    expect(await takeSecondStep(test.app, code(), await firstStep(STRANGER))).toEqual(closed)
    test.clock.forward(13)
    expect((await takeSecondStep(test.app, code(), await firstStep(STRANGER))).ok).toBe(true)
  })

  it.each([
    ['one network', () => '203.0.113.7'],
    ['one /48', (at: number) => `2001:db8:7:${(at % 20) + 1}::1`],
  ])('from %s however often never close the app’s codes to its owner elsewhere', async (_where, addressOf) => {
    const { code, accountId } = await withSecondStep()
    for (let round = 0; round < 12; round += 1) {
      for (let typed = 0; typed < 10; typed += 1) {
        await countCodeAttempt(test.app, accountId, '000000', clientFrom(addressOf(round)))
      }
      test.clock.forward(16)
    }
    expect((await takeSecondStep(test.app, code(), await firstStep(OWNER))).ok).toBe(true)
  })

  it('are counted separately for backup codes, which leaves the app’s usable', async () => {
    const { code, backupCodes } = await withSecondStep()
    await typeOften(WRONG_BACKUP, 10)
    const client = await firstStep(STRANGER)
    expect(await takeSecondStep(test.app, backupCodes[0]!, client)).toMatchObject({
      error: { code: 'closed', kind: 'backup' },
    })
    expect((await takeSecondStep(test.app, code(), client)).ok).toBe(true)
  })

  it('from many networks close the app’s codes at a hundred for a day, but not the backup codes, until there is a new password', async () => {
    const { code, backupCodes, accountId } = await withSecondStep()
    for (let typed = 0; typed < ATTEMPTS.codes.all.max; typed += 1) {
      await countCodeAttempt(test.app, accountId, '000000', clientFrom(`192.0.2.${Math.floor(typed / 5) + 1}`))
    }
    test.clock.forward(23 * 60)
    expect(await takeSecondStep(test.app, code(), await firstStep(OWNER))).toMatchObject({ error: { code: 'closed' } })
    expect((await takeSecondStep(test.app, backupCodes[0]!, await firstStep(OWNER))).ok).toBe(true)
    for (let typed = 0; typed < ATTEMPTS.codes.all.max; typed += 1) {
      await countCodeAttempt(test.app, accountId, '000000', clientFrom(`192.0.2.${Math.floor(typed / 5) + 101}`))
    }
    const reset = { token: await askForResetLink(test), password: OTHER_PASSWORD }
    expect(await setPasswordByLink(test.app, reset, clientFrom(OWNER))).toMatchObject({ ok: true })
    const { outcome } = await trySignIn(test, { password: OTHER_PASSWORD }, clientFrom(OWNER))
    const cookies = keepCookies(outcome.ok ? outcome.value.setCookies : [])
    expect((await takeSecondStep(test.app, code(), clientFrom(OWNER, cookies))).ok).toBe(true)
  })
})

it('a new password ends a sign-in that took its first step with the old one', async () => {
  const { code } = await withSecondStep()
  const thief = await firstStep(STRANGER)
  const reset = { token: await askForResetLink(test), password: OTHER_PASSWORD }
  await setPasswordByLink(test.app, reset, clientFrom(OWNER))
  expect(await takeSecondStep(test.app, code(), thief)).toEqual({ ok: false, error: { code: 'over' } })
})
