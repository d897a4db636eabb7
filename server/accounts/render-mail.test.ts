/** What a queued email says is decided when it is sent, from what is true then. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { LINK_MINUTES } from '#domain/accounts/account'
import { insertAccount } from '#server/accounts/queries'
import { mailLink, newLink, queueAccountMail, readLink } from '#server/accounts/sign-in/links'
import { insertLink } from '#server/accounts/sign-in/links-queries'
import type { AccountMailKind, LinkPurpose } from '#server/platform/db/tables/account-tables'
import { transact } from '#server/platform/db/connect'
import { mailWriting } from '#server/mail-renderers'
import { sendMail } from '#server/platform/mail/outbox/send-mail'
import { ADA, clientFrom, signUp } from '../../tests/support/accounts/accounts.ts'
import { ORIGIN } from '../../tests/support/product/app.ts'
import { forgetSending } from '../../tests/support/mails.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct()

const forwardBy = (milliseconds: number) => (test.clock.time = new Date(test.clock.time.getTime() + milliseconds))
const newest = () =>
  test.db.selectFrom('outbox').selectAll().orderBy('createdAt', 'desc').limit(1).executeTakeFirstOrThrow()

/** Queues the email of a link to Ada's address. Returns the mail's id. */
async function queueLink(purpose: LinkPurpose): Promise<string> {
  forwardBy(1)
  const requested = { purpose, email: ADA, name: 'A stranger’s words' }
  const passwordHash = 'of the password that was chosen'
  if (purpose === 'sign_up') await mailLink(test.app, { ...requested, passwordHash }, clientFrom())
  else if (purpose === 'reset') await mailLink(test.app, requested, clientFrom())
  else await mailLink(test.app, { ...requested, accountId: await addAccount() }, clientFrom())
  return (await newest()).id
}

/** An account with another address. */
async function addAccount(): Promise<string> {
  const [id, at] = [randomUUID(), test.clock.time]
  const times = { createdAt: at, updatedAt: at }
  await insertAccount(test.db, { id, name: 'Ada', email: 'old@example.com', emailVerified: true, ...times })
  return id
}

async function queue(kind: AccountMailKind): Promise<string> {
  forwardBy(1)
  await transact(test.db, (tx) => queueAccountMail(test.app, tx, { kind, email: ADA }))
  return (await newest()).id
}

const deliver = (id: string) => sendMail(test.app, mailWriting, id)
/** The emails that were sent, the newest first. */
const sent = async () =>
  (await test.mails()).map(({ subject, text }) => ({ subject, text, token: /\?token=([\w-]+)/.exec(text)?.[1] ?? '' }))
const findState = async (id: string) =>
  (await test.db.selectFrom('outbox').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const opens = async (token: string) => (await readLink(test.app, token)) !== null

describe('an email with a link', () => {
  it.each([
    ['sign_up', '/verify-email', 'Confirm your address for Landfall'],
    ['new_email', '/verify-email', 'Confirm your new address for Landfall'],
  ] as const)('to confirm an address (%s) leads to %s, once', async (purpose, path, subject) => {
    const id = await queueLink(purpose)
    await deliver(id)
    const [mail] = await sent()
    expect(mail).toMatchObject({ subject, text: expect.stringContaining(`${ORIGIN}${path}?token=${mail!.token}`) })
    expect(await readLink(test.app, mail!.token)).toEqual({ purpose, email: ADA })
    expect(await findState(id)).toBe('sent')
    await deliver(id)
    expect(await sent()).toHaveLength(1)
  })

  it('contains no words that a stranger may have typed, and greets only who has an account', async () => {
    await deliver(await queueLink('sign_up'))
    await signUp(test)
    await deliver(await queueLink('reset'))
    expect((await sent()).map(({ text }) => text.split('\n')[0])).toEqual(['Hello Ada Lovelace,', 'Hello,'])
    for (const { text } of await sent()) expect(text).not.toContain('A stranger’s words')
  })

  it('works in the last email only where one was sent again after a crash', async () => {
    const id = await queueLink('sign_up')
    await deliver(id)
    await forgetSending(test.db)
    await deliver(id)
    const [last, first] = await sent()
    expect([await opens(last!.token), await opens(first!.token)]).toEqual([true, false])
    await forgetSending(test.db)
    await test.db.updateTable('links').set({ usedAt: test.clock.time }).execute()
    await deliver(id) // Its link has ended.
    expect(await sent()).toHaveLength(2)
  })

  it.each([
    ['is sent in the last moment in which the link can be followed', -1, 1],
    ['is not sent at the end of the link, and never after', 0, 0],
  ])('%s', async (_what, off, mails) => {
    const id = await queueLink('sign_up')
    forwardBy(LINK_MINUTES.sign_up * 60_000 + off)
    await deliver(id)
    expect(await sent()).toHaveLength(mails)
    expect(await findState(id)).toBe(mails > 0 ? 'sent' : 'dropped')
  })

  it('says so to a person who has an account by then, without a link', async () => {
    const ids = [await queueLink('sign_up'), await queueLink('new_email')]
    await signUp(test)
    for (const id of ids) await deliver(id)
    expect(await sent()).toHaveLength(2)
    for (const mail of await sent()) {
      expect(mail).toMatchObject({ subject: 'You already have an account at Landfall', token: '' })
      for (const path of ['/sign-in', '/forgot-password']) expect(mail.text).toContain(ORIGIN + path)
    }
  })

  it('for a new password goes to addresses with an account alone, and is the newest one’s, in whatever order they are sent', async () => {
    const early = await queueLink('reset')
    await deliver(early)
    expect([await sent(), await findState(early)]).toEqual([[], 'dropped'])
    await signUp(test)
    const [first, second, third] = [await queueLink('reset'), await queueLink('reset'), await queueLink('reset')]
    for (const id of [second, third, first]) await deliver(id)
    const [last, earlier, ...others] = await sent()
    expect(others).toEqual([])
    expect([await opens(last!.token), await opens(earlier!.token)]).toEqual([true, false])
  })

  it('for several sign-ups leaves each of them, which have a password each', async () => {
    for (const id of [await queueLink('sign_up'), await queueLink('sign_up')]) await deliver(id)
    const [one, other] = await sent()
    expect([await opens(one!.token), await opens(other!.token)]).toEqual([true, true])
  })

  it('that makes an admin is never emailed', async () => {
    const id = randomUUID()
    await insertLink(test.db, newLink({ purpose: 'admin', email: ADA }, id, test.clock.time))
    await transact(test.db, (tx) => queueAccountMail(test.app, tx, { kind: 'link', email: ADA, linkId: id }))
    await deliver((await newest()).id)
    expect(await sent()).toEqual([])
  })
})

describe('an email without a link', () => {
  it('goes to an address that an account has just given up, but a warning only to those with an account', async () => {
    const warnings = ['sign_in_attempts', 'code_attempts', 'password_attempts'] as const
    for (const kind of warnings) await deliver(await queue(kind))
    await deliver(await queue('email_changed'))
    expect(await sent()).toMatchObject([{ subject: 'Your email address at Landfall was changed' }])
    await signUp(test)
    for (const kind of warnings) await deliver(await queue(kind))
    const warned = (await sent()).slice(0, -1)
    expect(warned.map(({ text }) => text)).toEqual(
      warnings.map(() => expect.stringContaining(`${ORIGIN}/forgot-password`)),
    )
  })

  it('about a new password says what else opens the account; no other email does', async () => {
    const { session } = await signUp(test)
    const times = { createdAt: test.clock.time, updatedAt: test.clock.time }
    const google = { provider: 'google' as const, providerAccount: 'google', password: null, scope: null }
    await test.db
      .insertInto('credentials')
      .values({ id: randomUUID(), accountId: session.accountId, ...google, ...times })
      .execute()
    await deliver(await queue('password_changed'))
    await deliver(await queue('sign_in_changed'))
    const [other, changed] = await sent()
    expect(changed!.text).toContain('Other ways to sign in to your account: Google.')
    expect(other!.text).not.toContain('Other ways to sign in to your account')
  })
})
