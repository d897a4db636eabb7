/** The page of webhooks: endpoints, the log, and what comes of an admin's form. Server side. */
import { isRowId } from '#domain/row-id'
import {
  endpointMode,
  MAX_ENDPOINTS,
  WEBHOOK_EVENTS,
  type DeliveryProblem,
  type EndpointMode,
  type WebhookEvent,
} from '#domain/webhooks/webhook'
import type { App } from '#server/context'
import type { Typed } from '#server/platform/http/form'
import type { Actor } from '#server/accounts/audit'
import { listDeliveries, type LoggedDelivery } from '#server/public-api/webhooks/deliveries-queries'
import {
  addEndpoint,
  chooseEvents,
  removeEndpoint,
  renewSecret,
  replayDelivery,
  sendTestEvent,
  switchEndpoint,
} from '#server/public-api/webhooks/endpoints'
import { listEndpoints, type Endpoint } from '#server/public-api/webhooks/endpoints-queries'
import { ADDRESS_MESSAGES, readWebhookForm } from '#server/public-api/webhooks/form'
import * as m from '#messages/admin'
import { shortMomentIn } from '#words/time'
import type { DeliveryView, EndpointView, WebhooksResult, WebhooksPage } from '../../ui/admin/api/webhooks.ts'

const PATH = '/admin-dashboard/webhooks'
const ROWS = 50

const EVENT_WORDS: Record<WebhookEvent, () => string> = {
  'booking.confirmed': m.eventConfirmed,
  'booking.moved': m.eventMoved,
  'booking.cancelled': m.eventCancelled,
  'booking.completed': m.eventCompleted,
  'mentor.accepted': m.eventAccepted,
  'payout.ready': m.eventPayout,
  'transfer.sent': m.eventTransferSent,
  'transfer.refused': m.eventTransferRefused,
  'transfer.reversed': m.eventTransferReversed,
}

const PROBLEM_WORDS: Record<DeliveryProblem, () => string> = {
  no_answer: m.noResponse,
  not_allowed: m.blockedHost,
  too_slow: m.responseTooSlow,
  switched_off: m.notSentDisabled,
}

/** `before` in the query: the number of the last delivery of the page before. `endpoint`: only the deliveries to it. */
export async function readWebhooks(app: App, query: URLSearchParams, zone: string): Promise<WebhooksPage> {
  const endpoints = await listEndpoints(app.db)
  const requestedId = query.get('endpoint') ?? ''
  const only = (isRowId(requestedId) && endpoints.find(({ id }) => id === requestedId)) || null
  const after = /^\d{1,15}$/.exec(query.get('before') ?? '')?.[0]
  const log = { endpointId: only?.id ?? null, before: after ? Number(after) : null, limit: ROWS + 1 }
  const rows = await listDeliveries(app.db, log)
  const last = rows[ROWS - 1]
  const older = last && new URLSearchParams({ ...(only && { endpoint: only.id }), before: String(last.number) })
  return {
    choices: WEBHOOK_EVENTS.map((name) => ({ name, words: EVENT_WORDS[name]() })),
    endpoints: endpoints.map((endpoint) => endpointView(endpoint, zone, endpointMode(app.config))),
    max: MAX_ENDPOINTS,
    only: only && { id: only.id, address: only.address },
    deliveries: rows.slice(0, ROWS).map((row) => deliveryView(row, zone)),
    older: older && rows.length > ROWS ? `${PATH}?${older}` : null,
  }
}

function endpointView(endpoint: Endpoint, zone: string, mode: EndpointMode): EndpointView {
  const { id, version, address, events, isOn, offReason, failingSince } = endpoint
  const isOurs = endpoint.mode === mode
  const view = { id, version, address, events, isOn, isWell: isOn && isOurs && !failingSince }
  if (!isOurs) return { ...view, state: m.disabledInRehearsal() }
  if (isOn)
    return {
      ...view,
      state: failingSince ? m.failingSince({ since: shortMomentIn(failingSince, zone) }) : m.endpointOn(),
    }
  return { ...view, state: offReason === 'failing' ? m.disabledFailing() : m.endpointOff() }
}

const STATES = { waiting: m.deliveryWaiting, delivered: m.delivered, given_up: m.deliveryFailed }

function deliveryView(row: LoggedDelivery, zone: string): DeliveryView {
  const { id, kind, eventId, subject, address, sending, state, attempts, status, problem, durationMs } = row
  return {
    id,
    at: shortMomentIn(row.createdAt, zone),
    kind,
    eventId,
    subject,
    address,
    sending,
    state: STATES[state](),
    isDelivered: state === 'delivered',
    attempts,
    next: state === 'waiting' && attempts > 0 ? m.nextAttempt({ time: shortMomentIn(row.nextAt, zone) }) : null,
    response: status === null ? (problem ? PROBLEM_WORDS[problem]() : m.noneYet()) : String(status),
    excerpt: row.excerpt,
    duration: durationMs === null ? null : m.milliseconds({ count: durationMs }),
    canReplay: state !== 'waiting' && row.isOn,
  }
}

/** What is said after a button, by `?done=`. */
const DONE = {
  choose: m.endpointEventsSaved,
  on: m.endpointEnabled,
  off: m.endpointDisabledNow,
  remove: m.endpointRemoved,
  test: m.testEventSent,
  replay: m.eventResent,
}

export const describeDone = (query: URLSearchParams): string | null => {
  const done = query.get('done')
  return done && Object.hasOwn(DONE, done) ? DONE[done as keyof typeof DONE]() : null
}

const REFUSALS = {
  changed: m.changedByAnother,
  no_events: m.chooseAnEvent,
  off: m.endpointGone,
  not_possible: m.deliveryInProgress,
  again: m.eventAlreadyResent,
}

type Handled = { to: string } | { result: WebhooksResult; status: number }

/** Null for anything that no form of the page sends. */
export async function handleWebhooksForm(app: App, actor: Actor, typed: Typed): Promise<Handled | null> {
  const form = readWebhookForm(typed)
  if (!form) return null
  const none: WebhooksResult = { secret: null, refused: null, added: null }
  if (form.intent === 'add') return addedResult(await addEndpoint(app, actor, form), form)
  if (form.intent === 'renew') {
    const renewed = await renewSecret(app, actor, form)
    const address = (await listEndpoints(app.db)).find(({ id }) => id === form.id)?.address ?? ''
    return renewed.ok
      ? { result: { ...none, secret: { address, secret: renewed.value.secret } }, status: 200 }
      : { result: { ...none, refused: m.changedByAnother() }, status: 409 }
  }
  const done = await act(app, actor, form)
  return done.ok
    ? { to: `${PATH}?done=${form.intent}` }
    : { result: { ...none, refused: REFUSALS[done.error.code]() }, status: 409 }
}

type Form = NonNullable<ReturnType<typeof readWebhookForm>>

function act(app: App, actor: Actor, form: Exclude<Form, { intent: 'add' }>) {
  switch (form.intent) {
    case 'choose':
      return chooseEvents(app, actor, form)
    case 'on':
    case 'off':
      return switchEndpoint(app, actor, { ...form, isOn: form.intent === 'on' })
    case 'remove':
      return removeEndpoint(app, actor, form)
    case 'test':
      return sendTestEvent(app, actor, form.id)
    default:
      return replayDelivery(app, actor, form.id)
  }
}

function addedResult(
  added: Awaited<ReturnType<typeof addEndpoint>>,
  typed: { address: string; events: string[] },
): Handled {
  if (added.ok) {
    const secret = { address: typed.address.trim(), secret: added.value.secret }
    return { result: { secret, refused: null, added: null }, status: 200 }
  }
  const { error } = added
  switch (error.code) {
    case 'address':
      return refusedAdding(typed, { address: ADDRESS_MESSAGES[error.problem]() })
    case 'known':
      return refusedAdding(typed, { address: m.addressKnown() })
    case 'full':
      return refusedAdding(typed, { address: m.tooManyEndpoints({ count: MAX_ENDPOINTS }) })
    case 'no_events':
      return refusedAdding(typed, { events: m.chooseOneEvent() })
  }
}

function refusedAdding(
  typed: { address: string; events: string[] },
  errors: { address?: string; events?: string },
): Handled {
  return { result: { secret: null, refused: null, added: { typed, errors } }, status: 400 }
}
