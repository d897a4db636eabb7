import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { App } from '#server/context'
import { createSite } from '#server/site/site'
import type { Pages } from '#server/site/pages-in-languages'
import { openTestApp, type TestApp } from '../../../tests/support/product/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
beforeEach(() => {
  vi.stubEnv('DEV', false)
  return test.reset()
})
afterEach(() => vi.unstubAllEnvs())
afterAll(() => test.close())

/** A site whose pages wait until they may go on. */
function siteWith({ pages, config = {} }: { pages?: Pages; config?: Partial<App['config']> } = {}) {
  const may = Promise.withResolvers<void>()
  const drawn: string[] = []
  const waiting: Pages = async (request) => {
    drawn.push(new URL(request.url).pathname)
    await may.promise
    return new Response('A page', { headers: { 'content-type': 'text/html' } })
  }
  const app = { ...test.app, config: { ...test.app.config, ...config } }
  const site = createSite(app, { pages: pages ?? waiting, clientFolder: null })
  return { site, drawn, go: may.resolve }
}

const html = { accept: 'text/html,*/*;q=0.8' }
const statuses = (responses: Response[]) => responses.map(({ status }) => status)

describe('a process at its capacity', () => {
  it('refuses more pages at once but nothing that is sent, says when to come back, and serves again when some are done', async () => {
    const { site, drawn, go } = siteWith()
    const first = Array.from({ length: 64 }, (_, n) => site.request(`/desk?${n}`))
    await expect.poll(() => drawn.length).toBe(64)
    const refused = await site.request('/desk', { headers: html })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await refused.text()).toContain('More people are here than we can serve')
    expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(refused.headers.get('x-request-id')).toMatch(/^[\w-]{12}$/)
    const data = await site.request('/desk.data')
    expect(data.headers.get('x-remix-response')).toBeNull() // By which the browser's router would show it.
    expect(await data.json()).toMatchObject({
      status: 503,
      code: 'unavailable',
      title: 'Too many requests right now; try again shortly',
    })
    expect(drawn).toHaveLength(64)

    // What people send, files, and the payment service's messages are still taken.
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const sent = site.request('/desk', { method: 'POST', headers: form, body: 'a=1' })
    await expect.poll(() => drawn.length).toBe(65)
    expect((await site.request('/pictures/AAAAAAAAAAAAAAAAAAAAAA/96.avif')).status).toBe(404)
    expect((await site.request('/webhooks/stripe', { method: 'POST', body: '{}' })).status).toBe(400)
    go()
    expect(new Set(statuses(await Promise.all([...first, sent])))).toEqual(new Set([200]))
    expect((await site.request('/desk')).status).toBe(200)
  })

  it('draws a page once for all who ask for it at the same moment, and refuses none of them', async () => {
    const { site, drawn, go } = siteWith()
    const crowd = Array.from({ length: 200 }, () => site.request('/faq'))
    await expect.poll(() => drawn.length).toBe(1)
    go()
    expect(new Set(statuses(await Promise.all(crowd)))).toEqual(new Set([200]))
    expect(drawn).toEqual(['/faq'])
  })
})

describe('a network that asks for very many pages', () => {
  const quick: Pages = async () => new Response('A page', { headers: { 'content-type': 'text/html' } })

  it('waits for the next minute, while others and cached pages are served', async () => {
    const { site } = siteWith({ pages: quick, config: { PAGES_PER_NETWORK: 5 } })
    const ask = (path: string) => site.request(path, { headers: html })
    for (let n = 0; n < 5; n += 1) expect((await ask(`/mentors?q=${n}`)).status).toBe(200)
    const refused = await ask('/mentors?q=6')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect((await ask('/mentors?q=1')).status).toBe(200)
    test.clock.forward(1)
    expect((await ask('/mentors?q=6')).status).toBe(200)
  })
})
