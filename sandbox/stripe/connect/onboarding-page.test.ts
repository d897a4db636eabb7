import { describe, expect, it } from 'vitest'
import { refusal, rig, useRig } from '../test-rig.ts'
import type { Outcome } from './account-links.ts'
import { balance, charge, connect, express } from './test-rig.ts'

const SHOP = 'http://shop.test'
useRig()

const newAccount = async () => (await rig.stripe.accounts.create(express())).id
const link = (account: string) =>
  rig.stripe.accountLinks.create({
    account,
    type: 'account_onboarding',
    refresh_url: `${SHOP}/payouts/refresh`,
    return_url: `${SHOP}/payouts/return`,
  })
const open = (url: string) => rig.sandbox.pages.request(url.replace(SHOP, ''))
const choose = async (url: string, outcome: string) => {
  const body = new URLSearchParams({ outcome })
  const response = await rig.sandbox.pages.request(url.replace(SHOP, ''), { method: 'POST', body })
  return [response.status, response.headers.get('location')]
}
const RETURNED = [303, `${SHOP}/payouts/return`]
const REFRESHED = [303, `${SHOP}/payouts/refresh`]

describe('an account link', () => {
  it('opens the onboarding page for five minutes', async () => {
    const account = await newAccount()
    const { url, created, expires_at, object } = await link(account)
    expect([object, expires_at - created]).toEqual(['account_link', 300])
    expect(url).toMatch(/^http:\/\/shop\.test\/sandbox\/connect\/setup\/link_[0-9A-Za-z]{56}$/)
    const page = await open(url)
    const text = await page.text()
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
    for (const words of ['<h1>Set up payouts</h1>', account, 'Finish setup', 'Return without changes'])
      expect(text).toContain(words)
    expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i)

    rig.clock.move({ minutes: 4, seconds: 59 })
    expect((await open(url)).status).toBe(200)
    rig.clock.move({ seconds: 1 })
    const late = await open(url)
    expect([late.status, late.headers.get('location')]).toEqual(REFRESHED)
    expect(await choose(url, 'finish')).toEqual(REFRESHED)
    expect(await rig.stripe.accounts.retrieve(account)).toMatchObject({ details_submitted: false })
  })

  it('is used up by the first choice, also when two arrive at once', async () => {
    const account = await newAccount()
    const { url } = await link(account)
    const results = await Promise.all([choose(url, 'finish'), choose(url, 'finish')])
    expect(results.toSorted()).toEqual([REFRESHED, RETURNED])
    const again = await open(url)
    expect([again.status, again.headers.get('location')]).toEqual(REFRESHED)
    const { data } = await rig.stripe.events.list({ type: 'account.updated' }, { stripeAccount: account })
    expect(data).toHaveLength(1)
  })

  it.each<[Outcome, object]>([
    ['finish', { capabilities: { transfers: 'active' }, payouts_enabled: true, details_submitted: true }],
    ['leave', { capabilities: { transfers: 'inactive' }, payouts_enabled: false, details_submitted: false }],
    [
      'review',
      {
        capabilities: { transfers: 'pending' },
        details_submitted: true,
        requirements: { disabled_reason: 'requirements.pending_verification', currently_due: [] },
      },
    ],
    [
      'document',
      {
        capabilities: { transfers: 'inactive' },
        details_submitted: true,
        requirements: {
          currently_due: ['individual.verification.document'],
          disabled_reason: 'requirements.past_due',
        },
      },
    ],
    ['reject', { payouts_enabled: false, requirements: { disabled_reason: 'rejected.fraud' } }],
  ])('lets the account’s owner %s, and returns', async (outcome, expected) => {
    const account = await newAccount()
    expect(await choose((await link(account)).url, outcome)).toEqual(RETURNED)
    expect(await rig.stripe.accounts.retrieve(account)).toMatchObject(expected)
  })

  it('lets a restricted account bring its document, and an active one only return', async () => {
    const account = await newAccount()
    await choose((await link(account)).url, 'document')
    const second = (await link(account)).url
    expect(await (await open(second)).text()).toContain('Stripe needs a document')
    await choose(second, 'finish')
    expect(await rig.stripe.accounts.retrieve(account)).toMatchObject({ payouts_enabled: true })
    const third = await (await open((await link(account)).url)).text()
    expect(third).toContain('Nothing is missing.')
    expect(third).not.toContain('Finish setup')
  })

  it('is refused for an account without access, and without addresses to return to', async () => {
    expect(await refusal(link('acct_none'))).toMatchObject({ statusCode: 403, code: 'account_invalid' })
    const incomplete = { account: await newAccount(), type: 'account_onboarding' as const, return_url: SHOP }
    expect(await refusal(rig.stripe.accountLinks.create(incomplete))).toMatchObject({ param: 'refresh_url' })
  })

  it('leads nowhere once the account was disconnected, or if it is unknown', async () => {
    const account = await newAccount()
    const { url } = await link(account)
    await rig.sandbox.control.deauthorize(account)
    for (const gone of [url, '/sandbox/connect/setup/link_none']) {
      expect((await open(gone)).status).toBe(404)
      expect((await choose(gone, 'finish'))[0]).toBe(404)
    }
  })
})

describe('a login link', () => {
  it('opens a dashboard with the account’s balance and payouts', async () => {
    const account = await connect(rig)
    const source = await charge(rig, { direct: true })
    const transfer = { amount: 4000, currency: 'gbp', destination: account, source_transaction: source }
    await rig.stripe.transfers.create(transfer)
    const { url, object } = await rig.stripe.accounts.createLoginLink(account)
    expect(object).toBe('login_link')
    const before = await (await open(url)).text()
    for (const words of ['£40.00', 'No payouts yet.']) expect(before).toContain(words)

    const [payout] = await rig.sandbox.control.payOut(account)
    await rig.sandbox.control.settlePayout(payout!, 'paid')
    const after = await (await open(url)).text()
    for (const words of ['£0.00', '£40.00', 'paid', '8 January 2030']) expect(after).toContain(words)
    rig.clock.move({ minutes: 5 })
    expect((await open(url)).status).toBe(404)
    expect(await balance(rig, account)).toEqual({ available: 0, pending: 0 })
  })

  it('shows a negative balance', async () => {
    const account = await connect(rig)
    const source = await charge(rig, { direct: true })
    const { id } = await rig.stripe.transfers.create({
      amount: 4000,
      currency: 'gbp',
      destination: account,
      source_transaction: source,
    })
    await rig.sandbox.control.payOut(account)
    await rig.stripe.transfers.createReversal(id)
    const { url } = await rig.stripe.accounts.createLoginLink(account)
    expect(await (await open(url)).text()).toContain('−£40.00')
  })

  it('is refused before onboarding', async () => {
    const error = await refusal(rig.stripe.accounts.createLoginLink(await newAccount()))
    expect(error).toMatchObject({ statusCode: 400, message: expect.stringContaining('not completed onboarding') })
  })
})
