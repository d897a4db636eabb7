import { afterEach, describe, expect, it, vi } from 'vitest'
import { fetchUntilAnswered, retryAll, retryReads } from './unanswered.ts'

afterEach(() => vi.unstubAllGlobals())

type Attempt = () => Response | Promise<Response>
const OURS = { headers: { 'x-remix-response': 'yes' } }
const broken: Attempt = () => Promise.reject(new TypeError('Failed to fetch'))

/** Stubs `fetch`: each attempt gets the next response. `started` counts them. */
function network(...attempts: Attempt[]) {
  let started = 0
  vi.stubGlobal('fetch', async () => attempts[started++]!())
  return { started: () => started }
}

const ask = (init: RequestInit = {}) => fetchUntilAnswered(new Request('http://landfall.test/about.data', init))
const send = (init: RequestInit = {}) => ask({ method: 'POST', body: 'name=Grace', ...init })

/** Waits until nothing goes on without an event from outside. */
const settled = () => new Promise((done) => setImmediate(done))

describe('fetchUntilAnswered', () => {
  it('waits while there is no connection, and retries once there is one', async () => {
    const { started } = network(broken, () => new Response('here', OURS))
    const result = ask()
    await settled()
    expect(started()).toBe(1)
    retryReads()
    expect(await (await result).text()).toBe('here')
  })

  it('retries at once when the connection came back during the attempt', async () => {
    const failing = Promise.withResolvers<Response>()
    const { started } = network(
      () => failing.promise,
      () => new Response('here', OURS),
    )
    const result = ask()
    await settled()
    retryReads()
    failing.reject(new TypeError('Failed to fetch'))
    expect(await (await result).text()).toBe('here')
    expect(started()).toBe(2)
  })

  it('sends a form again only by retryAll', async () => {
    const { started } = network(broken, () => new Response('here', OURS))
    const result = send()
    await settled()
    retryReads()
    await settled()
    expect(started()).toBe(1)
    retryAll()
    expect(await (await result).text()).toBe('here')
  })

  it('retries a response that breaks off in the middle', async () => {
    const half = () =>
      new Response(new ReadableStream({ pull: (stream) => stream.error(new TypeError('network error')) }), OURS)
    const { started } = network(half, () => new Response('whole', OURS))
    const result = ask()
    await settled()
    retryReads()
    expect(await (await result).text()).toBe('whole')
    expect(started()).toBe(2)
  })

  it.each([502, 503])('waits after a %s that does not come from our pages', async (status) => {
    network(
      () => new Response('', { status }),
      () => new Response('here', OURS),
    )
    const result = ask()
    await settled()
    retryReads()
    expect((await result).status).toBe(200)
  })

  it.each([200, 403, 511])('waits after a %s of a network that came between', async (status) => {
    for (const request of [ask, send]) {
      const { started } = network(
        () => new Response('<h1>Log in to this network</h1>', { status }),
        () => new Response('here', OURS),
      )
      const result = request()
      await settled()
      expect(started()).toBe(1)
      retryAll()
      expect(await (await result).text()).toBe('here')
    }
  })

  it('keeps a form that was refused before it reached our pages', async () => {
    network(
      () => new Response('', { status: 413 }),
      () => new Response('saved', OURS),
    )
    const result = send()
    await settled()
    retryAll()
    expect(await (await result).text()).toBe('saved')
  })

  it.each([400, 500])('returns a %s for the data of a page, which may be ours', async (status) => {
    network(() => new Response('', { status }))
    expect((await ask()).status).toBe(status)
  })

  it.each([200, 404])('returns a %s for what is not data of a page', async (status) => {
    network(() => new Response('', { status }))
    expect((await fetchUntilAnswered(new Request('http://landfall.test/assets/faq.js'))).status).toBe(status)
  })

  it.each([200, 404, 503])('returns a %s that comes from our pages', async (status) => {
    network(() => new Response('', { status, ...OURS }))
    expect((await send()).status).toBe(status)
  })

  it('returns a 500 for a GET, and keeps a form that met one for another try', async () => {
    network(
      () => new Response('', { status: 500, ...OURS }),
      () => new Response('', { status: 500, ...OURS }),
      () => new Response('saved', OURS),
    )
    expect((await ask()).status).toBe(500)
    const result = send()
    await settled()
    retryAll()
    expect(await (await result).text()).toBe('saved')
  })

  it('rejects when the request is aborted', async () => {
    network(broken)
    const left = new AbortController()
    const result = ask({ signal: left.signal })
    await settled()
    left.abort(new Error('Overtaken'))
    await expect(result).rejects.toThrow('Overtaken')
  })
})
