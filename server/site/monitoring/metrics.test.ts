import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '#server/platform/db/connect'
import { createSite } from '#server/site/site'
import { serveMetricsAlone } from '#server/site/monitoring/metrics'
import { holdSlot } from '#server/bookings/holds/hold'
import { settleCheckout } from '#server/bookings/settlement/settle'
import {
  holdRequests,
  processMetrics,
  refunds,
  requestSeconds,
  settlements,
  watchProcess,
} from '#server/platform/process-metrics'
import { invariantNames } from '#server/bookings/invariants/invariants-queries'
import { sendTestEvent } from '#server/public-api/webhooks/endpoints'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { bookTuesday, expectProblem, holdRequest, TUESDAY } from '../../../tests/support/bookings/requests.ts'
import { freePort } from '../../../tests/support/http/free-port.ts'
import { addReceiver } from '../../../tests/support/webhooks.ts'

useProduct()

/** What is counted of bookings and money. */
const OUTCOMES = /^landfall_(hold_requests|settlements|refunds)_total/
const TOKEN = 'a-token-of-twenty-letters-or-more'
const PORT_ADDRESS = 'http://127.0.0.1:9464/metrics'
const FROM_DATABASE = /^landfall_(violations|concerns|events|refunds_waiting|mails|holds_live|oldest|last_webhook)/

async function ask(remoteAddress: string, headers: Record<string, string> = {}, token: string | null = TOKEN) {
  const app = { ...test.app, config: { ...test.app.config, METRICS_TOKEN: token ?? undefined } }
  const site = createSite(app, { pages: async () => new Response('A page', { status: 404 }), clientFolder: null })
  return site.request('/metrics', { headers }, { incoming: { socket: { remoteAddress } } })
}

const values = async (answer: Response) =>
  Object.fromEntries(
    [...(await answer.text()).matchAll(/^(landfall_[^ ]+) (\d+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  )

describe('the metrics', () => {
  it('count what waits and what is violated, by invariant', async () => {
    await bookTuesday(test)
    const healthy = await values(await ask('127.0.0.1'))
    const counted = { landfall_holds_live: 1, landfall_concerns_open: 0, landfall_events_waiting: 0 }
    expect(healthy).toMatchObject({ ...counted, landfall_database_up: 1 })
    const noViolations = invariantNames.map((name) => [`landfall_violations{invariant="${name}"}`, 0])
    expect(noViolations.length).toBeGreaterThan(8)
    expect(healthy).toMatchObject(Object.fromEntries(noViolations))

    await test.db.deleteFrom('claims').execute()
    test.clock.forward(60)
    const broken = await values(await ask('127.0.0.1'))
    expect(broken).toMatchObject({
      'landfall_violations{invariant="claim_missing"}': 1,
      'landfall_violations{invariant="hold_overdue"}': 1,
    })
    await test.reset({ unchecked: true })
  })

  it('are in the format that Prometheus reads', async () => {
    const answer = await ask('::ffff:127.0.0.1')
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    for (const line of (await answer.text()).trimEnd().split('\n')) {
      expect(line).toMatch(
        /^(|# (HELP|TYPE) landfall_\w+ .+|landfall_\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? (-?\d+(\.\d+)?(e[-+]\d+)?|NaN))$/,
      )
    }
  })

  it('count requests by the pattern of their route, whatever people ask for', async () => {
    requestSeconds.reset()
    const pagePatterns = ['/mentors', '/mentors/:slug']
    const pages = async () => new Response('A page')
    const site = createSite(test.app, { pages, clientFolder: null, pagePatterns })
    const made = Array.from({ length: 50 }, (_, at) => `/ada-${at}/lovelace`)
    for (const path of ['/mentors/ada', '/Mentors/ada.data', '/mentors.data', '/api/ada', ...made]) {
      await site.request(path)
    }
    await site.request('/readyz', { method: 'ADA' })
    const counted = await (await ask('127.0.0.1')).text()
    const counts = [...counted.matchAll(/_count\{route="([^"]+)",method="(\w+)",status="\d+"\} (\d+)/g)]
    expect(counts.map(([, route, method, count]) => `${method} ${route} ${count}`).toSorted()).toEqual([
      'GET /api/* 1',
      'GET /mentors 1',
      'GET /mentors/:slug 2',
      'GET /… 50',
      'other /readyz 1',
    ])
    expect(counted).not.toMatch(/ada/i)
  })

  it('count holds, settlements and refunds by outcome, each once', async () => {
    for (const counter of [holdRequests, settlements, refunds]) counter.reset()
    const checkoutId = await bookTuesday(test)
    const { sessionTypeId } = await test.db.selectFrom('bookings').select('sessionTypeId').executeTakeFirstOrThrow()
    await holdSlot(test.app, holdRequest(sessionTypeId!))
    test.clock.time = new Date(TUESDAY)
    await test.stripe.control.payLate(checkoutId)
    await settleCheckout(test.app, checkoutId)
    await settleCheckout(test.app, checkoutId)
    await test.stripe.control.refunds({ outcome: 'refused', times: 1 })
    for (const _attempt of [1, 2]) {
      await test.runJobs()
      await test.hastenRetries()
    }
    const counted = await values(await ask('127.0.0.1'))
    expect(Object.fromEntries(Object.entries(counted).filter(([name]) => OUTCOMES.test(name)))).toEqual({
      'landfall_hold_requests_total{kind="session",outcome="held"}': 1,
      'landfall_hold_requests_total{kind="session",outcome="slot_taken"}': 1,
      'landfall_settlements_total{outcome="too_late"}': 1,
      'landfall_refunds_total{outcome="refused"}': 1,
      'landfall_refunds_total{outcome="succeeded"}': 1,
    })
  })

  it('say for how long the oldest of what waits has waited', async () => {
    await test.db
      .insertInto('paymentEvents')
      .values({ id: 'evt_1', type: 'charge.refunded', receivedAt: test.clock.time })
      .execute()
    test.clock.forward(10)
    const text = await (await ask('127.0.0.1')).text()
    expect(text).toContain('landfall_oldest_waiting_seconds{kind="event"} 600\n')
    expect(text).toContain('landfall_oldest_waiting_seconds{kind="mail"} 0\n')
    expect(text).toContain('landfall_last_webhook_seconds 600\n')
    await test.reset({ unchecked: true })
  })

  it('say for how long the oldest webhook and the oldest job have been due', async () => {
    const dueFor = async () => {
      const all = await values(await ask('127.0.0.1'))
      return ['webhook', 'job'].map((kind) => all[`landfall_oldest_waiting_seconds{kind="${kind}"}`])
    }
    const { by, id } = await addReceiver(test)
    await sendTestEvent(test.app, by, id) // Writes a delivery, and the job of its first attempt.
    await sql`update jobs.job set start_after = ${test.clock.time}`.execute(test.db)
    test.clock.forward(10)
    expect(await dueFor()).toEqual([600, 600])

    test.clock.forward(-11) // Neither is due yet.
    expect(await dueFor()).toEqual([0, 0])
    test.clock.forward(11)
    await test.db.updateTable('webhookEndpoints').set({ isOn: false, offReason: 'admin' }).execute()
    await sql`update jobs.job set state = 'completed'`.execute(test.db)
    expect(await dueFor()).toEqual([0, 0])
  })

  it('are shown to this machine and to a client with the token, through a proxy too, and to no one else', async () => {
    const authorization = `Bearer ${TOKEN}`
    const shown: [string, Record<string, string>][] = [
      ['127.0.0.1', {}],
      ['::1', {}],
      ['203.0.113.7', { authorization }],
      ['127.0.0.1', { authorization, via: '1.1 proxy' }],
    ]
    for (const [address, headers] of shown) expect((await ask(address, headers)).status, address).toBe(200)
    const hidden: typeof shown = [
      ['203.0.113.7', {}],
      ['203.0.113.7', { authorization: 'Bearer wrong' }],
      ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
      ['127.0.0.1', { authorization: 'Bearer wrong' }],
      ['', {}],
    ]
    for (const [address, headers] of hidden) await expectProblem(await ask(address, headers), 404, 'not_found')
    const withoutToken = await ask('203.0.113.7', { authorization: 'Bearer undefined' }, null)
    await expectProblem(withoutToken, 404, 'not_found')
  })
})

describe('the metrics of a process whose database does not answer', () => {
  const POOL = { totalCount: 8, idleCount: 0, waitingCount: 31 }
  const sockets: Socket[] = []
  /** Takes connections, and says nothing. */
  const frozen = createServer((socket) => sockets.push(socket))
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
    frozen.close()
  })

  const askWithout = async (port: number) => {
    const { db } = test.app
    const away = await connect(`postgres://landfall@127.0.0.1:${port}/landfall`)
    test.app.db = away.db
    const began = performance.now()
    const answers = await Promise.all([ask('127.0.0.1'), serveMetricsAlone(test.app, new Request(PORT_ADDRESS))])
    const took = performance.now() - began
    test.app.db = db
    for (const socket of sockets) socket.destroy()
    await away.db.destroy()
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    return { answers: await Promise.all(answers.map(values)), took }
  }

  /** Its own are all there, and nothing that is read from the database. */
  const expectOwnMetrics = (answer: Record<string, number>) => {
    expect(answer).toMatchObject({
      landfall_database_up: 0,
      'landfall_database_connections{pool="main",state="waiting"}': 31,
    })
    expect(Object.keys(answer)).toContain('landfall_process_resident_memory_bytes')
    expect(Object.keys(answer).filter((name) => FROM_DATABASE.test(name))).toEqual([])
  }

  beforeAll(() => watchProcess({ main: POOL, jobs: POOL }, 'all'))
  afterAll(() => processMetrics.clear())

  it('say so, and all that the process knows of itself, while the database is away', async () => {
    const { answers } = await askWithout(await freePort())
    for (const answer of answers) expectOwnMetrics(answer)
  })

  it('do the same within two seconds while the database takes the question and hangs', async () => {
    frozen.listen(0, '127.0.0.1')
    await once(frozen, 'listening')
    const { answers, took } = await askWithout((frozen.address() as AddressInfo).port)
    for (const answer of answers) expectOwnMetrics(answer)
    expect(took).toBeLessThan(4_000) // Two seconds, and what a busy machine adds.
  })
})
