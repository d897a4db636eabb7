/** How many links an address is mailed: enough for its owner whatever strangers ask for, and no more than that. */
import { describe, expect, it } from 'vitest'
import { ATTEMPTS } from '#domain/accounts/account'
import { requestPasswordReset, setPasswordByLink } from '#server/accounts/passwords'
import { completeSignUp } from '#server/accounts/sign-up'
import { mailLink } from '#server/accounts/sign-in/links'
import {
  ADA,
  askForAccount,
  clientFrom,
  latestLink,
  mailsTo,
  OTHER_PASSWORD,
  PASSWORD,
  signUp,
  trySignIn,
} from '../../../tests/support/accounts/accounts.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true })

const STRANGER = clientFrom('203.0.113.7')
const OWNER = clientFrom('198.51.100.9')

/** Asks as often as one network may within the hour, and then some, a minute after the other. */
async function askOften(ask: (client: typeof STRANGER) => Promise<unknown>, times: number): Promise<void> {
  for (let requested = 0; requested < times; requested += 1) {
    await ask(STRANGER)
    test.clock.forward(1)
  }
}

/** From that many networks that have nothing to do with each other, a try each. */
async function askFromEverywhere(ask: (client: typeof STRANGER) => Promise<unknown>, networks: number): Promise<void> {
  for (let at = 0; at < networks; at += 1) await ask(clientFrom(`192.0.2.${at + 1}`))
}

/** As `requestSignUp` does once it has judged and hashed the password, which takes time that is no test's. */
const signUpAsStranger = (client: typeof STRANGER) =>
  mailLink(test.app, { purpose: 'sign_up', email: ADA, name: 'Someone else', passwordHash: 'theirs' }, client)

it('a link to confirm an address is emailed to one address a limited number of times an hour, and the last works with a password chosen anew', async () => {
  await askFromEverywhere(signUpAsStranger, 40)
  expect(await mailsTo(test, ADA)).toHaveLength(ATTEMPTS.mails.all.max)
  expect(await askForAccount(test, {}, OWNER)).toEqual({ ok: true, value: null })
  expect(await mailsTo(test, ADA)).toHaveLength(ATTEMPTS.mails.all.max)
  const own = { token: await latestLink(test), name: 'Ada Lovelace', password: PASSWORD }
  expect(await completeSignUp(test.app, own, OWNER)).toMatchObject({ ok: true })
  expect((await trySignIn(test)).outcome.ok).toBe(true)
  test.clock.forward(60)
  await askForAccount(test, {}, OWNER)
  expect(await mailsTo(test, ADA)).toHaveLength(ATTEMPTS.mails.all.max + 1)
})

describe('a link to set a password', () => {
  const ask = (client: typeof STRANGER) => requestPasswordReset(test.app, ADA, client)
  const follow = async (token: string) => setPasswordByLink(test.app, { token, password: OTHER_PASSWORD }, OWNER)

  it('is emailed to the owner however often a stranger has requested it', async () => {
    await signUp(test)
    await askOften(ask, 12)
    const before = await mailsTo(test, ADA)
    await ask(OWNER)
    expect(await mailsTo(test, ADA)).toHaveLength(before.length + 1)
    expect(await follow(await latestLink(test))).toMatchObject({ ok: true })
  })

  it('stays valid once the limit of emails to its address is reached', async () => {
    await signUp(test)
    await askFromEverywhere(ask, 40)
    expect(await mailsTo(test, ADA)).toHaveLength(ATTEMPTS.mails.all.max)
    await ask(OWNER)
    expect(await follow(await latestLink(test))).toMatchObject({ ok: true })
  })
})
