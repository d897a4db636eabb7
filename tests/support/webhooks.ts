/** An operator's program that receives webhooks, for tests: on loopback, found under a name of the internet. */
import type { ServerResponse } from 'node:http'
import { createHmac } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { WEBHOOK_EVENTS, type WebhookEvent } from '#domain/webhooks/webhook'
import { addEndpoint } from '#server/public-api/webhooks/endpoints'
import { someone } from './payments/payouts.ts'
import type { TestApp } from './product/app.ts'

export type Received = { eventId: string; type: string; data: Record<string, unknown>; isGenuine: boolean; at: Date }

/**
 * Adds an endpoint for these events, by default all. `received`: what arrived, the first first. `respond`: replaces the
 * receiver's response.
 */
export async function addReceiver(
  test: TestApp,
  { events = [...WEBHOOK_EVENTS] as WebhookEvent[], path = '/hooks' } = {},
) {
  const by = await someone(test, `admin${path.replaceAll('/', '-')}@example.com`)
  const added = await addEndpoint(test.app, by, { address: `https://receiver.test${path}`, events })
  if (!added.ok) throw new Error(added.error.code)
  const received: Received[] = []
  const receiver = {
    ...added.value,
    by,
    received,
    respond: (response: ServerResponse): void => void response.end('Received'),
  }
  test.calendarService.pages.set(path, async (request, response) => {
    const body = await text(request)
    const [, seconds = '', signed = ''] = /^t=(\d+),v1=(\w+)$/.exec(String(request.headers['landfall-signature'])) ?? []
    const { type, data } = JSON.parse(body)
    received.push({
      eventId: String(request.headers['landfall-event-id']),
      type,
      data,
      isGenuine: createHmac('sha256', added.value.secret).update(`${seconds}.${body}`).digest('hex') === signed,
      at: new Date(Number(seconds) * 1_000),
    })
    receiver.respond(response)
  })
  return receiver
}

/** The rows of deliveries, the first first. */
export const deliveries = ({ db }: Pick<TestApp, 'db'>) =>
  db.selectFrom('webhookDeliveries').selectAll().orderBy('number').execute()
