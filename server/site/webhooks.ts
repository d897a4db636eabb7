/** `POST /webhooks/stripe`: the payment service's messages. */
import type { Hono } from 'hono'
import type { App } from '#server/context'
import { problem } from '#server/platform/http/problem'
import type { SiteEnv } from '#server/site/hono-env'
import { receiveEvent } from '#server/bookings/settlement/webhook-inbox'
import * as m from '#messages/problems'

const ERRORS = {
  unsigned: () => ({ 'stripe-signature': m.wrongSignature() }),
  malformed: () => ({ body: m.noPaymentEvent() }),
}

/** Responds 2xx only once the event is stored. After any other status the payment service delivers it again. */
export function serveWebhooks(site: Hono<SiteEnv>, app: App): void {
  site.post('/webhooks/stripe', async (c) => {
    const event = await app.payments.readEvent(await c.req.text(), c.req.header('stripe-signature'))
    if (!event.ok) return problem('invalid', { errors: ERRORS[event.error]() })
    await receiveEvent(app, event.value)
    return c.json({ received: true })
  })
}
