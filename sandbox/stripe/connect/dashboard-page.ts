/**
 * The page that a login link opens, in place of Stripe's Express Dashboard: an account's balance and payouts.
 * https://docs.stripe.com/connect/express-dashboard
 */
import { Hono, type Context } from 'hono'
import { html } from 'hono/html'
import { dateIn } from '#words/time'
import { sandboxPage, type Markup } from '../../look/page.ts'
import { formatAmount, formatBalanceAmount } from '../amounts.ts'
import { sumBalances, type CurrencyBalance } from '../objects/balances.ts'
import type { AccountRow, PayoutRow, SandboxDb } from '../tables.ts'
import { findLink, isLinkOpen } from './account-links.ts'
import { findAccount } from './accounts.ts'
import { linkErrorPage, NOTICE, TOKEN, unknownLinkPage } from './onboarding-page.ts'

const PAYOUTS_SHOWN = 50

/** GET `/sandbox/connect/dashboard/:token`. It works until the link expires, and changes nothing. */
export function dashboardPages({ db, now }: { db: SandboxDb; now: () => Date }): Hono {
  const app = new Hono()
  app.onError(linkErrorPage)
  app.get(`/sandbox/connect/dashboard/:token${TOKEN}`, async (c) => {
    const link = await findLink(db, c.req.param('token'), 'login')
    if (!link || !isLinkOpen(link, now())) return unknownLinkPage(c)
    const account = await findAccount(db, link.account)
    const payouts = await listRecentPayouts(db, account.id)
    return dashboardPage(c, account, await sumBalances(db, account.id, now()), payouts)
  })
  return app
}

function listRecentPayouts(db: SandboxDb, account: string): Promise<PayoutRow[]> {
  return db
    .selectFrom('payouts')
    .selectAll()
    .where('account', '=', account)
    .orderBy('sequence', 'desc')
    .limit(PAYOUTS_SHOWN)
    .execute()
}

function dashboardPage(c: Context, account: AccountRow, balances: CurrencyBalance[], payouts: PayoutRow[]) {
  const body = html`<div class="checkout">
    <h1>Your earnings</h1>
    <p>${account.email ?? account.id}</p>
    <h2>Balance</h2>
    ${balances.length === 0 ? html`<p>No earnings yet. They appear here when the site transfers money to you.</p>` : balanceList(balances)}
    <h2>Payouts</h2>
    ${payouts.length === 0 ? html`<p>No payouts yet. They appear here when money is sent to your bank.</p>` : payoutList(payouts)}
  </div>`
  return sandboxPage(c, { title: 'Your earnings · Connect', notice: NOTICE, body })
}

function balanceList(balances: CurrencyBalance[]): Markup {
  return html`<dl>
    ${balances.map(
      ({ currency, available, pending }) =>
        html`<dt>Available (${currency.toUpperCase()})</dt>
          <dd class="amount">${formatBalanceAmount(available, currency)}</dd>
          <dt>Pending (${currency.toUpperCase()})</dt>
          <dd class="amount">${formatBalanceAmount(pending, currency)}</dd>`,
    )}
  </dl>`
}

const statuses = { pending: 'on its way', paid: 'paid', failed: 'failed: the bank account was closed' }

function payoutList(payouts: PayoutRow[]): Markup {
  return html`<ul class="order" aria-label="Payouts">
    ${payouts.map(
      ({ amount, currency, status, arrivalDate }) =>
        html`<li>
          <span class="what">
            <time datetime="${arrivalDate.toISOString()}">${dateIn(arrivalDate, 'UTC')}</time><br />
            <span class="quiet">${statuses[status]}</span>
          </span>
          <span class="amount">${formatAmount(amount, currency)}</span>
        </li>`,
    )}
  </ul>`
}
