/**
 * Requests of the router that got no answer: no connection, one that broke off, or a server that is away. They wait instead
 * of failing, so that the page that is shown stays as it is, and are sent again.
 * Decision 0017.
 */
import { useSyncExternalStore } from 'react'
import { hearReader } from './session-watch.tsx'

/** `reads`: nothing is sent but questions, which may be asked again by themselves. `trying`: they are being asked again. */
export type Unanswered = { reads: boolean; trying: boolean }
type Waiting = Unanswered & { retry: () => void }

const RETRY_MS = 10_000

const waiting = new Set<Waiting>()
const listeners = new Set<() => void>()
let summary: Unanswered | null = null
let restored = 0 // How often the connection has come back.

/**
 * Resolves once there is an answer of the pages, whatever its status. Rejects when nobody waits for it any more, as after
 * a click on another link. A question is asked again by itself; what a form sends only by `retryAll`, since a first one may
 * have arrived without its answer coming back.
 */
export async function fetchUntilAnswered(request: Request): Promise<Response> {
  wakeReads() // Whoever asks now would like to know about the others too.
  let seen = restored
  let response = await answerTo(request)
  if (response) return response
  const entry: Waiting = { reads: request.method === 'GET', trying: false, retry: () => {} }
  waiting.add(entry)
  try {
    while (!response) {
      // The connection may have come back while it was failing.
      if (!entry.reads || seen === restored) await untilRetried(entry, request.signal)
      seen = restored
      response = await answerTo(request)
    }
    return response
  } finally {
    waiting.delete(entry)
    summarise()
  }
}

/** Null: none that pages gave. Throws when the request was given up. */
async function answerTo(request: Request): Promise<Response | null> {
  try {
    const response = await fetch(request.clone())
    await response.clone().arrayBuffer() // A connection may also break off in the middle of an answer.
    if (!isAnswer(request, response)) return null
    hearReader(response)
    return response
  } catch {
    request.signal.throwIfAborted()
    return null
  }
}

/** 502 to 504 are a proxy's, or ours while the database is away, unless the pages themselves chose them for an answer. */
function isAnswer({ method }: Request, { status, headers }: Response): boolean {
  const isAway = status >= 502 && status <= 504 && !headers.has('x-remix-response')
  return !isAway && !(method !== 'GET' && status === 500) // After which nothing that was typed would be left.
}

async function untilRetried(entry: Waiting, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const giveUp = () => reject(signal.reason as Error)
  const timer = entry.reads ? setTimeout(resolve, RETRY_MS) : undefined
  signal.addEventListener('abort', giveUp)
  entry.retry = resolve
  entry.trying = false
  summarise()
  try {
    await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
  entry.trying = true
  summarise()
}

export function retryAll(): void {
  for (const { retry } of waiting) retry()
}

/** For when there is a connection again. */
export function retryReads(): void {
  restored += 1
  wakeReads()
}

function wakeReads(): void {
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

/** What has no answer yet; null while everything has one. */
export function useUnanswered(): Unanswered | null {
  return useSyncExternalStore(
    subscribe,
    () => summary,
    () => null,
  )
}
