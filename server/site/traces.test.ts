/** What is traced of the product: never who did something, or to what. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSite } from '#server/site/site'
import { openTracing } from '#server/platform/tracing/tracing'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { bookTuesday } from '../../tests/support/bookings/requests.ts'
import { payCheckout } from '../../tests/support/payments/checkout.ts'
import { deliver, readEventBodies } from '../../tests/support/payments/webhooks.ts'
import { startTraceReceiver } from '../../tests/support/traces/trace-receiver.ts'

useProduct()

let receiver: Awaited<ReturnType<typeof startTraceReceiver>>
beforeEach(async () => {
  receiver = await startTraceReceiver()
})
afterEach(() => receiver.close())

it('a booking is traced by the patterns of routes, the names of jobs and of payment calls, without personal data', async () => {
  const { endpoint } = receiver
  const tracing = await openTracing({ endpoint, version: '1', role: 'all', onTrouble: () => {}, closeMs: 60_000 })
  const app = { ...test.app, tracing, payments: tracing.payments(test.app.payments) }
  const pages = async () => new Response('A page')
  const site = createSite(app, { pages, clientFolder: null, pagePatterns: ['/mentors/:slug', '/bookings/:reference'] })
  const traced = { ...test, app, site }
  const mentor = await addMentor(test, { slug: 'ada-lovelace' })
  const checkoutId = await bookTuesday(traced, { mentor })
  await payCheckout(test, checkoutId)
  for (const body of await readEventBodies(test)) await deliver(traced, body)
  await test.runJobs(app)
  const booking = await test.db.selectFrom('bookings').selectAll().executeTakeFirstOrThrow()
  for (const path of [`/mentors/${mentor.slug}?from=Grace`, `/bookings/${booking.reference}?secret=s3cret`, '/grace'])
    await site.request(path)
  await tracing.close()

  const seen = receiver.spans().map(({ name, within }) => (within ? `${name} in ${within}` : name))
  expect([...new Set(seen)]).toEqual(
    expect.arrayContaining([
      'GET /…',
      'GET /bookings/:reference',
      'GET /mentors/:slug',
      'job event',
      'job send-mail',
      'payments readCheckout in job event',
      'payments startCheckout in POST /create-checkout-session',
      'POST /create-checkout-session',
      'POST /webhooks/stripe',
    ]),
  )
  expect(booking.status).toBe('confirmed')
  const personal = [
    booking.id,
    booking.reference,
    booking.paymentIntent!,
    checkoutId,
    mentor.id,
    mentor.slug,
    'Lovelace',
    'Grace',
    'grace',
    'example.com',
    's3cret',
    '?',
  ]
  expect(personal.filter((text) => receiver.text().includes(text))).toEqual([])
})
