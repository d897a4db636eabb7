import { describe, expect, it } from 'vitest'
import { createSite } from '#server/http/site'
import { invariantNames } from '#server/bookings/invariants/invariants-queries'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { expectProblem, bookTuesday } from '../../../tests/support/bookings/requests.ts'

useProduct()

const TOKEN = 'a-token-of-twenty-letters-or-more'

async function ask(remoteAddress: string, headers: Record<string, string> = {}, token: string | undefined = TOKEN) {
  const app = { ...test.app, config: { ...test.app.config, METRICS_TOKEN: token } }
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
    expect(healthy).toMatchObject({ landfall_holds_live: 1, landfall_concerns_open: 0, landfall_events_waiting: 0 })
    const noViolations = invariantNames.map((name) => [`landfall_violations{oracle="${name}"}`, 0])
    expect(noViolations.length).toBeGreaterThan(8)
    expect(healthy).toMatchObject(Object.fromEntries(noViolations))

    await test.db.deleteFrom('claims').execute()
    test.clock.forward(60)
    const broken = await values(await ask('127.0.0.1'))
    expect(broken).toMatchObject({
      'landfall_violations{oracle="claim_missing"}': 1,
      'landfall_violations{oracle="hold_overdue"}': 1,
    })
    await test.reset({ unchecked: true })
  })

  it('are in the format that Prometheus reads', async () => {
    const answer = await ask('::ffff:127.0.0.1')
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    for (const line of (await answer.text()).trimEnd().split('\n')) {
      expect(line).toMatch(/^(# (HELP|TYPE) landfall_[a-z_]+ .+|landfall_[a-z_]+(\{oracle="[a-z_]+"\})? \d+)$/)
    }
  })

  it.each<[string, string, Record<string, string>, string | undefined]>([
    ['another machine', '203.0.113.7', {}, TOKEN],
    ['another machine with a wrong token', '203.0.113.7', { authorization: 'Bearer wrong' }, TOKEN],
    ['another machine if no token is set', '203.0.113.7', { authorization: 'Bearer undefined' }, undefined],
    ['a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, TOKEN],
    ['this machine with a wrong token', '127.0.0.1', { authorization: 'Bearer wrong' }, TOKEN],
    ['an unknown address', '', {}, TOKEN],
  ])('are not shown to %s', async (_who, address, headers, token) => {
    await expectProblem(await ask(address, headers, token), 404, 'not_found')
  })

  it.each<[string, string, Record<string, string>]>([
    ['this machine', '127.0.0.1', {}],
    ['this machine by IPv6', '::1', {}],
    ['a client with the token', '203.0.113.7', { authorization: `Bearer ${TOKEN}` }],
    ['a client with the token, through a proxy', '127.0.0.1', { authorization: `Bearer ${TOKEN}`, via: '1.1 proxy' }],
  ])('are shown to %s', async (_who, address, headers) => {
    expect((await ask(address, headers)).status).toBe(200)
  })
})
