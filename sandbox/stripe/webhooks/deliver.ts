/**
 * Delivers events to the webhook addresses, signed as Stripe signs them, and retries until each responds 2xx.
 *
 * All state is in the table of events, so another process, or this one after a restart, continues where it stopped. A
 * process claims an event by moving `nextAttemptAt` past the longest an attempt can take; if it dies, the event falls
 * due again. Delivery is at least once and in no guaranteed order, as with Stripe. Attempts fall due by the given
 * clock; the time in a signature is always real.
 */
import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { readActiveFaults, type WebhookFaults } from '../faults/faults.ts'
import { eventObject } from '../objects/api-objects.ts'
import { expireByClock } from '../objects/sessions.ts'
import type { EventRow, SandboxDb } from '../tables.ts'

/**
 * Seconds from a failed attempt to the next. After the last one the event is given up, some 14 hours after the first.
 */
const RETRY_SECONDS = [1, 5, 30, 120, 600, 1800, 3600, 3600 * 3, 3600 * 3, 3600 * 6]
const TIMEOUT_MS = 5_000
/** How long a claimed event belongs to the process that delivers it. */
const CLAIM_MS = 2 * TIMEOUT_MS
const POLL_MS = 1_000
const BATCH = 20
/** How long an event waits to be overtaken while the newest is delivered first. */
const OVERTAKE_SECONDS = 5

type WebhookOptions = {
  db: SandboxDb
  now: () => Date
  /** Called at every attempt, because the product's port is only known once it listens. While empty, events wait. */
  webhookUrls: () => string[]
  webhookSecret: string
  /** Gets whether any outage is switched on, which is read together with the webhook faults. */
  onFaultsRead: (broken: Promise<boolean>) => Promise<void>
  onError: (error: unknown) => void
}

export type Webhooks = {
  /** Starts a delivery of what is due, without waiting for it. */
  deliverSoon(): void
  /**
   * Expires sessions whose time is up and delivers what is due, as the timer does every second. Resolves when all was
   * tried.
   */
  deliverDue(): Promise<void>
  /** Resolves when nothing is being delivered. Failed events that wait for their next attempt do not count. */
  idle(): Promise<void>
  close(): Promise<void>
}

/**
 * `t=…,v1=…`: HMAC-SHA256 over the time in seconds, a dot and the body.
 * https://docs.stripe.com/webhooks#verify-manually
 */
function signBody(body: string, secret: string, at: Date): string {
  const time = Math.floor(at.getTime() / 1000)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}

export function startWebhooks({
  db,
  now,
  webhookUrls,
  webhookSecret,
  onFaultsRead,
  onError,
}: WebhookOptions): Webhooks {
  const closing = new AbortController()
  let tail: Promise<void> = Promise.resolve()
  let isQueued = false // A queued pass sees everything that is written before it begins.
  let failing = false

  const pass = async () => {
    isQueued = false
    if (closing.signal.aborted) return
    try {
      const reading = readActiveFaults(db)
      await onFaultsRead(reading.then(({ broken }) => broken))
      const { webhooks: faults } = await reading
      let expired = 1
      while (expired > 0) {
        expired = await db.transaction().execute((tx) => expireByClock({ tx, now: now(), idempotencyKey: null }))
      }
      for (let due = await claimDue(faults); due.length > 0; due = await claimDue(faults)) {
        if (faults.newestFirst) for (const event of due) await deliver(event, faults)
        else await Promise.all(due.map((event) => deliver(event, faults)))
      }
      failing = false
    } catch (error) {
      if (!failing) onError(error) // Reported once per outage of the database, not every second.
      failing = true
    }
  }
  const deliverDue = () => {
    if (!isQueued) tail = tail.then(pass)
    isQueued = true
    return tail
  }

  async function claimDue(faults: WebhookFaults): Promise<EventRow[]> {
    if (webhookUrls().length === 0 || closing.signal.aborted) return []
    const at = now()
    const late = Math.max(faults.delaySeconds, faults.newestFirst ? OVERTAKE_SECONDS : 0)
    const due = db
      .selectFrom('events')
      .select('id')
      .where('nextAttemptAt', '<=', at)
      .$if(late > 0, (query) =>
        query.where((row) =>
          row.or([row('attempts', '>', 0), row('nextAttemptAt', '<=', new Date(at.getTime() - late * 1000))]),
        ),
      )
      .orderBy('sequence', faults.newestFirst ? 'desc' : 'asc')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
    const next = faults.dropped ? null : new Date(at.getTime() + CLAIM_MS + faults.pauseMilliseconds)
    const claimed = await db
      .updateTable('events')
      .set((row) => ({ attempts: row('attempts', '+', 1), nextAttemptAt: next }))
      .where('id', 'in', due)
      .returningAll()
      .execute()
    if (faults.dropped) return claimed.length < BATCH ? [] : claimDue(faults)
    return claimed.toSorted((a, b) => (faults.newestFirst ? b.sequence - a.sequence : a.sequence - b.sequence))
  }

  async function deliver(event: EventRow, faults: WebhookFaults): Promise<void> {
    const urls = webhookUrls()
    const body = JSON.stringify(eventObject(event))
    const responses = await Promise.all(
      urls.map((url, index) => event.deliveredTo.includes(index) || deliverTo(url, body, faults)),
    )
    const delivered = responses.flatMap((accepted, index) => (accepted ? [index] : []))
    const wait = RETRY_SECONDS[event.attempts - 1]
    const next = delivered.length === urls.length || wait === undefined ? null : new Date(now().getTime() + wait * 1000)
    await db
      .updateTable('events')
      .set({ deliveredTo: delivered, nextAttemptAt: next })
      .where('id', '=', event.id)
      .execute()
  }

  async function deliverTo(url: string, body: string, faults: WebhookFaults): Promise<boolean> {
    if (faults.failing) return false
    const { signal } = closing
    if (faults.pauseMilliseconds > 0) await pause(faults.pauseMilliseconds, null, { signal }).catch(() => {})
    const accepted = await Promise.all(Array.from({ length: faults.copies }, () => post(url, body)))
    return accepted.includes(true)
  }

  async function post(url: string, body: string): Promise<boolean> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        body,
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Stripe-Signature': signBody(body, webhookSecret, new Date()),
        },
        redirect: 'manual', // Stripe counts a redirect as a failure.
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false // Refused, cut off or too slow: the attempt failed.
    }
  }

  const timer = setInterval(() => void deliverDue(), POLL_MS)
  timer.unref()
  return {
    deliverSoon: () => void deliverDue(),
    deliverDue,
    async idle() {
      let seen
      do await (seen = tail)
      while (seen !== tail)
    },
    async close() {
      clearInterval(timer)
      closing.abort()
      await tail
    },
  }
}
