/** The faults that are switched on, and the forms that switch them. */
import { html } from 'hono/html'
import type { Markup } from '../look/page.ts'
import {
  ANSWERS,
  CALLS,
  NO_WEBHOOK_FAULTS,
  TRANSFER_CALLS,
  TRANSFER_FAULTS,
  type Call,
  type Faults,
  type OutageResponse,
  type TransferFault,
  type WebhookFaults,
} from '../stripe/faults/faults.ts'

const answers: Record<OutageResponse, string> = {
  error: 'answer 500',
  limit: 'answer 429, too many requests',
  garbage: 'answer with invalid JSON',
  html: 'answer 502 with a page',
  bare_404: 'answer 404 without a reason',
  reset: 'break off in the middle of the answer',
  hang: 'do not answer',
  slow: 'answer late',
}

const calls: Record<Call, string> = {
  create: 'opening a checkout',
  retrieve: 'looking at one thing',
  expire: 'ending a checkout',
  list: 'listing',
  refund: 'refunding',
  account: 'connecting an account',
  transfer: 'transferring',
  reversal: 'reversing a transfer',
}

const transferCalls: Record<TransferFault['call'], string> = { transfer: 'Transfers', reversal: 'Reversals' }

const transferFaults: Record<TransferFault['code'], string> = {
  balance_insufficient: 'are refused: the balance is too low',
  insufficient_capabilities_for_transfer: 'are refused: the account cannot receive transfers',
  account_invalid: 'are refused: the account is disconnected',
}

const refunds = { refused: 'are refused', pending: 'stay pending' }

export function faultsSection(faults: Faults): Markup {
  const active = describeFaults(faults)
  return html`<section aria-labelledby="faults">
    <h2 id="faults">Faults</h2>
    ${
      active.length === 0
        ? html`<p>All is well.</p>`
        : html`<ul>
              ${active.map((line) => html`<li>${line}</li>`)}
            </ul>
            <form method="post" action="/sandbox/heal">
              <p class="actions"><button type="submit">Switch all faults off</button></p>
            </form>`
    }
    <h3>Webhooks</h3>
    ${webhookForm(faults.webhooks)}
    <h3>Calls of the payment service</h3>
    ${outageForm()}
    <h3>Refunds that the product asks for</h3>
    ${refundForm()}
    <h3>Transfers and reversals</h3>
    ${transferForm()}
  </section>`
}

function describeFaults({ webhooks, outages, refunds: refundFaults, transfers }: Faults): string[] {
  const counted = (times: number | undefined) => (times === undefined ? ', until switched off' : `, ${times} more`)
  const webhookLines: [keyof WebhookFaults, string][] = [
    ['delaySeconds', `Webhooks are delivered ${webhooks.delaySeconds} s late`],
    ['pauseMilliseconds', `Webhooks take ${webhooks.pauseMilliseconds} ms`],
    ['copies', `Webhooks are delivered ${webhooks.copies} times`],
    ['newestFirst', 'Webhooks are delivered newest first'],
    ['failing', 'Webhooks fail'],
    ['dropped', 'Webhooks are lost'],
  ]
  return [
    ...webhookLines.flatMap(([name, line]) => (webhooks[name] === NO_WEBHOOK_FAULTS[name] ? [] : [line])),
    ...outages.map(({ answer, calls: kind, times, milliseconds, done }) => {
      const late = answer === 'slow' ? ` (${milliseconds ?? 0} ms)` : ''
      const after = done && !ANSWERS[answer].done ? ' once the work is done' : ''
      return `Calls for ${kind ? calls[kind] : 'anything'}: ${answers[answer]}${late}${after}${counted(times)}`
    }),
    ...refundFaults.map(({ outcome, times }) => `Refunds ${refunds[outcome]}${counted(times)}`),
    ...transfers.map(({ call, code, times }) => `${transferCalls[call]} ${transferFaults[code]}${counted(times)}`),
  ]
}

function webhookForm(faults: WebhookFaults): Markup {
  return html`<form method="post" action="/sandbox/webhooks">
    <div class="row">
      ${numberField('delaySeconds', 'Late by (s of the product’s time)', faults.delaySeconds)}
      ${numberField('pauseMilliseconds', 'Slow by (ms of real time)', faults.pauseMilliseconds)}
      ${numberField('copies', 'Deliveries of each', faults.copies)}
    </div>
    ${checkbox('newestFirst', 'Out of order: the newest first', faults.newestFirst)}
    ${checkbox('failing', 'Failing: retried later', faults.failing)}
    ${checkbox('dropped', 'Lost: events that are due now are never delivered', faults.dropped)}
    <p class="actions"><button type="submit" class="second">Set webhooks</button></p>
  </form>`
}

function outageForm(): Markup {
  return html`<form method="post" action="/sandbox/outages">
    <div class="row">
      <p class="field">
        <label for="calls">Calls for</label>
        <select id="calls" name="calls">
          <option value="all">anything</option>
          ${CALLS.map((call) => html`<option value="${call}">${calls[call]}</option>`)}
        </select>
      </p>
      <p class="field">
        <label for="answer">Go wrong so</label>
        <select id="answer" name="answer">
          ${Object.entries(answers).map(([name, words]) => html`<option value="${name}">${words}</option>`)}
        </select>
      </p>
      ${numberField('times', 'How many calls (empty: all)')} ${numberField('milliseconds', 'If late, by (ms)')}
    </div>
    ${checkbox('done', 'The work is done all the same', false)}
    <p class="actions"><button type="submit" class="second">Break the payment service</button></p>
  </form>`
}

function refundForm(): Markup {
  return html`<form method="post" action="/sandbox/refund-faults">
    <div class="row">
      <p class="field">
        <label for="outcome">Refunds</label>
        <select id="outcome" name="outcome">
          ${Object.entries(refunds).map(([name, words]) => html`<option value="${name}">${words}</option>`)}
        </select>
      </p>
      ${numberField('times', 'How many refunds (empty: all)', undefined, 'refund-times')}
    </div>
    <p class="actions"><button type="submit" class="second">Break refunds</button></p>
  </form>`
}

function transferForm(): Markup {
  return html`<form method="post" action="/sandbox/transfer-faults">
    <div class="row">
      <p class="field">
        <label for="call">Calls</label>
        <select id="call" name="call">
          ${TRANSFER_CALLS.map((call) => html`<option value="${call}">${transferCalls[call]}</option>`)}
        </select>
      </p>
      <p class="field">
        <label for="code">Go wrong so</label>
        <select id="code" name="code">
          ${TRANSFER_FAULTS.map((code) => html`<option value="${code}">${transferFaults[code]}</option>`)}
        </select>
      </p>
      ${numberField('times', 'How many calls (empty: all)', undefined, 'transfer-times')}
    </div>
    <p class="actions"><button type="submit" class="second">Break transfers</button></p>
  </form>`
}

function numberField(name: string, label: string, value?: number, id = name): Markup {
  return html`<p class="field">
    <label for="${id}">${label}</label>
    <input id="${id}" name="${name}" value="${value ?? ''}" inputmode="numeric" autocomplete="off" maxlength="9" />
  </p>`
}

function checkbox(name: string, label: string, on: boolean): Markup {
  return html`<p class="tick">
    <input type="checkbox" id="${name}" name="${name}" value="on" ${on && html`checked`} />
    <label for="${name}">${label}</label>
  </p>`
}
