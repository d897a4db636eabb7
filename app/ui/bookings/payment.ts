/** From 'Pay' to the payment page: asks for the hold and leaves, or says in words why not. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CurrentHold } from './offer.ts'
import type { Refusal } from './booking-problem.ts'

const PATIENCE = 30_000 // Milliseconds. The server gives the payment service a few seconds.

/** What `POST /mentors/:slug/booking` answers when the time is held. */
export type HeldAnswer = Omit<CurrentHold, 'at'>
type HoldAnswer = { ok: true; held: HeldAnswer } | { ok: false; refusal: Refusal }

/**
 * `busy` from the press until the browser has left for the payment page, `held` once the hold is there. A visitor who comes
 * back to this very page finds it ready again, and `onReturn` asks what is on offer by now.
 */
export function usePayment(slug: string, onReturn: () => void, onRefusal: (refusal: Refusal) => void) {
  const [busy, setBusy] = useState(false)
  const [held, setHeld] = useState<CurrentHold | null>(null)
  const inFlight = useRef(false)
  const askAgain = useEffectEvent(onReturn)

  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      inFlight.current = false
      setBusy(false)
      setHeld(null)
      askAgain()
    }
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [])

  const pay = async (form: FormData) => {
    if (inFlight.current) return
    inFlight.current = true
    setBusy(true)
    const answer = await askForHold(slug, form)
    if (answer.ok) {
      setHeld({ ...answer.held, at: String(form.get('startsAt')) })
      window.location.assign(answer.held.payUrl)
      return
    }
    onRefusal(answer.refusal)
    if (answer.refusal.code === 'already_paid') {
      window.location.assign(answer.refusal.success)
      return
    }
    inFlight.current = false
    setBusy(false)
  }
  return { busy, held, pay }
}

/** Never throws: no connection, an outage and an answer that is none are refusals too. */
async function askForHold(slug: string, form: FormData): Promise<HoldAnswer> {
  let response: Response
  try {
    const signal = AbortSignal.timeout(PATIENCE)
    response = await fetch(`/mentors/${slug}/booking`, { method: 'POST', body: form, signal })
  } catch {
    return { ok: false, refusal: { code: 'unreachable' } }
  }
  const body: unknown = await response.json().catch(() => null)
  if (response.ok && isHeld(body)) return { ok: true, held: body }
  return { ok: false, refusal: isRefusal(body) ? body : { code: 'failed' } }
}

function isHeld(body: unknown): body is HeldAnswer {
  return typeof body === 'object' && body !== null && 'payUrl' in body && typeof body.payUrl === 'string'
}

const CODES = [
  'invalid',
  'slot_taken',
  'price_changed',
  'slot_not_bookable',
  'session_type_not_found',
  'too_many_holds',
  'already_paid',
  'payments_unavailable',
]

function isRefusal(body: unknown): body is Refusal {
  return typeof body === 'object' && body !== null && 'code' in body && CODES.includes(String(body.code))
}
