import { describe, expect, it } from 'vitest'
import { MAX_OPENINGS } from '#domain/payments/connected-account'
import {
  openDashboard,
  openOnboarding,
  refreshAccount,
  reopenOnboarding,
  settleAccountEvent,
} from '#server/payouts/connect/accounts'
import { findAccount, listAccountsByMentor } from '#server/payouts/connect/accounts-queries'
import { mailsTo } from '../../../tests/support/accounts/accounts.ts'
import { unreachablePayments } from '../../../tests/support/payments/checkout.ts'
import {
  addOwner,
  onboard,
  openForm,
  payOutAtService,
  readStored,
  type Owner,
} from '../../../tests/support/payments/connected-accounts.ts'
import { ORIGIN } from '../../../tests/support/product/app.ts'
import { test, usual, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

const EMAIL = 'ada@example.com'

const owner = (email = EMAIL) => addOwner(test, email)
const open = (ada: Owner, country?: string) => openForm(test, ada, country)
const stored = (ada: Owner) => readStored(test, ada)
const accountId = async (ada: Owner) => (await stored(ada)).accountId
const accountsAtService = async () => (await test.stripe.control.listAccounts(100)).map(({ account }) => account)

/** What the service’s page answers to a choice: where it sends the browser. */
async function choose(url: string, outcome: string): Promise<string | null> {
  const body = new URLSearchParams({ outcome })
  const response = await test.stripe.pages.request(url.replace(ORIGIN, ''), { method: 'POST', body })
  return response.headers.get('location')
}

/** Of Ada’s emails, oldest first. */
const subjects = async () => (await mailsTo(test, EMAIL)).map(({ subject }) => subject).toReversed()
const updated = (account: string) =>
  settleAccountEvent(test.app, { type: 'account.updated', objectId: account, account })

const ACTIVE = 'Your payouts at Landfall are set up'
const NEEDS = 'Your payouts at Landfall: Stripe needs more details'
const REJECTED = 'Your payouts at Landfall: Stripe has rejected your account'

describe('openOnboarding', () => {
  it('opens an account in the mentor’s country, leads to its form and back, and records who did it', async () => {
    const ada = await owner()
    const url = await open(ada, 'DE')
    expect(await choose(url, 'finish')).toBe(`${ORIGIN}/desk/money/return`)
    expect(await stored(ada)).toMatchObject({ country: 'DE', transfers: 'inactive', detailsSubmitted: false })
    expect(await accountsAtService()).toMatchObject([
      { country: 'DE', email: EMAIL, metadata: { mentor: ada.session.mentorId } },
    ])
    const events = test.db.selectFrom('auditLog').select(['action', 'actorId'])
    expect(await events.where('subject', '=', 'mentors').execute()).toContainEqual({
      action: 'mentor.payouts_account_opened',
      actorId: ada.session.accountId,
    })
    expect(await refreshAccount(test.app, await accountId(ada))).toMatchObject({
      transfers: 'active',
      payoutsEnabled: true,
      detailsSubmitted: true,
      due: [],
    })
  })

  it('continues the same account after its owner has left the form, whatever country is sent', async () => {
    const ada = await owner()
    const first = await open(ada)
    expect(await choose(first, 'leave')).toBe(`${ORIGIN}/desk/money/return`)
    await refreshAccount(test.app, await accountId(ada))
    expect(await stored(ada)).toMatchObject({ detailsSubmitted: false })
    expect(await choose(await open(ada, 'NG'), 'finish')).toBe(`${ORIGIN}/desk/money/return`)
    expect(await accountsAtService()).toHaveLength(1)
    expect(await stored(ada)).toMatchObject({ country: 'GB' })
  })

  it('opens one account for double clicks, also if they choose different countries', async () => {
    const ada = await owner()
    const opened = await Promise.all([1, 2, 3].map(() => openOnboarding(test.app, ada, 'GB')))
    expect(opened.every(({ ok }) => ok)).toBe(true)
    expect(await accountsAtService()).toHaveLength(1)

    const mary = await owner('mary@example.com')
    const countries = await Promise.all(['GB', 'FR'].map((country) => open(mary, country)))
    const { accountId: id } = await stored(mary)
    for (const url of countries) {
      const page = await test.stripe.pages.request(url.replace(ORIGIN, ''))
      expect(await page.text()).toContain(id)
    }
  })

  it.each(['NG', 'JP', 'IN', '', 'xx'])('refuses the country “%s”, which transfers do not reach', async (country) => {
    const ada = await owner()
    const error = { code: 'country_unsupported' }
    expect(await openOnboarding(test.app, ada, country)).toEqual({ ok: false, error })
    expect(await findAccount(test.db, ada.session.mentorId)).toBeNull()
    expect(await accountsAtService()).toEqual([])
  })

  it('opens another account after one that was rejected, and after one that was disconnected', async () => {
    const ada = await owner()
    await onboard(test, ada, 'reject')
    const rejected = await accountId(ada)
    await open(ada, 'IE')
    const second = await accountId(ada)
    await test.stripe.control.onboard(second, 'finish')
    await test.stripe.control.deauthorize(second)
    expect(await openOnboarding(test.app, ada, 'GB')).toEqual({ ok: false, error: { code: 'disconnected' } })
    expect(await stored(ada)).toMatchObject({ accountId: second, deauthorizedAt: test.clock.time })
    await open(ada, 'GB')
    const third = await accountId(ada)
    expect(new Set([rejected, second, third]).size).toBe(3)
    expect(await stored(ada)).toMatchObject({ deauthorizedAt: null, detailsSubmitted: false })
    expect(await refreshAccount(test.app, rejected)).toBeNull()
  })

  it('keeps a disconnected account that turns out to be connected', async () => {
    const ada = await owner()
    await onboard(test, ada, 'document')
    const account = await accountId(ada)
    await test.db.updateTable('connectedAccounts').set({ deauthorizedAt: test.clock.time }).execute()
    await open(ada)
    expect(await stored(ada)).toMatchObject({ accountId: account, deauthorizedAt: null })
  })

  it('asks who they are first, and opens Stripe ten times an hour', async () => {
    const ada = await owner()
    const stale = { ...ada, session: { ...ada.session, provenAt: null } }
    const unproven = { ok: false, error: { code: 'unproven' } }
    expect(await openOnboarding(test.app, stale, 'GB')).toEqual(unproven)
    expect(await openDashboard(test.app, stale)).toEqual(unproven)
    expect(await reopenOnboarding(test.app, stale)).toEqual(unproven)
    for (let time = 1; time <= MAX_OPENINGS.max; time += 1) await open(ada)
    const refused = { ok: false, error: { code: 'too_many', retryAfter: 3_600 } }
    expect(await openOnboarding(test.app, ada, 'GB')).toEqual(refused)
    expect(await openDashboard(test.app, ada)).toEqual(refused)
    test.clock.forward(61)
    const again = { ...ada, session: { ...ada.session, provenAt: test.clock.time } }
    expect(await openOnboarding(test.app, again, 'GB')).toMatchObject({ ok: true })
  })

  it('loses nothing while the service is unavailable or answers with an error', async () => {
    const ada = await owner()
    test.app.payments = unreachablePayments
    const unavailable = { ok: false, error: { code: 'unavailable' } }
    expect(await openOnboarding(test.app, ada, 'GB')).toEqual(unavailable)
    expect(await findAccount(test.db, ada.session.mentorId)).toBeNull()
    test.app.payments = usual.payments
    await test.stripe.control.outage({ answer: 'error', calls: 'account', times: 1, done: true })
    await open(ada)
    const account = await accountId(ada)
    test.app.payments = unreachablePayments
    expect(await openOnboarding(test.app, ada, 'GB')).toEqual(unavailable)
    await expect(refreshAccount(test.app, account)).rejects.toThrow('no usable answer')
    test.app.payments = usual.payments
    expect(await accountId(ada)).toBe(account)
    await test.stripe.control.heal()
  })
})

describe('reopenOnboarding', () => {
  it('replaces a link that was used up, and opens no account', async () => {
    const ada = await owner()
    expect(await reopenOnboarding(test.app, ada)).toEqual({ ok: false, error: { code: 'no_account' } })
    const url = await open(ada)
    await choose(url, 'leave')
    expect(await choose(url, 'finish')).toBe(`${ORIGIN}/desk/money/refresh`)
    const opened = await reopenOnboarding(test.app, ada)
    if (!opened.ok) throw new Error(opened.error.code)
    expect(await choose(opened.value.url, 'finish')).toBe(`${ORIGIN}/desk/money/return`)
    expect(await accountsAtService()).toHaveLength(1)
  })

  it('opens nothing for an account that was rejected', async () => {
    const ada = await owner()
    await onboard(test, ada, 'reject')
    expect(await reopenOnboarding(test.app, ada)).toEqual({ ok: false, error: { code: 'no_account' } })
  })
})

describe('openDashboard', () => {
  it('opens the mentor’s own account and no one else’s', async () => {
    const [ada, mary] = [await owner(), await owner('mary@example.com')]
    const none = { ok: false, error: { code: 'no_account' } }
    await onboard(test, ada, 'finish')
    expect(await openDashboard(test.app, mary)).toEqual(none)
    await open(mary)
    expect(await openDashboard(test.app, mary)).toEqual(none)
    const opened = await openDashboard(test.app, ada)
    expect(opened).toMatchObject({ ok: true, value: { url: expect.stringContaining('/sandbox/connect/') } })
    expect(await accountId(mary)).not.toBe(await accountId(ada))
    const accounts = await listAccountsByMentor(test.db, [ada.session.mentorId])
    expect([...accounts.keys()]).toEqual([ada.session.mentorId])
  })
})

describe('settleAccountEvent', () => {
  it('emails once that payouts are set up, and once for each change of what is required', async () => {
    const ada = await owner()
    await onboard(test, ada, 'document')
    const account = await accountId(ada)
    expect(await subjects()).toEqual([NEEDS])
    await updated(account)
    expect(await subjects()).toEqual([NEEDS])
    await test.stripe.control.verify(account)
    await Promise.all([updated(account), updated(account)])
    expect(await subjects()).toEqual([NEEDS, ACTIVE])
    await test.stripe.control.restrict(account)
    await updated(account)
    expect(await subjects()).toEqual([NEEDS, ACTIVE, NEEDS])
    const [mail] = await mailsTo(test, EMAIL)
    expect(mail!.text).toContain('Still required: a photo of your ID or passport')
  })

  it('emails that the account was rejected, with the reason, once', async () => {
    const ada = await owner()
    await onboard(test, ada, 'finish')
    const account = await accountId(ada)
    await test.stripe.control.reject(account)
    for (let time = 0; time < 2; time += 1) await updated(account)
    expect(await subjects()).toEqual([ACTIVE, REJECTED])
    expect((await mailsTo(test, EMAIL))[0]!.text).toContain('suspected fraud')
  })

  it('stores that an account was disconnected', async () => {
    const ada = await owner()
    await onboard(test, ada, 'finish')
    const account = await accountId(ada)
    await test.stripe.control.deauthorize(account)
    await settleAccountEvent(test.app, { type: 'account.application.deauthorized', objectId: 'ca_sandbox', account })
    const disconnectedAt = test.clock.time
    test.clock.forward(5)
    await updated(account)
    expect(await stored(ada)).toMatchObject({ deauthorizedAt: disconnectedAt, readAt: test.clock.time })
  })

  it('emails once that a payout to the bank failed', async () => {
    const ada = await owner()
    await onboard(test, ada, 'finish')
    const account = await accountId(ada)
    const payout = await payOutAtService(test, account)
    const failed = { type: 'payout.failed', objectId: payout, account }
    await settleAccountEvent(test.app, failed)
    expect(await subjects()).toEqual([ACTIVE])
    await test.stripe.control.settlePayout(payout, 'failed')
    for (let time = 0; time < 2; time += 1) await settleAccountEvent(test.app, failed)
    expect(await subjects()).toEqual([ACTIVE, 'Stripe couldn’t pay £40.00 to your bank'])
  })

  it('ignores accounts that are not ours', async () => {
    for (const type of ['account.updated', 'account.application.deauthorized', 'payout.failed'])
      for (const account of ['acct_other', null])
        await settleAccountEvent(test.app, { type, objectId: 'po_1', account })
    expect(await test.db.selectFrom('connectedAccounts').selectAll().execute()).toEqual([])
  })
})

describe('refreshAccount', () => {
  it('does not store what was read before what is stored', async () => {
    const ada = await owner()
    await onboard(test, ada, 'review')
    const account = await accountId(ada)
    const late = { ...test.app, now: () => new Date(test.clock.time.getTime() - 1_000) }
    await test.stripe.control.verify(account)
    expect(await refreshAccount(late, account)).toMatchObject({ transfers: 'pending' })
    expect(await refreshAccount(test.app, account)).toMatchObject({ transfers: 'active' })
  })
})
