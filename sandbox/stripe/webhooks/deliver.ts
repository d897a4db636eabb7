/**
 * Tells events to the webhook addresses, signed as Stripe signs them, again and again until each has answered 2xx.
 *
 * All state is in the table of events, so a restart or another process goes on where this one stopped. Who delivers first
 * moves `next_attempt_at` past the longest an attempt can take; a process that dies meanwhile is thereby followed by a
 * later attempt. At least once, in no promised order: as the real one.
 * Attempts fall due by the clock handed in; the time in a signature is always real.
 */
import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { glanceAtFaults, type WebhookFaults } from '../faults/faults.ts'
import { eventObject } from '../objects/api-objects.ts'
import { expireByClock } from '../objects/sessions.ts'
import type { EventRow, SandboxDb } from '../tables.ts'

/** Seconds between a failed attempt and the next; after the last one the event is left alone. Some 14 hours in all. */
const PATIENCE = [1, 5, 30, 120, 600, 1800, 3600, 3600 * 3, 3600 * 3, 3600 * 6]
const TIMEOUT = 5_000 // Milliseconds for one answer.
const LEASE = 2 * TIMEOUT
const TICK = 1_000
const AT_ONCE = 20
/** Seconds that an event waits to be overtaken, while the newest goes first. */
const OVERTAKING = 5

type WebhookOptions = {
  db: SandboxDb
  now: () => Date
  /** Asked at every attempt: the product's port is only known once it listens. While empty, events wait. */
  webhookUrls: () => string[]
  webhookSecret: string
  /** Hears whether any call of the API is to go wrong: asked for along with what is to go wrong here. */
  onGlance: (broken: Promise<boolean>) => Promise<void>
  onError: (error: unknown) => void
}

export type Webhooks = {
  /** Delivers soon what is due, without waiting for it. */
  kick(): void
  /** Does now what is otherwise done every second: expires sessions whose time is up, delivers what is due. Ends when all was tried. */
  deliverDue(): Promise<void>
  /** Ends when nothing is being delivered. Failed events wait for their next attempt and do not count. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** `t=…,v1=…`: HMAC-SHA256 over the time in seconds, a dot and the body. https://docs.stripe.com/webhooks#verify-manually */
function signatureOf(body: string, secret: string, at: Date): string {
  const time = Math.floor(at.getTime() / 1000)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}

export function startWebhooks({ db, now, webhookUrls, webhookSecret, onGlance, onError }: WebhookOptions): Webhooks {
  const closing = new AbortController()
  let tail: Promise<void> = Promise.resolve()
  let waiting = false // A pass that has not begun yet will see whatever is written until then.
  let failing = false

  const pass = async () => {
    waiting = false
    if (closing.signal.aborted) return
    try {
      const glance = glanceAtFaults(db)
      await onGlance(glance.then(({ broken }) => broken))
      const { webhooks: faults } = await glance
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
      if (!failing) onError(error) // Once per outage of the database, not every second.
      failing = true
    }
  }
  const deliverDue = () => {
    if (!waiting) tail = tail.then(pass)
    waiting = true
    return tail
  }

  async function claimDue(faults: WebhookFaults): Promise<EventRow[]> {
    if (webhookUrls().length === 0 || closing.signal.aborted) return []
    const at = now()
    const late = Math.max(faults.delaySeconds, faults.newestFirst ? OVERTAKING : 0)
    const due = db
      .selectFrom('events')
      .select('id')
      .where('next_attempt_at', '<=', at)
      .$if(late > 0, (query) =>
        query.where((row) =>
          row.or([row('attempts', '>', 0), row('next_attempt_at', '<=', new Date(at.getTime() - late * 1000))]),
        ),
      )
      .orderBy('sequence', faults.newestFirst ? 'desc' : 'asc')
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
    const next = faults.dropped ? null : new Date(at.getTime() + LEASE + faults.pauseMilliseconds)
    const claimed = await db
      .updateTable('events')
      .set((row) => ({ attempts: row('attempts', '+', 1), next_attempt_at: next }))
      .where('id', 'in', due)
      .returningAll()
      .execute()
    if (faults.dropped) return claimed.length < AT_ONCE ? [] : claimDue(faults)
    return claimed.toSorted((a, b) => (faults.newestFirst ? b.sequence - a.sequence : a.sequence - b.sequence))
  }

  async function deliver(event: EventRow, faults: WebhookFaults): Promise<void> {
    const urls = webhookUrls()
    const body = JSON.stringify(eventObject(event))
    const answers = await Promise.all(
      urls.map((url, index) => event.delivered_to.includes(index) || tell(url, body, faults)),
    )
    const delivered = answers.flatMap((told, index) => (told ? [index] : []))
    const wait = PATIENCE[event.attempts - 1]
    const next = delivered.length === urls.length || wait === undefined ? null : new Date(now().getTime() + wait * 1000)
    await db
      .updateTable('events')
      .set({ delivered_to: delivered, next_attempt_at: next })
      .where('id', '=', event.id)
      .execute()
  }

  async function tell(url: string, body: string, faults: WebhookFaults): Promise<boolean> {
    if (faults.failing) return false
    const { signal } = closing
    if (faults.pauseMilliseconds > 0) await pause(faults.pauseMilliseconds, null, { signal }).catch(() => {})
    const told = await Promise.all(Array.from({ length: faults.copies }, () => post(url, body)))
    return told.includes(true)
  }

  async function post(url: string, body: string): Promise<boolean> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body,
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Stripe-Signature': signatureOf(body, webhookSecret, new Date()),
        },
        redirect: 'manual', // Stripe counts a redirect as a failure.
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(TIMEOUT)]),
      })
      await answer.body?.cancel()
      return answer.ok
    } catch {
      return false // Refused, cut off or too slow: an attempt that failed, as the next one may not.
    }
  }

  const timer = setInterval(() => void deliverDue(), TICK)
  timer.unref()
  return {
    kick: () => void deliverDue(),
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
