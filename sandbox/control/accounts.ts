/** The platform's balance and the newest connected accounts: what a visitor of `/sandbox` can make happen to them. */
import { html } from 'hono/html'
import type { Markup } from '../look/page.ts'
import { formatAmount, formatBalanceAmount } from '../stripe/amounts.ts'
import type { AccountHistory } from '../stripe/connect/connect-control.ts'
import type { CurrencyBalance } from '../stripe/objects/balances.ts'
import type { AccountRow, PayoutRow } from '../stripe/tables.ts'
import { actionForm } from './checkouts.ts'

export function accountsSection(platform: CurrencyBalance[], accounts: AccountHistory[]): Markup {
  return html`<section aria-labelledby="connect">
    <h2 id="connect">Balance and connected accounts</h2>
    <p id="platform">The platform: ${describeBalances(platform)}.</p>
    ${
      platform.some(({ available }) => available > 0) &&
      html`<div class="row-actions">${actionForm('empty-balance', 'Empty the balance', 'platform')}</div>`
    }
    ${
      accounts.length === 0
        ? html`<p>No connected accounts yet. They appear here when a mentor sets up payouts at Stripe.</p>`
        : html`<ol class="stories">
            ${accounts.map((history, index) => accountItem(history, `account-${index}`))}
          </ol>`
    }
  </section>`
}

function describeBalances(balances: CurrencyBalance[]): string {
  if (balances.length === 0) return 'no money'
  return balances
    .map(({ currency, available, pending }) => {
      const later = pending === 0 ? '' : ` and ${formatBalanceAmount(pending, currency)} pending`
      return `${formatBalanceAmount(available, currency)} available${later}`
    })
    .join(', ')
}

const states: Record<AccountRow['stage'], string> = {
  created: 'Not set up yet',
  in_review: 'In review',
  active: 'Active',
  restricted: 'Restricted: a document is missing',
  rejected: 'Rejected',
}

/** `id` is the heading's id: it describes the buttons, whose words are the same in every item. */
function accountItem({ account, balances, payouts }: AccountHistory, id: string): Markup {
  const actions = accountActions(account, balances)
  return html`<li>
    <h3 id="${id}">${account.email ?? account.id}, ${account.country}</h3>
    <p>${account.deauthorized ? 'Disconnected' : states[account.stage]}. Balance: ${describeBalances(balances)}.</p>
    ${actions.length > 0 && html`<div class="row-actions">${actions.map(([to, words]) => actionForm(`accounts/${account.id}/${to}`, words, id))}</div>`}
    ${payouts.map((payout) => payoutLine(payout, id))}
  </li>`
}

function accountActions(account: AccountRow, balances: CurrencyBalance[]): [to: string, words: string][] {
  if (account.deauthorized) return []
  const { stage } = account
  const actions: [string, string][] = []
  if (stage === 'in_review' || stage === 'restricted') actions.push(['verify', 'Verify the account'])
  if (stage === 'active' && balances.some(({ available }) => available > 0)) actions.push(['pay-out', 'Pay out'])
  if (stage === 'in_review' || stage === 'active') actions.push(['restrict', 'Require a document'])
  if (stage !== 'rejected') actions.push(['reject', 'Reject the account'])
  return [...actions, ['deauthorize', 'Disconnect the account']]
}

const statuses = { pending: 'on its way', paid: 'paid', failed: 'failed' }

function payoutLine({ id, amount, currency, status }: PayoutRow, about: string): Markup {
  return html`<p>Payout of ${formatAmount(amount, currency)}: ${statuses[status]}.</p>
    ${
      status !== 'failed' &&
      html`<div class="row-actions">
        ${status === 'pending' && actionForm(`payouts/${id}/arrive`, 'The payout arrives', about)}
        ${actionForm(`payouts/${id}/fail`, 'The payout fails', about)}
      </div>`
    }`
}
