/** The newest checkout sessions: the state of each, and what a visitor of `/sandbox` can make happen to it. */
import { html } from 'hono/html'
import { timeIn } from '#domain/time/clock'
import type { Markup } from '../look/page.ts'
import { formatAmount } from '../stripe/amounts.ts'
import type { SessionHistory } from '../stripe/control.ts'
import type { DisputeRow, RefundRow } from '../stripe/tables.ts'
import { inUtc } from './sections.ts'

export function checkoutsSection(sessions: SessionHistory[], now: Date): Markup {
  return html`<section aria-labelledby="sessions">
    <h2 id="sessions">Checkouts</h2>
    ${
      sessions.length === 0
        ? html`<p>None yet. Book a session, and it is listed here.</p>`
        : html`<ol class="stories">
            ${sessions.map((history, index) => sessionItem(history, now, `story-${index}`))}
          </ol>`
    }
  </section>`
}

/** `id` is the heading's id: it describes the buttons, whose words are the same in every item. */
function sessionItem(history: SessionHistory, now: Date, id: string): Markup {
  const { session, refunds, disputes, events } = history
  const money = formatAmount(session.amountTotal, session.currency)
  const actions = sessionActions(history)
  return html`<li>
    <h3 id="${id}" dir="auto">${money}, ${session.lineItems[0]?.name}</h3>
    <p>
      ${describeState(history, now)}. Opened
      <time datetime="${session.createdAt.toISOString()}">${inUtc(session.createdAt)}</time>${
        session.customerEmail && html` for ${session.customerEmail}`
      }.
    </p>
    ${actions.length > 0 && html`<div class="row-actions">${actions.map(([to, words]) => actionForm(`sessions/${session.id}/${to}`, words, id))}</div>`}
    ${refunds.map((refund) => refundLine(refund, id))} ${disputes.map((dispute) => disputeLine(dispute, id))}
    ${
      events.length > 0 &&
      html`<details>
        <summary aria-describedby="${id}">Events (${events.length})</summary>
        <ul class="events">
          ${events.map(
            (event) =>
              html`<li>
                <span id="${event.id}">${event.type}, ${timeIn(event.createdAt, 'UTC')} UTC</span>
                ${actionForm(`events/${event.id}/deliver`, 'Deliver again', event.id)}
              </li>`,
          )}
        </ul>
      </details>`
    }
  </li>`
}

function describeState({ session, payment }: SessionHistory, now: Date): string {
  if (session.status === 'open')
    return session.expiresAt <= now ? 'Expired' : `Open until ${timeIn(session.expiresAt, 'UTC')} UTC`
  if (session.status === 'expired') return 'Expired'
  if (session.paymentStatus === 'paid') return payment?.disputed ? 'Paid, disputed' : 'Paid'
  return payment?.status === 'processing' ? 'The bank is deciding' : 'The bank said no'
}

function sessionActions({ session, payment }: SessionHistory): [to: string, words: string][] {
  if (session.status !== 'complete') return [['pay-late', 'Pay all the same']]
  if (session.paymentStatus === 'unpaid') {
    return [
      ['debit-succeeds', 'The bank pays'],
      ['debit-fails', 'The bank says no'],
    ]
  }
  const left = payment !== null && payment.amountRefunded < payment.amount
  const actions: [string, string][] = []
  if (left) actions.push(['refund', 'Refund at the service'])
  if (!payment?.disputed) actions.push(['dispute', 'Dispute'])
  return actions
}

function refundLine(refund: RefundRow, about: string): Markup {
  const money = formatAmount(refund.amount, refund.currency)
  return html`<p>Refund of ${money}: ${refund.status}.</p>
    ${
      refund.status !== 'failed' &&
      html`<div class="row-actions">
        ${refund.status === 'pending' && actionForm(`refunds/${refund.id}/succeed`, 'The refund succeeds', about)}
        ${actionForm(`refunds/${refund.id}/fail`, 'The refund fails', about)}
      </div>`
    }`
}

function disputeLine(dispute: DisputeRow, about: string): Markup {
  const words = { needs_response: 'needs an answer', under_review: 'under review', won: 'won', lost: 'lost' }
  const over = dispute.status === 'won' || dispute.status === 'lost'
  return html`<p>Dispute over ${formatAmount(dispute.amount, dispute.currency)}: ${words[dispute.status]}.</p>
    ${
      !over &&
      html`<div class="row-actions">
        ${dispute.status === 'needs_response' && actionForm(`disputes/${dispute.id}/answer`, 'Answer it', about)}
        ${actionForm(`disputes/${dispute.id}/win`, 'It is won', about)}
        ${actionForm(`disputes/${dispute.id}/lose`, 'It is lost', about)}
      </div>`
    }`
}

export function actionForm(to: string, words: string, about: string): Markup {
  return html`<form method="post" action="/sandbox/${to}">
    <button type="submit" class="second" aria-describedby="${about}">${words}</button>
  </form>`
}
