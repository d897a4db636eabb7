/** The newest checkout sessions, what became of each, and what can be made of it. */
import { html } from 'hono/html'
import { timeIn } from '#domain/time/clock'
import type { Markup } from '../page.ts'
import { formatAmount } from '../stripe/amounts.ts'
import type { SessionStory } from '../stripe/control.ts'
import type { DisputeRow, RefundRow } from '../stripe/tables.ts'
import { inUtc } from './sections.ts'

export function storiesSection(stories: SessionStory[], now: Date): Markup {
  return html`<section aria-labelledby="sessions">
    <h2 id="sessions">Checkouts</h2>
    ${
      stories.length === 0
        ? html`<p>None yet. Book a session, and it is listed here.</p>`
        : html`<ol class="stories">
            ${stories.map((story, index) => storyItem(story, now, `story-${index}`))}
          </ol>`
    }
  </section>`
}

/** `id` names the item to the buttons in it: their words alone are those of every other item. */
function storyItem(story: SessionStory, now: Date, id: string): Markup {
  const { session, refunds, disputes, events } = story
  const money = formatAmount(session.amount_total, session.currency)
  const deeds = sessionDeeds(story)
  return html`<li>
    <h3 id="${id}" dir="auto">${money}, ${session.line_items[0]?.name}</h3>
    <p>
      ${stateOf(story, now)}. Opened
      <time datetime="${session.created_at.toISOString()}">${inUtc(session.created_at)}</time>${
        session.customer_email && html` for ${session.customer_email}`
      }.
    </p>
    ${deeds.length > 0 && html`<div class="deeds">${deeds.map(([to, words]) => deedForm(`sessions/${session.id}/${to}`, words, id))}</div>`}
    ${refunds.map((refund) => refundLine(refund, id))} ${disputes.map((dispute) => disputeLine(dispute, id))}
    ${
      events.length > 0 &&
      html`<details>
        <summary aria-describedby="${id}">Events (${events.length})</summary>
        <ul class="events">
          ${events.map(
            (event) =>
              html`<li>
                <span id="${event.id}">${event.type}, ${timeIn(event.created_at, 'UTC')} UTC</span>
                ${deedForm(`events/${event.id}/deliver`, 'Deliver again', event.id)}
              </li>`,
          )}
        </ul>
      </details>`
    }
  </li>`
}

function stateOf({ session, payment }: SessionStory, now: Date): string {
  if (session.status === 'open')
    return session.expires_at <= now ? 'Expired' : `Open until ${timeIn(session.expires_at, 'UTC')} UTC`
  if (session.status === 'expired') return 'Expired'
  if (session.payment_status === 'paid') return payment?.disputed ? 'Paid, disputed' : 'Paid'
  return payment?.status === 'processing' ? 'The bank is asked' : 'The bank said no'
}

function sessionDeeds({ session, payment }: SessionStory): [to: string, words: string][] {
  if (session.status !== 'complete') return [['pay-late', 'Pay all the same']]
  if (session.payment_status === 'unpaid') {
    return [
      ['debit-succeeds', 'The bank pays'],
      ['debit-fails', 'The bank says no'],
    ]
  }
  const left = payment !== null && payment.amount_refunded < payment.amount
  const deeds: [string, string][] = []
  if (left) deeds.push(['refund', 'Refund at the service'])
  if (!payment?.disputed) deeds.push(['dispute', 'Dispute'])
  return deeds
}

function refundLine(refund: RefundRow, about: string): Markup {
  const money = formatAmount(refund.amount, refund.currency)
  return html`<p>Refund of ${money}: ${refund.status}.</p>
    ${
      refund.status !== 'failed' &&
      html`<div class="deeds">
        ${refund.status === 'pending' && deedForm(`refunds/${refund.id}/succeed`, 'The refund succeeds', about)}
        ${deedForm(`refunds/${refund.id}/fail`, 'The refund fails', about)}
      </div>`
    }`
}

function disputeLine(dispute: DisputeRow, about: string): Markup {
  const words = { needs_response: 'needs an answer', under_review: 'under review', won: 'won', lost: 'lost' }
  const over = dispute.status === 'won' || dispute.status === 'lost'
  return html`<p>Dispute over ${formatAmount(dispute.amount, dispute.currency)}: ${words[dispute.status]}.</p>
    ${
      !over &&
      html`<div class="deeds">
        ${dispute.status === 'needs_response' && deedForm(`disputes/${dispute.id}/answer`, 'Answer it', about)}
        ${deedForm(`disputes/${dispute.id}/win`, 'It is won', about)}
        ${deedForm(`disputes/${dispute.id}/lose`, 'It is lost', about)}
      </div>`
    }`
}

function deedForm(to: string, words: string, about: string): Markup {
  return html`<form method="post" action="/sandbox/${to}">
    <button type="submit" class="second" aria-describedby="${about}">${words}</button>
  </form>`
}
