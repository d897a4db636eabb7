/** Changing an account's email address: nothing changes before the link sent to the new one is followed, and both are notified. */
import { describe, expect, it } from 'vitest'
import { LINK_MINUTES } from '#domain/accounts/account'
import { updateAccount } from '#server/accounts/queries'
import { setPasswordByLink } from '#server/accounts/passwords'
import { completeSignUp } from '#server/accounts/sign-up'
import { requestNewEmail, confirmNewEmail } from '#server/accounts/new-email'
import {
  ADA,
  askForAccount,
  askForResetLink,
  clientFrom,
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

const NEW = 'countess@example.com'
const over = { ok: false, error: { code: 'link_over' } }
const wrongPassword = { ok: false, error: { code: 'wrong_password' } }
type Account = Awaited<ReturnType<typeof signUp>>
const ask = ({ session, client }: Account, email = NEW, password = PASSWORD) =>
  requestNewEmail(test.app, session, { email, password }, client)
const follow = (token: string, password = PASSWORD) => confirmNewEmail(test.app, { token, password }, clientFrom())
const subjects = async (address: string) => (await mailsTo(test, address)).map(({ subject }) => subject)

describe('a new address', () => {
  it('is the account’s after its link is followed, which works once, and both addresses are notified', async () => {
    const ada = await signUp(test)
    expect(await ask(ada, NEW, 'not the one 12345')).toEqual(wrongPassword)
    expect(await mailsTo(test, NEW)).toEqual([])
    expect(await ask(ada)).toEqual({ ok: true, value: null })
    expect((await mailsTo(test, ADA))[0]!.text).toContain('wants to change its email address')
    const token = await latestLink(test, NEW)
    expect((await mailsTo(test, NEW))[0]!.text).toContain(`${ORIGIN}/verify-email?token=${token}`)
    expect(await whoIs(test, ada.cookies)).toMatchObject({ email: ADA })
    expect((await trySignIn(test)).outcome.ok).toBe(true)
    test.clock.forward(LINK_MINUTES.new_email - 1)
    expect(await follow(token, OTHER_PASSWORD)).toEqual(wrongPassword) // As a stranger would, who requested this address.
    expect(await follow(token)).toEqual({ ok: true, value: null })
    expect(await test.db.selectFrom('accounts').select('updatedAt').execute()).toEqual([{ updatedAt: test.clock.time }])
    expect(await whoIs(test, ada.cookies)).toMatchObject({ email: NEW })
    expect((await trySignIn(test)).outcome.ok).toBe(false)
    expect((await trySignIn(test, { email: NEW })).outcome.ok).toBe(true)
    expect(await follow(token)).toEqual(over)
    for (const address of [ADA, NEW]) {
      expect((await subjects(address))[0]).toBe('Your email address at Landfall was changed')
    }
    const { accountId } = ada.session
    const events = test.db.selectFrom('auditLog').selectAll().where('action', '=', 'account.email_changed')
    expect(await events.execute()).toMatchObject([
      { actorId: accountId, subjectId: accountId, before: { email: ADA }, after: { email: NEW } },
    ])
  })

  it('ends the links emailed before: to set a password, and to change the address', async () => {
    const ada = await signUp(test)
    const reset = await askForResetLink(test)
    await ask(ada, 'other@example.com')
    const other = await latestLink(test, 'other@example.com')
    await ask(ada)
    await follow(await latestLink(test, NEW))
    const set = { token: reset, password: OTHER_PASSWORD }
    expect(await setPasswordByLink(test.app, set, clientFrom())).toEqual(over)
    expect(await follow(other)).toEqual(over)
    const { session } = await signUp(test, { name: 'Someone else' }) // Has the old address, which is free.
    expect(session.accountId).not.toBe(ada.session.accountId)
    expect(await setPasswordByLink(test.app, set, clientFrom())).toEqual(over)
  })

  it('is refused if it has an account, also one made after the link was emailed: only that account’s owner is notified', async () => {
    const ada = await signUp(test)
    await ask(ada)
    const token = await latestLink(test, NEW)
    await signUp(test, { email: NEW, name: 'Grace Hopper' })
    expect(await follow(token)).toEqual(over)
    expect(await whoIs(test, ada.cookies)).toMatchObject({ email: ADA })
    expect(await ask(ada)).toEqual({ ok: true, value: null })
    const [mail] = await mailsTo(test, NEW)
    expect(mail!.subject).toBe('You already have an account at Landfall')
    expect(mail!.text).not.toContain('token=')
  })

  it('goes to one of two who follow their links to it at the same moment', async () => {
    const accounts = [await signUp(test), await signUp(test, { email: 'grace@example.com' })]
    const tokens = []
    for (const account of accounts) {
      await ask(account)
      tokens.push(await latestLink(test, NEW))
    }
    await askForAccount(test, { email: NEW, name: 'A third' })
    const third = await latestLink(test, NEW)
    const outcomes = await Promise.all([
      ...tokens.map((token) => follow(token)),
      completeSignUp(test.app, { token: third, password: PASSWORD }, clientFrom()),
    ])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([over, over])
    const owners = await test.db.selectFrom('accounts').select('id').where('email', '=', NEW).execute()
    expect(owners).toHaveLength(1)
  })

  it('is not given to an account that was suspended meanwhile', async () => {
    const ada = await signUp(test)
    await ask(ada)
    const token = await latestLink(test, NEW)
    const change = { suspendedAt: test.clock.time, updatedAt: test.clock.time }
    await updateAccount(test.db, ada.session.accountId, change)
    expect(await follow(token)).toEqual(over)
    expect(await test.db.selectFrom('accounts').select('email').execute()).toEqual([{ email: ADA }])
  })
})
