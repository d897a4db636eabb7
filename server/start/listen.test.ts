import { once } from 'node:events'
import { Agent, get, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { getRequestListener } from '@hono/node-server'
import { loadConfig } from '#server/platform/config'
import { listen } from '#server/start/listen'

type Port = Awaited<ReturnType<typeof listen>>

const agent = new Agent({ keepAlive: true, maxSockets: 2 })
let port: Port | undefined

afterEach(async () => {
  agent.destroy()
  await port?.close()
})

async function bound(timeoutMs = 60_000): Promise<Port> {
  const config = loadConfig({ PORT: '0' })
  if (!config.ok) throw new Error(config.error)
  port = await listen(config.value, { timeoutMs })
  return port
}

async function ask(path: string): Promise<[status: number | undefined, connection: string | undefined]> {
  const [answer] = (await once(get(port!.origin + path, { agent }), 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return [answer.statusCode, answer.headers.connection]
}

const page = getRequestListener(() => new Response('A page'))

describe('the port', () => {
  it('lives and is not ready while the product starts, and keeps what a proxy sends until that can serve it', async () => {
    const { serve } = await bound()
    const sent = ask('/mentors')
    expect(await ask('/livez')).toEqual([200, 'keep-alive'])
    expect(await ask('/readyz')).toEqual([503, 'keep-alive'])
    serve(page)
    expect(await sent).toEqual([200, 'keep-alive'])
    expect(await ask('/readyz?verbose')).toEqual([200, 'keep-alive'])
    expect(await ask('/livez?verbose')).toEqual([200, 'keep-alive'])
  })

  it('says once a start has taken too long 503 in a page to a person, and as a problem to programs', async () => {
    await bound(1)
    expect(await ask('/mentors')).toEqual([503, 'keep-alive'])
    const html = { headers: { accept: 'text/html' } }
    const page = await fetch(`${port!.origin}/mentors`, html)
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2'])
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(await page.text()).toMatch(/<meta http-equiv="refresh" content="2">[^]*<h1>One moment<\/h1>/)
    const problem = await fetch(`${port!.origin}/mentors`)
    const readiness = await fetch(`${port!.origin}/readyz`, html)
    for (const each of [problem, readiness])
      expect(await each.json()).toMatchObject({ code: 'unavailable', reason: 'starting' })
    for (const each of [page, problem, readiness]) expect(each.headers.get('x-request-id')).toMatch(/^[\w-]{12}$/)
  })

  it('serves on while it drains, but is not ready, and ends each connection with its next answer', async () => {
    const { serve, drain } = await bound()
    serve(page)
    expect(await ask('/')).toEqual([200, 'keep-alive'])
    await drain(0)
    expect(await ask('/')).toEqual([200, 'close'])
    for (const path of ['/readyz', '/healthz', '/readyz?verbose']) expect(await ask(path)).toEqual([503, 'close'])
    expect(await ask('/livez')).toEqual([200, 'close'])
  })

  it('closes once it has taken the connections that wait for it, and answers what comes on them', async () => {
    const { origin, serve, close } = await bound()
    serve(page)
    // In one turn of the event loop, so that all are connected and none is accepted when it begins to close.
    const sent = Array.from({ length: 20 }, () => once(get(origin, { agent: false }), 'response'))
    await new Promise(process.nextTick)
    const closed = close()
    const answers = (await Promise.all(sent)) as [IncomingMessage][]
    for (const [answer] of answers) answer.resume()
    expect(new Set(answers.map(([{ statusCode }]) => statusCode))).toEqual(new Set([200]))
    await closed
    await expect(once(get(origin, { agent: false }), 'response')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('loses no form in twenty restarts under load, from clients that try a refused connection elsewhere, and a reset one never', async () => {
    const config = loadConfig({ PORT: '0' })
    if (!config.ok) throw new Error(config.error)
    const blocking = getRequestListener(async (request) => {
      await request.text()
      const until = performance.now() + 3
      while (performance.now() < until); // As a page that is drawn: no turn of the event loop is short.
      return new Response('Done')
    })
    const state = { isOver: false, sent: 0 }
    let at = ''
    const outcomes = new Set<string | number | undefined>()
    /** On a connection of its own, as in every drain. A proxy tries a refused one elsewhere, and a reset one never. */
    const send = async () => {
      const form = request(at, { method: 'POST', agent: false })
      form.end('currency=EUR')
      const [answer] = (await once(form, 'response')) as [IncomingMessage]
      answer.resume()
      await once(answer, 'end')
      state.sent += 1
      return answer.statusCode
    }
    const proxy = async () => {
      while (!state.isOver) outcomes.add(await send().catch(({ code }: NodeJS.ErrnoException) => code))
    }
    let proxies: Promise<void>[] = []
    for (let restart = 0; restart < 20; restart += 1) {
      const { origin, serve, drain, close } = await listen({ ...config.value, PORT: Number(at.split(':')[2] ?? 0) })
      at = origin
      serve(blocking)
      if (proxies.length === 0) proxies = Array.from({ length: 8 }, proxy)
      const before = state.sent
      await expect.poll(() => state.sent, { interval: 1 }).toBeGreaterThan(before + 8)
      await drain(0)
      await close()
    }
    state.isOver = true
    await Promise.all(proxies)
    outcomes.delete('ECONNREFUSED')
    expect([...outcomes]).toEqual([200])
  })

  it('ends the connection of a request that was under way when it began to drain', async () => {
    const { serve, drain } = await bound()
    const begun = Promise.withResolvers<void>()
    const may = Promise.withResolvers<void>()
    serve(
      getRequestListener(async () => {
        begun.resolve()
        await may.promise
        return new Response('A page')
      }),
    )
    const answer = ask('/')
    await begun.promise
    await drain(0)
    may.resolve()
    expect(await answer).toEqual([200, 'close'])
  })

  it('keeps a connection whose response had begun before the drain for as long as a proxy may use it', async () => {
    const { serve, drain, close } = await bound()
    const may = Promise.withResolvers<void>()
    serve((_incoming, outgoing) => {
      const page = outgoing as ServerResponse
      page.write('A long')
      void may.promise.then(() => page.end(' page'))
      return Promise.resolve()
    })
    const [first] = (await once(get(`${port!.origin}/long`, { agent }), 'response')) as [IncomingMessage]
    expect(first.headers.connection).toBe('keep-alive')
    void drain(4)
    may.resolve()
    await once(first.resume(), 'end')
    const closed = close()
    await expect.poll(() => port!.server.listening).toBe(false)
    expect(await ask('/again')).toEqual([200, 'close'])
    await closed
  })
})
