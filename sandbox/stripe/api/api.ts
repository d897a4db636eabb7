/** The part of Stripe's REST API that the product uses: form-encoded requests, JSON responses, Stripe's errors. */
import { Hono, type Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { LinkUrls } from '../connect/account-links.ts'
import { findAccount } from '../connect/accounts.ts'
import { listBalanceTransactions, readBalance, readBalanceTransaction } from '../objects/balances.ts'
import { listEvents, readEvent } from '../webhooks/events.ts'
import { addConnectRoutes, type Routes } from './connect-routes.ts'
import { expand } from './expansion.ts'
import { runOnce, serverError, errorResponse, type StoredResponse, type Breakdown } from './idempotency.ts'
import { newId } from '../ids.ts'
import { listDisputes, readDispute } from '../objects/disputes.ts'
import { API_VERSION, paymentObject, sessionObject } from '../objects/api-objects.ts'
import { fingerprint, rejectUnknown, parseParameters } from './parameters.ts'
import { listCharges, listPayments, readCharge, readPayment } from '../objects/payments.ts'
import { badParameter, notForConnected, StripeApiError, unauthorized, unknownVersion } from './errors.ts'
import { createRefund, listRefunds, readRefund } from '../objects/refunds.ts'
import { createSession, expireSession, listLineItems, listSessions, readSession } from '../objects/sessions.ts'
import type { SandboxDb } from '../tables.ts'

type ApiOptions = {
  db: SandboxDb
  now: () => Date
  /** The only secret key that is accepted. */
  apiKey: string
  /** The address of a session's hosted page. */
  pageUrl: (sessionId: string) => string
  /** The addresses of Connect's pages. */
  linkUrls: LinkUrls
  /** Called after each request that may have written events. */
  onChange: () => void
  onError: (error: unknown) => void
}

type Api = { Bindings: { breakdown: Breakdown } }

export function stripeApi({ db, now, apiKey, pageUrl, linkUrls, onChange, onError }: ApiOptions): Hono<Api> {
  const app = new Hono<Api>()

  app.use(async (c, next) => {
    await next()
    c.header('Request-Id', newId('req'))
    c.header('Stripe-Version', API_VERSION)
    c.header('Cache-Control', 'no-cache, no-store')
  })
  app.use('/v1/*', async (c, next) => {
    const given = /^Bearer\s+(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? null
    if (given !== apiKey) throw unauthorized(given)
    const version = c.req.header('Stripe-Version') ?? API_VERSION
    if (version !== API_VERSION) throw unknownVersion(version)
    await next()
  })
  app.onError((error, c) => {
    if (error instanceof StripeApiError) return send(c, errorResponse(error))
    onError(error)
    return send(c, serverError())
  })
  app.notFound((c) => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}).`
    throw new StripeApiError(404, { type: 'invalid_request_error', message }, false)
  })

  const readAs: Routes['readAs'] = (path, respond) =>
    app.get(path, async (c) => {
      if (c.env.breakdown) return send(c, serverError())
      const parameters = parseParameters(new URL(c.req.url).search)
      const account = c.req.header('Stripe-Account') || null
      if (account !== null) await findAccount(db, account)
      const object = await respond(parameters, c.req.param('id') ?? '', account, c.req.param('inner') ?? '')
      return c.json(await expand(db, object, parameters, { account, now: now() }))
    })
  const read: Routes['read'] = (path, respond) =>
    readAs(path, (parameters, id, account, inner) => {
      if (account !== null) throw notForConnected()
      return respond(parameters, id, account, inner)
    })

  const change: Routes['change'] = (path, work) =>
    app.post(path, async (c) => {
      if (c.req.header('Stripe-Account')) throw notForConnected()
      const parameters = parseParameters(await c.req.text())
      const key = c.req.header('Idempotency-Key') || null
      if (key && key.length > 255)
        throw badParameter('Idempotency-Key', 'Idempotency keys can have up to 255 characters')
      const request = { key, endpoint: c.req.path, fingerprint: fingerprint(parameters), now: now(), ...c.env }
      const answer = await runOnce(
        db,
        request,
        async (step) => {
          const object = await work(step, parameters, c.req.param('id') ?? '')
          return expand(step.tx, object, parameters, { account: null, now: step.now })
        },
        onError,
      )
      onChange()
      if (answer.replayed) c.header('Idempotent-Replayed', 'true')
      if (key) c.header('Idempotency-Key', key)
      if (key && answer.status >= 500) c.header('Stripe-Should-Retry', 'false')
      return send(c, answer)
    })

  const session = '/v1/checkout/sessions/:id'
  change('/v1/checkout/sessions', async (step, parameters) => {
    const row = await createSession(step, parameters)
    return sessionObject(row, pageUrl(row.id))
  })
  read('/v1/checkout/sessions', (parameters) => listSessions(db, parameters, now(), pageUrl))
  read(session, async (parameters, id) => {
    rejectUnknown(parameters, ['expand'])
    return sessionObject(await readSession(db, id, now()), pageUrl(id))
  })
  read(`${session}/line_items`, async (parameters, id) => {
    rejectUnknown(parameters, ['limit', 'expand'])
    return listLineItems(await readSession(db, id, now()))
  })
  change(`${session}/expire`, async (step, parameters, id) => {
    rejectUnknown(parameters, ['expand'])
    return sessionObject(await expireSession(step, id), null)
  })

  read('/v1/payment_intents', (parameters) => listPayments(db, parameters))
  read('/v1/payment_intents/:id', async (parameters, id) => {
    rejectUnknown(parameters, ['expand'])
    return paymentObject(await readPayment(db, id))
  })
  read('/v1/charges', (parameters) => listCharges(db, parameters))
  read('/v1/charges/:id', (_, id) => readCharge(db, id))

  change('/v1/refunds', createRefund)
  read('/v1/refunds', (parameters) => listRefunds(db, parameters))
  read('/v1/refunds/:id', (_, id) => readRefund(db, id))

  read('/v1/disputes', (parameters) => listDisputes(db, parameters))
  read('/v1/disputes/:id', (_, id) => readDispute(db, id))

  readAs('/v1/events', (parameters, _, account) => listEvents(db, parameters, account))
  readAs('/v1/events/:id', (_, id, account) => readEvent(db, id, account))

  readAs('/v1/balance', async (parameters, _, account) => {
    rejectUnknown(parameters, ['expand'])
    return readBalance(db, now(), account === null ? null : await findAccount(db, account))
  })
  readAs('/v1/balance_transactions', (parameters, _, account) =>
    listBalanceTransactions(db, parameters, account, now()),
  )
  readAs('/v1/balance_transactions/:id', (_, id, account) => readBalanceTransaction(db, id, account, now()))

  addConnectRoutes({ read, readAs, change }, db, linkUrls)
  return app
}

function send(c: Context, { status, body }: StoredResponse): Response {
  c.header('Content-Type', 'application/json')
  return c.body(body, status as ContentfulStatusCode)
}
