/**
 * The API's answers as they are when the service, or the line to it, is not well. Stands in front of the API: what an
 * outage leaves `done` is really done, and only its answer is spoiled.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Breakdown } from '../api/idempotency.ts'
import { takeOutage, type Call } from './faults.ts'
import type { OutageRow, SandboxDb } from '../tables.ts'

type Answering = (request: Request, env: { breakdown: Breakdown }) => Response | Promise<Response>

export function openOutages(db: SandboxDb, answer: Answering) {
  // Asking the database before every call would cost what a call costs; what an earlier run left is found by the first.
  let suspected = true
  let added = 0
  const closing = new AbortController()

  async function take(request: Request): Promise<OutageRow | null> {
    if (!suspected) return null
    return takeOutage(db, callOf(request))
  }

  async function spoiled(outage: OutageRow, request: Request, env: HttpBindings): Promise<Response> {
    if (outage.answer === 'error') return answer(request, { breakdown: outage.done ? 'after' : 'before' })
    const real = outage.done ? await answer(request, { breakdown: null }) : null
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
        return never(env, closing.signal)
      default:
        await pause(outage.milliseconds, null, { signal: closing.signal }).catch(() => {}) // Closing ends the wait.
        return real ?? answer(request, { breakdown: null })
    }
  }

  return {
    async fetch(request: Request, env: HttpBindings): Promise<Response> {
      const outage = await take(request)
      return outage ? spoiled(outage, request, env) : answer(request, { breakdown: null })
    },
    /** From now on every call looks whether an outage is meant for it. */
    expect(): void {
      suspected = true
      added += 1
    },
    /** What somebody saw of whether there are outages. One that was added meanwhile they may not have seen. */
    async learn(broken: Promise<boolean>): Promise<void> {
      const before = added
      const seen = await broken
      if (before === added) suspected = seen
    },
    /** Ends the calls that hang. */
    close: () => closing.abort(),
  }
}

export function callOf({ method, url }: { method: string; url: string }): Call {
  const { pathname } = new URL(url)
  if (method === 'POST')
    return pathname.endsWith('/expire') ? 'expire' : pathname.endsWith('/refunds') ? 'refund' : 'create'
  return /^\/v1\/(checkout\/)?[a-z_]+$|\/line_items$/.test(pathname) ? 'list' : 'retrieve'
}

function json(status: number, body: object): Response {
  const headers = { 'Content-Type': 'application/json', ...(status === 429 && { 'Retry-After': '1' }) }
  return new Response(JSON.stringify(body), { status, headers })
}

/** The answer to a connection that is gone: the server would write whatever it was given. */
const gone = () => new Promise<never>(() => {})

/** Promises a whole answer and sends half. */
async function cutOff({ outgoing }: HttpBindings, body: string, signal: AbortSignal): Promise<Response> {
  outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  if (!signal.aborted) await new Promise((sent) => outgoing.write(body.slice(0, body.length / 2), sent))
  outgoing.destroy()
  return gone()
}

async function never({ outgoing }: HttpBindings, signal: AbortSignal): Promise<Response> {
  await new Promise<void>((end) => {
    outgoing.once('close', end)
    signal.addEventListener('abort', () => end(), { once: true })
    if (signal.aborted || outgoing.destroyed) end()
  })
  outgoing.destroy()
  return gone()
}
