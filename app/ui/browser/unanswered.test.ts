import { afterEach, describe, expect, it, vi } from 'vitest'
import { fetchUntilAnswered, retryAll, retryReads } from './unanswered.ts'

afterEach(() => vi.unstubAllGlobals())

type Attempt = () => Response | Promise<Response>
const OURS = { headers: { 'x-remix-response': 'yes' } }
const broken: Attempt = () => Promise.reject(new TypeError('Failed to fetch'))

/** Answers one attempt after another. `started` tells how many there were. */
function network(...attempts: Attempt[]) {
  let started = 0
  vi.stubGlobal('fetch', async () => attempts[started++]!())
  return { started: () => started }
}

const ask = (init: RequestInit = {}) => fetchUntilAnswered(new Request('http://landfall.test/about.data', init))
const send = (init: RequestInit = {}) => ask({ method: 'POST', body: 'name=Grace', ...init })

/** Everything that can go on without an event from outside has gone on. */
const settled = () => new Promise((done) => setImmediate(done))

describe('fetchUntilAnswered', () => {
  it('waits while there is no connection, and asks again once there is one', async () => {
    const { started } = network(broken, () => new Response('here', OURS))
    const answer = ask()
    await settled()
    expect(started()).toBe(1)
    retryReads()
    expect(await (await answer).text()).toBe('here')
  })

  it('asks again at once when the connection came back while it was failing', async () => {
    const failing = Promise.withResolvers<Response>()
    const { started } = network(
      () => failing.promise,
      () => new Response('here', OURS),
    )
    const answer = ask()
    await settled()
    retryReads()
    failing.reject(new TypeError('Failed to fetch'))
    expect(await (await answer).text()).toBe('here')
    expect(started()).toBe(2)
  })

  it('sends a form again only when it is told to', async () => {
    const { started } = network(broken, () => new Response('here', OURS))
    const answer = send()
    await settled()
    retryReads()
    await settled()
    expect(started()).toBe(1)
    retryAll()
    expect(await (await answer).text()).toBe('here')
  })

  it('takes an answer that breaks off in the middle for none', async () => {
    const half = () =>
      new Response(new ReadableStream({ pull: (stream) => stream.error(new TypeError('network error')) }), OURS)
    const { started } = network(half, () => new Response('whole', OURS))
    const answer = ask()
    await settled()
    retryReads()
    expect(await (await answer).text()).toBe('whole')
    expect(started()).toBe(2)
  })

  it.each([502, 503, 504])('waits after a %s that the pages did not give', async (status) => {
    network(
      () => new Response('', { status }),
      () => new Response('here', OURS),
    )
    const answer = ask()
    await settled()
    retryReads()
    expect((await answer).status).toBe(200)
  })

  it.each([200, 202, 403, 404, 502, 503])('passes on a %s of the pages', async (status) => {
    network(() => new Response('', { status, ...OURS }))
    expect((await send()).status).toBe(status)
  })

  it('passes on a 500 to a question, and keeps a form that met one for another try', async () => {
    network(
      () => new Response('', { status: 500, ...OURS }),
      () => new Response('', { status: 500, ...OURS }),
      () => new Response('saved', OURS),
    )
    expect((await ask()).status).toBe(500)
    const answer = send()
    await settled()
    retryAll()
    expect(await (await answer).text()).toBe('saved')
  })

  it('gives up when nobody waits for it any more', async () => {
    network(broken)
    const left = new AbortController()
    const answer = ask({ signal: left.signal })
    await settled()
    left.abort(new Error('Overtaken'))
    await expect(answer).rejects.toThrow('Overtaken')
  })
})
