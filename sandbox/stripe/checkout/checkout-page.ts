/**
 * The hosted checkout page. Its state is in the database, so any process that shares it can serve the page.
 * GET changes nothing; paying is a POST that redirects. Works without scripts.
 */
import { Hono, type Context } from 'hono'
import { html } from 'hono/html'
import { lookFiles } from '../../look/look.ts'
import { sandboxPage, type Markup } from '../../look/page.ts'
import { formatAmount } from '../amounts.ts'
import { findDecline, readCard, type CardErrors, type CardForm } from './card.ts'
import { payByDebit } from '../objects/late-payments.ts'
import { declineSession, paySession } from '../objects/payments.ts'
import { findSession } from '../objects/sessions.ts'
import type { SandboxDb, SessionRow } from '../tables.ts'

const NOTICE = 'Sandbox: no real money moves.'

type Shown = { form: CardForm; errors: CardErrors; refusal: string | null }
type PageOptions = { db: SandboxDb; now: () => Date; onChange: () => void }

/**
 * GET `/sandbox/checkout/:id`, POST `/sandbox/checkout/:id/pay` and `…/debit`, and what they look like. Calls `onChange`
 * after events were written.
 */
export function checkoutPages({ db, now, onChange }: PageOptions): Hono {
  const app = new Hono()
  app.route('/', lookFiles())

  app.get('/sandbox/checkout/:id', async (c) => {
    const session = await findSession(db, c.req.param('id'))
    if (!session) return unknownPage(c)
    if (!isOpen(session, now())) return closedPage(c, session)
    return formPage(c, session, { form: testCard(now()), errors: {}, refusal: null })
  })

  app.post('/sandbox/checkout/:id/pay', async (c) => {
    const session = await findSession(db, c.req.param('id'))
    if (!session) return unknownPage(c)
    if (session.status === 'complete') return c.redirect(successUrl(session), 303) // A second click on Pay.
    const typed = readForm(await c.req.parseBody())
    const card = readCard(typed, now(), { asksEmail: session.customerEmail === null })
    const form = { ...typed, cvc: '' } // A security code is never shown again.
    if (!isOpen(session, now())) return closedPage(c, session)
    if (!card.ok) return formPage(c, session, { form, errors: card.error, refusal: null })

    const decline = findDecline(card.value.number)
    if (decline) {
      const isStillOpen = await db
        .transaction()
        .execute((tx) => declineSession({ tx, now: now(), idempotencyKey: null }, session.id, card.value.card, decline))
      onChange()
      if (isStillOpen) return formPage(c, session, { form, errors: {}, refusal: decline.message })
    } else {
      const paid = await db
        .transaction()
        .execute((tx) => paySession({ tx, now: now(), idempotencyKey: null }, session.id, card.value))
      onChange()
      if (paid) return c.redirect(successUrl(paid), 303)
    }
    const current = (await findSession(db, session.id)) ?? session
    return current.status === 'complete' ? c.redirect(successUrl(current), 303) : closedPage(c, current)
  })

  app.post('/sandbox/checkout/:id/debit', async (c) => {
    const id = c.req.param('id')
    if (!(await findSession(db, id))) return unknownPage(c)
    const done = await db.transaction().execute((tx) => payByDebit({ tx, now: now(), idempotencyKey: null }, id))
    onChange()
    const current = done ?? (await findSession(db, id))!
    return current.status === 'complete' ? c.redirect(successUrl(current), 303) : closedPage(c, current)
  })
  return app
}

const isOpen = (session: SessionRow, now: Date) => session.status === 'open' && session.expiresAt > now

const successUrl = (session: SessionRow) => session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id)

const testCard = (now: Date): CardForm => ({
  number: '4242 4242 4242 4242',
  expiry: `12 / ${String(now.getUTCFullYear() + 2).slice(-2)}`,
  cvc: '123',
  name: 'Test Card',
  email: 'payer@example.com',
})

function readForm(fields: Record<string, string | File>): CardForm {
  const text = (name: keyof CardForm) => {
    const value = fields[name]
    return typeof value === 'string' ? value.replaceAll('\0', '').slice(0, 200) : ''
  }
  return { number: text('number'), expiry: text('expiry'), cvc: text('cvc'), name: text('name'), email: text('email') }
}

/** Always a 200: browsers report any other status of a form's response as an error of the page. */
function formPage(c: Context, session: SessionRow, shown: Shown) {
  const pay = `Pay ${formatAmount(session.amountTotal, session.currency)}`
  const { form, errors, refusal } = shown
  const body = html`<div class="checkout">
    <h1>${pay}</h1>
    ${order(session)}
    <h2>Card</h2>
    <p class="quiet">
      A test card is filled in. <span class="number">4242 4242 4242 4242</span> pays,
      <span class="number">4000 0000 0000 0002</span> is declined. Any later date and any code will do.
    </p>
    ${refusal && html`<p class="alert" role="alert">${refusal}</p>`}
    <form method="post" action="/sandbox/checkout/${session.id}/pay" novalidate>
      ${session.customerEmail === null && field({ name: 'email', label: 'Email', value: form.email, complete: 'email', numeric: false }, errors)}
      ${field({ name: 'number', label: 'Card number', value: form.number, complete: 'cc-number', numeric: true }, errors)}
      <div class="row">
        ${field({ name: 'expiry', label: 'Expiry (MM / YY)', value: form.expiry, complete: 'cc-exp', numeric: true }, errors)}
        ${field({ name: 'cvc', label: 'CVC', value: form.cvc, complete: 'cc-csc', numeric: true }, errors)}
      </div>
      ${field({ name: 'name', label: 'Name on card', value: form.name, complete: 'cc-name', numeric: false }, errors)}
      <div class="actions">
        <button type="submit">${pay}</button>
        ${session.cancelUrl && html`<a href="${session.cancelUrl}">Cancel</a>`}
      </div>
    </form>
    ${!session.cardOnly && debitForm(session)}
  </div>`
  return sandboxPage(c, { title: `${pay} · Checkout`, notice: NOTICE, body })
}

/** A method whose money comes days later, as Stripe's own tests have. */
function debitForm(session: SessionRow): Markup {
  return html`<form method="post" action="/sandbox/checkout/${session.id}/debit">
    <h2>Bank debit</h2>
    <p class="quiet">
      The order is taken at once, and the bank answers later: on <a href="/sandbox">the sandbox’s page</a> you say what.
    </p>
    <p class="actions"><button type="submit" class="second">Debit a test account</button></p>
  </form>`
}

type FieldProps = { name: keyof CardForm; label: string; value: string; complete: string; numeric: boolean }

function field({ name, label, value, complete, numeric }: FieldProps, errors: CardErrors): Markup {
  const error = errors[name]
  const first = error && Object.keys(errors)[0] === name
  return html`<p class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      autocomplete="${complete}"
      maxlength="200"
      required
      ${numeric && html`inputmode="numeric"`}
      ${error && html`aria-invalid="true" aria-describedby="${name}-error"`}
      ${first && html`autofocus`}
    />
    ${error && html`<span id="${name}-error" class="error">${error}</span>`}
  </p>`
}

function order(session: SessionRow): Markup {
  return html`<ul class="order" aria-label="Your order">
    ${session.lineItems.map(
      (item) =>
        html`<li>
          <span class="what">
            <strong dir="auto">${item.name}</strong>${item.quantity > 1 && ` × ${item.quantity}`}
            ${item.description && html`<br /><span class="quiet" dir="auto">${item.description}</span>`}
          </span>
          <span class="amount">${formatAmount(item.unit_amount * item.quantity, session.currency)}</span>
        </li>`,
    )}
  </ul>`
}

function closedPage(c: Context, session: SessionRow) {
  const complete = session.status === 'complete'
  const paid = session.paymentStatus === 'paid'
  const heading = paid
    ? 'This checkout is paid'
    : complete
      ? 'This checkout waits for the bank'
      : 'This checkout has expired'
  const words = paid
    ? 'It was paid once and cannot be paid again.'
    : complete
      ? 'A bank account is being debited. It cannot be paid again.'
      : 'It can no longer be paid. Nothing was charged.'
  const body = html`<div class="checkout">
    <h1>${heading}</h1>
    <p>${words}</p>
    ${order(session)}
    <p class="actions">
      ${complete && html`<a href="${successUrl(session)}">Continue</a>`}
      ${!complete && session.cancelUrl && html`<a href="${session.cancelUrl}">Go back</a>`}
    </p>
  </div>`
  return sandboxPage(c, { title: `${heading} · Checkout`, notice: NOTICE, body })
}

function unknownPage(c: Context) {
  const body = html`<div class="checkout">
    <h1>No such checkout</h1>
    <p>Check the address: every character of it counts.</p>
  </div>`
  return sandboxPage(c, { title: 'No such checkout', notice: NOTICE, body }, 404)
}
