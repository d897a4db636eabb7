/**
 * Stands in front of the API and breaks its responses. If an outage is `done`, the API does the work and only its
 * response is broken.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Breakdown } from '../api/idempotency.ts'
import { takeOutage, type Call } from './faults.ts'
import type { OutageRow, SandboxDb } from '../tables.ts'

type Handler = (request: Request, env: { breakdown: Breakdown }) => Response | Promise<Response>

export function openOutages(db: SandboxDb, handle: Handler) {
  // A query before every call would double its cost, so this remembers whether there may be outages. True at first: an
  // earlier run may have left some.
  let mayHaveOutages = true
  let additions = 0
  const closing = new AbortController()

  async function take(request: Request): Promise<OutageRow | null> {
    if (!mayHaveOutages) return null
    return takeOutage(db, parseCall(request))
  }

  async function brokenResponse(outage: OutageRow, request: Request, env: HttpBindings): Promise<Response> {
    if (outage.answer === 'error') return handle(request, { breakdown: outage.done ? 'after' : 'before' })
    const real = outage.done ? await handle(request, { breakdown: null }) : null
    switch (outage.answer) {
      case 'limit':
        return json(429, { error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' } })
      case 'garbage':
        return new Response('<<<not json>>>', { headers: { 'Content-Type': 'application/json' } })
      case 'html':
        return new Response('<html><body><h1>502 Bad Gateway</h1></body></html>', {
          status: 502,
          headers: { 'Content-Type': 'text/html' },
        })
      case 'bare_404':
        return json(404, { message: 'Not Found' })
      case 'reset':
        return cutOff(env, real ? await real.text() : '{"id":"cs_test_', closing.signal)
      case 'hang':
        return hang(env, closing.signal)
      default:
        await pause(outage.milliseconds, null, { signal: closing.signal }).catch(() => {}) // Closing ends the wait.
        return real ?? handle(request, { breakdown: null })
    }
  }

  return {
    async fetch(request: Request, env: HttpBindings): Promise<Response> {
      const outage = await take(request)
      return outage ? brokenResponse(outage, request, env) : handle(request, { breakdown: null })
    },
    /** Call it when an outage was added: from now on every call checks for one. */
    enable(): void {
      mayHaveOutages = true
      additions += 1
    },
    /** Takes over a read of whether there are outages, unless one was added while it ran. */
    async update(broken: Promise<boolean>): Promise<void> {
      const before = additions
      const value = await broken
      if (before === additions) mayHaveOutages = value
    },
    /** Ends the calls that hang. */
    close: () => closing.abort(),
  }
}

export function parseCall({ method, url }: { method: string; url: string }): Call {
  const { pathname } = new URL(url)
  if (method === 'POST') return CHANGES.find(([pattern]) => pattern.test(pathname))?.[1] ?? 'create'
  if (pathname === '/v1/balance') return 'retrieve'
  return /^\/v1\/(checkout\/)?[a-z_]+$|\/(line_items|reversals)$/.test(pathname) ? 'list' : 'retrieve'
}

const CHANGES: [RegExp, Call][] = [
  [/\/expire$/, 'expire'],
  [/\/refunds$/, 'refund'],
  [/^\/v1\/account/, 'account'],
  [/\/reversals$/, 'reversal'],
  [/^\/v1\/transfers/, 'transfer'],
]

function json(status: number, body: object): Response {
  const headers = { 'Content-Type': 'application/json', ...(status === 429 && { 'Retry-After': '1' }) }
  return new Response(JSON.stringify(body), { status, headers })
}

/** For a connection that was destroyed. It never resolves, because the server would write any response it got. */
const noResponse = () => new Promise<never>(() => {})

/** Announces the whole response and sends half of it. */
async function cutOff({ outgoing }: HttpBindings, body: string, signal: AbortSignal): Promise<Response> {
  outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  if (!signal.aborted) await new Promise((sent) => outgoing.write(body.slice(0, body.length / 2), sent))
  outgoing.destroy()
  return noResponse()
}

async function hang({ outgoing }: HttpBindings, signal: AbortSignal): Promise<Response> {
  await new Promise<void>((end) => {
    outgoing.once('close', end)
    signal.addEventListener('abort', () => end(), { once: true })
    if (signal.aborted || outgoing.destroyed) end()
  })
  outgoing.destroy()
  return noResponse()
}
