/**
 * The page that an account link opens, in place of Stripe's onboarding: the tester chooses how it ends. GET changes
 * nothing; a choice is a POST that uses up the link and redirects. Works without scripts.
 * https://docs.stripe.com/connect/hosted-onboarding
 */
import { Hono, type Context } from 'hono'
import { html } from 'hono/html'
import { sandboxPage, type Markup } from '../../look/page.ts'
import { StripeApiError } from '../api/errors.ts'
import type { AccountRow, AccountStage, SandboxDb } from '../tables.ts'
import { findLink, isLinkOpen, OUTCOMES, useLink, type Outcome } from './account-links.ts'
import { findAccount } from './accounts.ts'

export const NOTICE = 'Sandbox: no real money moves.'
export const TOKEN = '{link_[0-9A-Za-z]{1,80}}'

type PageOptions = { db: SandboxDb; now: () => Date; onChange: () => void }

/** GET and POST `/sandbox/connect/setup/:token`. Calls `onChange` after events were written. */
export function onboardingPages({ db, now, onChange }: PageOptions): Hono {
  const app = new Hono()
  app.onError(linkErrorPage)

  app.get(`/sandbox/connect/setup/:token${TOKEN}`, async (c) => {
    const link = await findLink(db, c.req.param('token'), 'onboarding')
    if (!link) return unknownLinkPage(c)
    if (!isLinkOpen(link, now())) return c.redirect(link.refreshUrl!, 303)
    return setupPage(c, link.token, await findAccount(db, link.account))
  })

  app.post(`/sandbox/connect/setup/:token${TOKEN}`, async (c) => {
    const link = await findLink(db, c.req.param('token'), 'onboarding')
    if (!link) return unknownLinkPage(c)
    const outcome = readOutcome((await c.req.parseBody())['outcome'])
    if (!outcome) return setupPage(c, link.token, await findAccount(db, link.account))
    const done = await db
      .transaction()
      .execute((tx) => useLink({ tx, now: now(), idempotencyKey: null }, link.token, outcome))
    onChange()
    return c.redirect(done ? link.returnUrl! : link.refreshUrl!, 303)
  })
  return app
}

function readOutcome(value: unknown): Outcome | null {
  return typeof value === 'string' && Object.hasOwn(OUTCOMES, value) ? (value as Outcome) : null
}

const states: Record<AccountStage, string> = {
  created: 'Stripe collects your details, your bank account and your identity here.',
  in_review: 'Stripe is checking your details.',
  active: 'Your account is set up. Nothing is missing.',
  restricted: 'Stripe needs a document that proves your identity.',
  rejected: 'Stripe has rejected this account. This can’t be undone.',
}

const choices: [outcome: Outcome, button: string, effect: string][] = [
  ['finish', 'Finish setup', 'All details are right. Transfers and payouts are active at once.'],
  ['review', 'Submit for review', 'Stripe checks the details first. Verify the account on the sandbox’s page.'],
  ['document', 'Submit, document missing', 'Stripe requires an identity document. Transfers and payouts stay off.'],
  ['reject', 'Submit, rejected for fraud', 'Stripe rejects the account for good.'],
]

function setupPage(c: Context, token: string, account: AccountRow) {
  const isSettled = account.stage === 'active' || account.stage === 'rejected'
  const body = html`<div class="checkout">
    <h1>Set up payouts</h1>
    <p>${states[account.stage]}</p>
    <dl>
      <dt>Account</dt>
      <dd>${account.id}</dd>
      <dt>Country</dt>
      <dd>${account.country}</dd>
      ${
        account.email &&
        html`<dt>Email</dt>
          <dd>${account.email}</dd>`
      }
    </dl>
    <form method="post" action="/sandbox/connect/setup/${token}">
      ${!isSettled && choices.map(([outcome, button, effect]) => choice(outcome, button, effect))}
      <p class="actions">
        <button type="submit" name="outcome" value="leave" class="second">Return without changes</button>
      </p>
    </form>
  </div>`
  return sandboxPage(c, { title: 'Set up payouts · Connect', notice: NOTICE, body })
}

function choice(outcome: Outcome, button: string, effect: string): Markup {
  const second = outcome === 'finish' ? '' : html`class="second"`
  return html`<p class="field">
    <button type="submit" name="outcome" value="${outcome}" aria-describedby="${outcome}-effect" ${second}>
      ${button}
    </button>
    <span id="${outcome}-effect" class="quiet">${effect}</span>
  </p>`
}

export function unknownLinkPage(c: Context) {
  const body = html`<div class="checkout">
    <h1>This link does not work</h1>
    <p>It may have expired. Go back to the site and open it again.</p>
  </div>`
  return sandboxPage(c, { title: 'This link does not work · Connect', notice: NOTICE, body }, 404)
}

/** The link of an account that revoked its access, or that reached its final stage meanwhile. */
export function linkErrorPage(error: Error, c: Context) {
  if (error instanceof StripeApiError) return unknownLinkPage(c)
  throw error
}
