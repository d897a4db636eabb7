/**
 * The page `/sandbox`: moves the product's clock, switches faults on, and acts for buyers and banks. Plain forms
 * without
 * scripts: each POST does one thing and redirects to the page. The product checks their origin, as for every form.
 */
import { Hono, type Context } from 'hono'
import { isTimeZone } from '#domain/time/zone'
import type { SandboxClock } from '../clock.ts'
import { lookFiles } from '../look/look.ts'
import { sandboxPage, type Markup } from '../look/page.ts'
import type { Control } from '../stripe/control.ts'
import {
  ANSWERS,
  CALLS,
  REFUND_FAULTS,
  TRANSFER_CALLS,
  TRANSFER_FAULTS,
  type OutageResponse,
} from '../stripe/faults/faults.ts'
import { StripeApiError } from '../stripe/api/errors.ts'
import { clockSection, controlBody, refusedBody } from './sections.ts'
import { faultsSection } from './fault-forms.ts'
import { accountsSection } from './accounts.ts'
import { checkoutsSection } from './checkouts.ts'

const NOTICE = 'Sandbox: nothing here is real.'
const SESSIONS_SHOWN = 20
const ACCOUNTS_SHOWN = 20
const DEFAULT_ZONE = 'Europe/London'

type ControlPageOptions = {
  clock: SandboxClock
  /** Null if payments go to Stripe itself, whose time and faults we cannot change. */
  control: Control | null
  hasMailbox: boolean
}

export function controlPages({ clock, control, hasMailbox }: ControlPageOptions): Hono {
  const app = new Hono()
  app.route('/', lookFiles())
  // Both errors explain what the visitor cannot do, so their messages are shown.
  app.onError((error, c) => {
    if (!(error instanceof StripeApiError || error instanceof RangeError)) throw error
    return page(c, 'This cannot be done', refusedBody(error.message), error instanceof StripeApiError ? 409 : 400)
  })

  app.get('/sandbox', async (c) => {
    const chosen = c.req.query('zone') ?? ''
    const zone = isTimeZone(chosen) ? chosen : DEFAULT_ZONE
    const time = clockSection({
      now: clock.now(),
      zone,
      change: clock.nextClockChange(zone),
      movable: control !== null,
    })
    const parts = control
      ? [
          faultsSection(await control.faults()),
          checkoutsSection(await control.listSessions(SESSIONS_SHOWN), clock.now()),
          accountsSection(await control.platformBalances(), await control.listAccounts(ACCOUNTS_SHOWN)),
        ]
      : []
    return page(c, 'Sandbox', controlBody([time, ...parts], hasMailbox))
  })

  /** Registers a POST. `work` gets the fields of the form, and may return the address to redirect to. */
  const onPost = (path: string, work: (control: Control, fields: Fields, c: Context) => Promise<string | void>) =>
    app.post(path, async (c) => {
      if (!control) throw new RangeError('Payments are Stripe’s own here, whose time and faults cannot be moved.')
      const to = await work(control, await readFields(c), c)
      return c.redirect(to ?? '/sandbox', 303)
    })

  onPost('/sandbox/clock', async (_, fields) => {
    const zone = fields.text('zone')
    if (!isTimeZone(zone)) throw new RangeError('There is no such time zone.')
    const step = fields.readChoice('step', ['hour', 'day', 'change'])
    if (step === 'hour') await clock.forward(HOUR_MS)
    else if (step === 'day') await clock.forward(24 * HOUR_MS)
    else if (!(await clock.toNextClockChange(zone)))
      throw new RangeError('Clocks there are not changed within two years.')
    return `/sandbox?zone=${encodeURIComponent(zone)}`
  })

  onPost('/sandbox/webhooks', (control, fields) =>
    control.webhooks({
      delaySeconds: fields.number('delaySeconds') ?? 0,
      pauseMilliseconds: fields.number('pauseMilliseconds') ?? 0,
      copies: fields.number('copies') ?? 1,
      newestFirst: fields.ticked('newestFirst'),
      failing: fields.ticked('failing'),
      dropped: fields.ticked('dropped'),
    }),
  )
  onPost('/sandbox/outages', (control, fields) => {
    const calls = fields.readChoice('calls', ['all', ...CALLS])
    return control.outage({
      answer: fields.readChoice('answer', Object.keys(ANSWERS) as OutageResponse[]),
      calls: calls === 'all' ? undefined : calls,
      times: fields.number('times') ?? undefined,
      done: fields.ticked('done') || undefined,
      milliseconds: fields.number('milliseconds') ?? undefined,
    })
  })
  onPost('/sandbox/refund-faults', (control, fields) =>
    control.refunds({
      outcome: fields.readChoice('outcome', REFUND_FAULTS),
      times: fields.number('times') ?? undefined,
    }),
  )
  onPost('/sandbox/transfer-faults', (control, fields) =>
    control.transfers({
      call: fields.readChoice('call', TRANSFER_CALLS),
      code: fields.readChoice('code', TRANSFER_FAULTS),
      times: fields.number('times') ?? undefined,
    }),
  )
  onPost('/sandbox/empty-balance', (control) => control.emptyBalance())
  onPost('/sandbox/heal', (control) => control.heal())

  const actions: Record<string, (control: Control, id: string) => Promise<unknown>> = {
    'sessions/pay-late': (control, id) => control.payLate(id),
    'sessions/debit-succeeds': (control, id) => control.settleDebit(id, 'succeeded'),
    'sessions/debit-fails': (control, id) => control.settleDebit(id, 'failed'),
    'sessions/dispute': (control, id) => control.dispute(id),
    'sessions/refund': (control, id) => control.refund(id),
    'disputes/answer': (control, id) => control.answerDispute(id),
    'disputes/win': (control, id) => control.closeDispute(id, 'won'),
    'disputes/lose': (control, id) => control.closeDispute(id, 'lost'),
    'refunds/succeed': (control, id) => control.settleRefund(id, 'succeeded'),
    'refunds/fail': (control, id) => control.settleRefund(id, 'failed'),
    'accounts/verify': (control, id) => control.verify(id),
    'accounts/restrict': (control, id) => control.restrict(id),
    'accounts/reject': (control, id) => control.reject(id),
    'accounts/deauthorize': (control, id) => control.deauthorize(id),
    'accounts/pay-out': (control, id) => control.payOut(id),
    'payouts/arrive': (control, id) => control.settlePayout(id, 'paid'),
    'payouts/fail': (control, id) => control.settlePayout(id, 'failed'),
    'events/deliver': (control, id) => control.redeliver(id),
  }
  for (const [name, work] of Object.entries(actions)) {
    const [resource, action] = name.split('/')
    onPost(`/sandbox/${resource}/:id{[A-Za-z0-9_]{1,80}}/${action}`, async (control, _, c) => {
      await work(control, c.req.param('id') ?? '')
    })
  }
  return app
}

const HOUR_MS = 60 * 60 * 1000

const page = (c: Context, title: string, body: Markup, status: 200 | 400 | 409 = 200) =>
  sandboxPage(c, { title: title === 'Sandbox' ? title : `${title} · Sandbox`, notice: NOTICE, body }, status)

type Fields = Awaited<ReturnType<typeof readFields>>

async function readFields(c: Context) {
  const body = await c.req.parseBody()
  const text = (name: string) => (typeof body[name] === 'string' ? body[name].trim() : '')
  return {
    text,
    ticked: (name: string) => text(name) !== '',
    /** Null for an empty field. */
    number(name: string): number | null {
      if (text(name) === '') return null
      if (!/^\d{1,9}$/.test(text(name))) throw new RangeError(`“${text(name)}” is not a whole number.`)
      return Number(text(name))
    },
    readChoice<Choice extends string>(name: string, choices: readonly Choice[]): Choice {
      const choice = choices.find((candidate) => candidate === text(name))
      if (!choice) throw new RangeError(`Choose one of: ${choices.join(', ')}.`)
      return choice
    },
  }
}
