/** From 'Pay' to the payment page: asks the server for a hold and leaves for its checkout, or reports a problem. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { localPath } from '#words/local-path'
import type { BookingProblem } from './booking-problem.ts'
import type { CurrentHold } from './offer.ts'

const TIMEOUT_MS = 30_000 // The server itself gives up on the payment service after a few seconds.

/** The JSON of `POST /mentors/:slug/booking` when the slot is held. */
export type HoldResponse = Omit<CurrentHold, 'at'>
type HoldResult = { ok: true; held: HoldResponse } | { ok: false; problem: BookingProblem }

/**
 * `busy` is true from the press until the browser has left for the payment page, `held` is set once the slot is held.
 * A visitor who comes back by the browser's own button finds the form ready again; `onReturn` then reloads the offer.
 */
export function usePayment(slug: string, onReturn: () => void, onProblem: (problem: BookingProblem) => void) {
  const [busy, setBusy] = useState(false)
  const [held, setHeld] = useState<CurrentHold | null>(null)
  const inFlight = useRef(false)
  const reload = useEffectEvent(onReturn)

  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      inFlight.current = false
      setBusy(false)
      setHeld(null)
      reload()
    }
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [])

  const pay = async (form: FormData) => {
    if (inFlight.current) return
    inFlight.current = true
    setBusy(true)
    const result = await requestHold(slug, form)
    if (result.ok) {
      setHeld({ ...result.held, at: String(form.get('startsAt')) })
      window.location.assign(result.held.payUrl)
      return
    }
    onProblem(result.problem)
    if (result.problem.code === 'already_paid') {
      window.location.assign(result.problem.success)
      return
    }
    inFlight.current = false
    setBusy(false)
  }
  return { busy, held, pay }
}

/** Never throws: no connection, an outage and a response that is not ours are problems too. */
async function requestHold(slug: string, form: FormData): Promise<HoldResult> {
  let response: Response
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    response = await fetch(localPath(`/mentors/${slug}/booking`), { method: 'POST', body: form, signal })
  } catch {
    return { ok: false, problem: { code: 'unreachable' } }
  }
  const body: unknown = await response.json().catch(() => null)
  if (response.ok && isHold(body)) return { ok: true, held: body }
  return { ok: false, problem: isProblem(body) ? body : { code: 'failed' } }
}

function isHold(body: unknown): body is HoldResponse {
  return typeof body === 'object' && body !== null && 'payUrl' in body && typeof body.payUrl === 'string'
}

const CODES = [
  'invalid',
  'email_doubtful',
  'slot_taken',
  'price_changed',
  'no_payment_link',
  'code_not_valid',
  'slot_not_bookable',
  'session_type_not_found',
  'too_many_holds',
  'already_paid',
  'payments_unavailable',
]

function isProblem(body: unknown): body is BookingProblem {
  return typeof body === 'object' && body !== null && 'code' in body && CODES.includes(String(body.code))
}
