/** An account is made by following the link that its address was emailed, and by nothing else. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { LINK_MINUTES } from '#domain/accounts/account'
import { holdSlot } from '#server/bookings/holds/hold'
import { setPasswordByLink } from '#server/accounts/passwords'
import { insertAccount } from '#server/accounts/queries'
import { completeSignUp } from '#server/accounts/sign-up'
import { readLink } from '#server/accounts/sign-in/links'
import { confirmNewEmail } from '#server/accounts/new-email'
import {
  ADA,
  askForAccount,
  askForResetLink,
  clientFrom,
  keepCookies,
  latestLink,
  mailsTo,
  OTHER_PASSWORD,
  PASSWORD,
  signUpByLink,
  trySignIn,
  whoIs,
} from '../../tests/support/accounts/accounts.ts'
import { holdRequest } from '../../tests/support/bookings/requests.ts'
import { addMentor, ORIGIN } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true })

const accounts = () => test.db.selectFrom('accounts').selectAll().execute()
/** Follows the link that confirms an address. */
const follow = (token: string, password = PASSWORD) => completeSignUp(test.app, { token, password }, clientFrom())
const over = { ok: false, error: { code: 'link_over' } }

describe('signing up', () => {
  it('emails a link, and makes the account only when that is followed', async () => {
    expect(await askForAccount(test, { next: '/become-a-mentor' })).toEqual({ ok: true, value: null })
    const [mail] = await mailsTo(test, ADA)
    expect(mail!.subject).toBe('Confirm your address for Landfall')
    expect(await accounts()).toEqual([])
    expect((await trySignIn(test)).outcome).toEqual({ ok: false, error: { code: 'refused' } })
    const token = await latestLink(test)
    const kept = [
      await test.db.selectFrom('links').selectAll().execute(),
      await test.db.selectFrom('outbox').selectAll().execute(),
      await test.db.selectFrom('auditLog').selectAll().execute(),
    ]
    for (const secret of [token, PASSWORD]) expect(JSON.stringify(kept)).not.toContain(secret)
    const seen = { purpose: 'sign_up', email: ADA } // Email scanners open the link, too.
    expect([await readLink(test.app, token), await readLink(test.app, token)]).toEqual([seen, seen])
    expect(await accounts()).toEqual([])
    const made = await follow(token)
    expect(made).toMatchObject({ ok: true, value: { next: '/become-a-mentor' } })
    expect([await readLink(test.app, token), await follow(token)]).toEqual([null, over])
    const [account] = await accounts()
    expect(account).toMatchObject({ name: 'Ada Lovelace', email: ADA, emailVerified: true, role: 'member' })
    expect(account!.createdAt).toEqual(test.clock.time)
    const session = made.ok && (await whoIs(test, keepCookies(made.value.setCookies)))
    expect(session).toMatchObject({ accountId: account!.id, name: 'Ada Lovelace', role: 'member', secondFactor: false })
    expect((await trySignIn(test)).outcome).toMatchObject({ ok: true, value: { step: 'done', admin: false } })
  })

  it('refuses the link if the address has had an account since, such as one made through Google', async () => {
    await askForAccount(test)
    const [token, at] = [await latestLink(test), test.clock.time]
    const account = { id: randomUUID(), name: 'Ada', email: ADA, emailVerified: true, createdAt: at, updatedAt: at }
    await insertAccount(test.db, account)
    expect(await follow(token)).toEqual(over)
    expect(await accounts()).toMatchObject([{ id: account.id, name: 'Ada' }])
  })

  it('signs in exactly one of twenty requests that follow the link at once', async () => {
    await askForAccount(test)
    const token = await latestLink(test)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => follow(token)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.filter(({ ok }) => !ok)).toEqual(Array.from({ length: 19 }, () => over))
    expect(await test.db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
  })

  it('accepts the link for 24 hours of the product’s clock, and not a minute longer', async () => {
    await askForAccount(test)
    await askForAccount(test, { email: 'late@example.com' })
    const [inTime, late] = [await latestLink(test), await latestLink(test, 'late@example.com')]
    test.clock.forward(LINK_MINUTES.sign_up - 1)
    expect(await follow(inTime)).toMatchObject({ ok: true })
    test.clock.forward(1)
    expect(await readLink(test.app, late)).toBeNull()
    expect(await follow(late)).toEqual(over)
  })

  it('gives each of two who sign up with one address their own password, and the account to the first link followed', async () => {
    await askForAccount(test, { name: 'Someone else', password: OTHER_PASSWORD })
    const theirs = await latestLink(test)
    await askForAccount(test)
    const own = await latestLink(test)
    expect(await follow(theirs)).toEqual({ ok: false, error: { code: 'wrong_password' } })
    expect(await accounts()).toEqual([])
    expect(await follow(own)).toMatchObject({ ok: true })
    expect(await follow(theirs, OTHER_PASSWORD)).toEqual(over)
    expect((await trySignIn(test)).outcome.ok).toBe(true)
    expect((await trySignIn(test, { password: OTHER_PASSWORD })).outcome.ok).toBe(false)
    expect((await accounts()).map(({ name }) => name)).toEqual(['Ada Lovelace'])
    const left = await test.db.selectFrom('links').select('passwordHash').where('name', '=', 'Someone else').execute()
    expect(left).toEqual([{ passwordHash: null }])
  })

  it('lets the owner of the address use a link that a stranger requested, with a name and password of their own', async () => {
    await askForAccount(test, { name: 'Win £500 at evil.test', password: OTHER_PASSWORD })
    const token = await latestLink(test)
    const anew = (password: string) => completeSignUp(test.app, { token, password, name: 'Ada Lovelace' }, clientFrom())
    expect(await anew('Ada Lovelace 1')).toMatchObject({ ok: false, error: { code: 'weak_password' } })
    expect(await accounts()).toEqual([])
    expect(await anew(PASSWORD)).toMatchObject({ ok: true })
    expect((await accounts()).map(({ name }) => name)).toEqual(['Ada Lovelace'])
    expect((await trySignIn(test)).outcome.ok).toBe(true)
    expect((await trySignIn(test, { password: OTHER_PASSWORD })).outcome.ok).toBe(false)
    expect(await anew(PASSWORD)).toEqual(over)
  })

  it('can be tried five times a minute from one network', async () => {
    const tries = []
    for (let tried = 0; tried < 6; tried += 1) {
      tries.push(await completeSignUp(test.app, { token: 'x', password: PASSWORD }, clientFrom('203.0.113.9')))
    }
    expect(tries.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => over))
    expect(tries[5]).toMatchObject({ ok: false, error: { code: 'too_many' } })
  })

  it('reveals only to the owner of an account that they have one', async () => {
    await signUpByLink(test)
    const fresh = await askForAccount(test, { email: 'grace@example.com' })
    expect(await askForAccount(test, { email: 'Ada@Example.com', name: 'Mallory', password: OTHER_PASSWORD })).toEqual(
      fresh,
    )
    const [mail] = await mailsTo(test, ADA)
    expect(mail!.subject).toBe('You already have an account at Landfall')
    expect(mail!.text).toContain('Hello Ada Lovelace,')
    expect(mail!.text).toContain(`${ORIGIN}/sign-in`)
    expect(mail!.text).not.toContain('token=')
    expect(await accounts()).toHaveLength(1)
    expect((await trySignIn(test, { password: OTHER_PASSWORD })).outcome.ok).toBe(false)
  })

  it('refuses a weak password, says what to do about it, and emails nothing', async () => {
    const weak = await askForAccount(test, { password: 'Ada Lovelace 1' })
    expect(weak).toEqual({ ok: false, error: { code: 'weak_password', why: expect.stringContaining('easy to guess') } })
    expect(await mailsTo(test, ADA)).toEqual([])
  })

  it('puts no words of a stranger into the email to an address that is not confirmed', async () => {
    await askForAccount(test, { name: 'Win £500 at https://evil.test\r\nBcc: all@evil.test' })
    const [mail] = await mailsTo(test, ADA)
    expect(mail!.subject).toBe('Confirm your address for Landfall')
    expect(mail!.to).toEqual([{ name: '', address: ADA }])
    expect(mail!.text).toMatch(/^Hello,\n/)
    expect(mail!.text + mail!.html + JSON.stringify(mail!.headers)).not.toContain('evil.test')
  })
})

it('a link is not used up by a form that it is not for, and is none if it is made up', async () => {
  await signUpByLink(test)
  const reset = await askForResetLink(test)
  expect(await follow(reset)).toEqual(over)
  expect(await confirmNewEmail(test.app, { token: reset, password: PASSWORD }, clientFrom())).toEqual(over)
  await askForAccount(test, { email: 'grace@example.com' })
  const confirming = await latestLink(test, 'grace@example.com')
  const set = { token: confirming, password: OTHER_PASSWORD }
  expect(await setPasswordByLink(test.app, set, clientFrom())).toEqual(over)
  expect(await follow(confirming)).toMatchObject({ ok: true })
  expect(await setPasswordByLink(test.app, { ...set, token: reset }, clientFrom())).toMatchObject({ ok: true })
  for (const token of ['', 'x', 'A'.repeat(32), '\u0000', '’; drop table links'])
    expect([await follow(token), await readLink(test.app, token)], token).toEqual([over, null])
})

it('bookings made before their owner has an account join it when its address is confirmed, and those of others do not', async () => {
  const mentor = await addMentor(test, { noticeHours: 1 })
  const book = async (email: string, hour: string) => {
    const request = holdRequest(mentor.sessionTypeIds[0]!, { email, startsAt: new Date(`2030-01-08T${hour}:00:00Z`) })
    expect(await holdSlot(test.app, request)).toMatchObject({ ok: true })
  }
  await book('ADA@example.com', '09')
  await book('grace@example.com', '10')
  const { session } = await signUpByLink(test)
  const owners = await test.db.selectFrom('bookings').select(['accountId']).orderBy('startsAt').execute()
  expect(owners).toEqual([{ accountId: session.accountId }, { accountId: null }])
  const [made] = await test.db.selectFrom('auditLog').selectAll().where('action', '=', 'account.created').execute()
  expect(made).toMatchObject({ actorId: session.accountId, after: { by: 'password', bookings: 1 } })
})
