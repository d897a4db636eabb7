/** Setting a password anew, by an emailed link or by knowing the old one. */
import { describe, expect, it } from 'vitest'
import { updateAccount } from '#server/accounts/queries'
import { mailWriting } from '#server/mail-renderers'
import { sendMail } from '#server/platform/mail/outbox/send-mail'
import { changePassword, requestPasswordReset, setPasswordByLink } from '#server/accounts/passwords'
import { readLink } from '#server/accounts/sign-in/links'
import { requestNewEmail, confirmNewEmail } from '#server/accounts/new-email'
import {
  ADA,
  addSecondStep,
  askForResetLink,
  clientFrom,
  enter,
  keepCookies,
  latestLink,
  mailsTo,
  OTHER_PASSWORD,
  PASSWORD,
  signUp,
  trySignIn,
  whoIs,
} from '../../tests/support/accounts/accounts.ts'
import { ORIGIN } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true })

const over = { ok: false, error: { code: 'link_over' } }
const weak = { ok: false, error: { code: 'weak_password', why: expect.any(String) } }
const follow = (token: string, password = OTHER_PASSWORD) =>
  setPasswordByLink(test.app, { token, password }, clientFrom())
const sessions = () => test.db.selectFrom('sessions').select('id').execute()
const lets = async (password: string) => (await trySignIn(test, { password })).outcome.ok
const change = (who: Awaited<ReturnType<typeof signUp>>, next = OTHER_PASSWORD, current = PASSWORD) =>
  changePassword(test.app, who.session, { current, next }, who.client)

describe('a link to set a new password', () => {
  it('is emailed to the address, sets the password once and signs in', async () => {
    const { session } = await signUp(test)
    const token = await askForResetLink(test)
    const [mail] = await mailsTo(test, ADA)
    expect(mail!.text).toContain(`${ORIGIN}/set-password?token=${token}`)
    expect(await readLink(test.app, token)).toEqual({ purpose: 'reset', email: ADA })
    const done = await follow(token)
    expect(done).toMatchObject({ ok: true, value: { admin: false } })
    const setCookies = done.ok ? done.value.setCookies! : []
    expect(await whoIs(test, keepCookies(setCookies))).toMatchObject({ email: ADA })
    expect(await follow(token, 'another cactus velvet 12')).toEqual(over)
    expect([await lets(PASSWORD), await lets(OTHER_PASSWORD)]).toEqual([false, true])
    const [notice] = await mailsTo(test, ADA)
    expect(notice!.subject).toBe('Your password for Landfall was changed')
    expect(notice!.text).toContain(`${ORIGIN}/forgot-password`)
    const changed = test.db.selectFrom('auditLog').selectAll().where('action', '=', 'account.password_changed')
    expect(await changed.execute()).toMatchObject([{ subjectId: session.accountId, after: { by: 'reset' } }])
  })

  it('stays usable after a password that is easy to guess, such as the owner’s name, and works for one of many at once', async () => {
    await signUp(test, { name: 'Wilhelmina Featherstone' })
    const token = await askForResetLink(test)
    for (const easy of ['short', 'passwordpassword', 'wilhelmina featherstone', ADA])
      expect(await follow(token, easy), easy).toEqual(weak)
    expect(await lets(PASSWORD)).toBe(true)
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => follow(token)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await sessions()).toHaveLength(1)
  })

  it('ends every session, and the links that were emailed before', async () => {
    const { cookies } = await signUp(test)
    const other = await enter(test)
    const [first, second] = [await askForResetLink(test), await askForResetLink(test)]
    expect(await follow(first)).toEqual(over) // A newer one was emailed.
    await follow(second)
    expect(await whoIs(test, cookies)).toBeNull()
    expect(await whoIs(test, other.cookies)).toBeNull()
    expect(await sessions()).toHaveLength(1)
  })

  it('is the newest that was requested, even if two are emailed at the same moment', async () => {
    await signUp(test)
    await requestPasswordReset(test.app, ADA, clientFrom())
    test.clock.forward(1)
    await requestPasswordReset(test.app, ADA, clientFrom())
    const requested = test.db.selectFrom('outbox').select('id').where('state', '=', 'waiting').orderBy('createdAt')
    await Promise.all((await requested.execute()).map(({ id }) => sendMail(test.app, mailWriting, id)))
    const open = test.db.selectFrom('links').select('createdAt').where('usedAt', 'is', null)
    expect(await open.execute()).toEqual([{ createdAt: test.clock.time }])
    expect(await follow(await latestLink(test))).toMatchObject({ ok: true })
  })

  it('stays valid while a newer one waits for the mail server', async () => {
    await signUp(test)
    const first = await askForResetLink(test)
    await requestPasswordReset(test.app, ADA, clientFrom())
    expect(await follow(first)).toMatchObject({ ok: true })
  })

  it('cancels what the thief of a session may have begun: a change of the address', async () => {
    const thief = await signUp(test)
    const wanted = { email: 'mallory@example.com', password: PASSWORD }
    await requestNewEmail(test.app, thief.session, wanted, thief.client)
    const token = await latestLink(test, 'mallory@example.com')
    await follow(await askForResetLink(test))
    expect(await confirmNewEmail(test.app, { token, password: OTHER_PASSWORD }, clientFrom())).toEqual(over)
  })

  it('does not sign in to an account with a second step, which stays, or to a suspended one', async () => {
    const ada = await signUp(test)
    await addSecondStep(test, ada)
    const notSignedIn = { ok: true, value: { setCookies: null, admin: false } }
    expect(await follow(await askForResetLink(test))).toEqual(notSignedIn)
    expect((await trySignIn(test, { password: OTHER_PASSWORD })).outcome).toMatchObject({ value: { step: 'second' } })
    const grace = await signUp(test, { email: 'grace@example.com' })
    const change = { suspendedAt: test.clock.time, updatedAt: test.clock.time }
    await updateAccount(test.db, grace.session.accountId, change)
    expect(await follow(await askForResetLink(test, 'grace@example.com'))).toEqual(notSignedIn)
    expect(await sessions()).toEqual([])
  })
})

describe('changing the password', () => {
  it('needs the present one, keeps this session and ends the others', async () => {
    const ada = await signUp(test)
    const other = await enter(test)
    expect(await change(ada, OTHER_PASSWORD, 'not the one 12345')).toEqual({
      ok: false,
      error: { code: 'wrong_password' },
    })
    expect(await whoIs(test, other.cookies)).not.toBeNull()
    const changed = await change(ada)
    const cookies = keepCookies(changed.ok ? changed.value.setCookies : [], ada.cookies)
    expect(await whoIs(test, cookies)).toMatchObject({ sessionId: ada.session.sessionId })
    expect(await whoIs(test, ada.cookies)).toBeNull() // Its token may have been copied.
    expect(await whoIs(test, other.cookies)).toBeNull()
    expect([await lets(PASSWORD), await lets(OTHER_PASSWORD)]).toEqual([false, true])
    expect((await mailsTo(test, ADA))[0]!.subject).toBe('Your password for Landfall was changed')
  })

  it('refuses one that is easy to guess, such as the person’s own words', async () => {
    const ada = await signUp(test)
    for (const next of ['short', 'lovelace lovelace', 'ada@example.com', 'landfall landfall']) {
      expect(await change(ada, next), next).toEqual(weak)
    }
    expect(await lets(PASSWORD)).toBe(true)
  })

  it('ends the links emailed before: to set a password, and to change the address', async () => {
    const ada = await signUp(test)
    const reset = await askForResetLink(test)
    await requestNewEmail(test.app, ada.session, { email: 'mallory@example.com', password: PASSWORD }, ada.client)
    const away = await latestLink(test, 'mallory@example.com')
    await change(ada)
    expect(await follow(reset, 'another cactus velvet 12')).toEqual(over)
    expect(await confirmNewEmail(test.app, { token: away, password: OTHER_PASSWORD }, clientFrom())).toEqual(over)
  })

  it('can be tried five times a minute from one network', async () => {
    const ada = await signUp(test)
    const client = clientFrom('203.0.113.7', ada.cookies)
    const guess = () =>
      changePassword(test.app, ada.session, { current: 'not the one 12345', next: OTHER_PASSWORD }, client)
    for (let tries = 0; tries < 5; tries += 1)
      expect(await guess()).toMatchObject({ error: { code: 'wrong_password' } })
    expect(await guess()).toEqual({ ok: false, error: { code: 'too_many', retryAfter: 60 } })
  })
})
