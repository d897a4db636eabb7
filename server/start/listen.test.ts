import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { getRequestListener } from '@hono/node-server'
import { loadConfig } from '#server/config'
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
  it('lives and is not ready while the product starts', async () => {
    await bound()
    expect(await ask('/livez')).toEqual([200, 'keep-alive'])
    expect(await ask('/readyz')).toEqual([503, 'keep-alive'])
  })

  it('keeps what a proxy sends to a process that starts until that can serve it', async () => {
    const { serve } = await bound()
    const sent = ask('/mentors')
    expect(await ask('/livez')).toEqual([200, 'keep-alive'])
    serve(page)
    expect(await sent).toEqual([200, 'keep-alive'])
  })

  it('says 503 once a start has taken too long', async () => {
    await bound(1)
    expect(await ask('/mentors')).toEqual([503, 'keep-alive'])
  })

  it('says so in a page to a person, and as a problem to programs and about readiness', async () => {
    await bound(1)
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

  it('leaves readiness to the product that it serves', async () => {
    const { serve } = await bound()
    serve(page)
    expect(await ask('/readyz?verbose')).toEqual([200, 'keep-alive'])
    expect(await ask('/livez?verbose')).toEqual([200, 'keep-alive'])
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
})
