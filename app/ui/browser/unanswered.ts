/**
 * Requests of the router that got no response: no connection, one that broke off, or a server that is away. They wait and
 * are sent again instead of failing, so that the page on the screen stays. Decision 0017.
 */
import { useSyncExternalStore } from 'react'
import { noteReader } from './session-watch.tsx'

/** `reads`: only GET requests wait, which are retried by themselves. `trying`: all of them are being retried now. */
export type Unanswered = { reads: boolean; trying: boolean }
type Waiting = Unanswered & { retry: () => void }

const RETRY_MS = 10_000

const waiting = new Set<Waiting>()
const listeners = new Set<() => void>()
let summary: Unanswered | null = null
let restored = 0 // How often the connection has come back.

/**
 * A `fetch` that resolves once our pages have responded, whatever the status. Rejects when the request is aborted, as by a click
 * on another link. A GET is retried when the connection is back and every ten seconds. A form is sent again only by
 * `retryAll`, since the first one may have arrived although its response was lost.
 */
export async function fetchUntilAnswered(request: Request): Promise<Response> {
  retryWaitingReads() // A new request is a good moment to try the others too.
  let seen = restored
  let response = await attempt(request)
  if (response) return response
  const entry: Waiting = { reads: request.method === 'GET', trying: false, retry: () => {} }
  waiting.add(entry)
  try {
    while (!response) {
      // The connection may have come back during the attempt.
      if (!entry.reads || seen === restored) await untilRetried(entry, request.signal)
      seen = restored
      response = await attempt(request)
    }
    return response
  } finally {
    waiting.delete(entry)
    summarise()
  }
}

/** One attempt. Null when our pages did not respond. Throws when the request was aborted. */
async function attempt(request: Request): Promise<Response | null> {
  try {
    const response = await fetch(request.clone())
    await response.clone().arrayBuffer() // The connection may also break off in the middle of a response.
    if (!isFromPages(request, response)) return null
    noteReader(response)
    return response
  } catch {
    request.signal.throwIfAborted()
    return null
  }
}

/**
 * Whether a proxy responded, or we did while the database is away, shows in the header that our pages give their
 * data: a network that asks to log in first responds 200, a proxy 429 or 502. Scripts and documents have no such header.
 */
function isFromPages({ method, url }: Request, { status, headers }: Response): boolean {
  // An error page in place of the form would lose what was typed.
  if (method !== 'GET') return headers.has('x-remix-response') && status !== 500
  if (headers.has('x-remix-response')) return true
  return new URL(url).pathname.endsWith('.data') ? [400, 404, 500].includes(status) : status < 502 || status > 504
}

async function untilRetried(entry: Waiting, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const abort = () => reject(signal.reason as Error)
  const timer = entry.reads ? setTimeout(resolve, RETRY_MS) : undefined
  signal.addEventListener('abort', abort)
  entry.retry = resolve
  entry.trying = false
  summarise()
  try {
    await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
  entry.trying = true
  summarise()
}

export function retryAll(): void {
  for (const { retry } of waiting) retry()
}

/** Call when the connection is back. */
export function retryReads(): void {
  restored += 1
  retryWaitingReads()
}

function retryWaitingReads(): void {
  for (const { reads, retry } of waiting) if (reads) retry()
}

function summarise(): void {
  const all = [...waiting]
  const [reads, trying] = [all.every((each) => each.reads), all.every((each) => each.trying)]
  if (all.length === 0) summary = null
  else if (summary?.reads !== reads || summary.trying !== trying) summary = { reads, trying }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The requests that wait for a response, in sum. Null while none does. */
export function useUnanswered(): Unanswered | null {
  return useSyncExternalStore(
    subscribe,
    () => summary,
    () => null,
  )
}
