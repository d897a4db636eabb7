/**
 * Saves a long form as one types: at once in this browser, and after a pause in the account.
 *
 *   typed ─▶ kept here ─ pause ─▶ sent ─▶ saved: no longer kept here
 *                                  ├─ offline, or the server is away ─▶ sent again when the connection is back
 *                                  ├─ signed out ─▶ kept here until they sign in again
 *                                  └─ changed elsewhere ─▶ the sender chooses: theirs or this one
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { keep, readKept, type KeptForm } from './kept-draft.ts'
import type { Typed } from './typed-fields.ts'

/** `where`: `account`, or why it is only here. `at`: an instant; null before anything was saved. */
export type DraftState = {
  where: 'account' | 'offline' | 'away' | 'signed_out'
  at: Date | null
  /** What another tab or device saved meanwhile. */
  newer: { typed: Typed; version: number } | null
}

const PAUSE_MS = 700
const RETRY_MS = 10_000

/** `path`: that takes the draft as JSON. */
type DraftForm = { name: KeptForm; path: string }

/** What the server knows of the draft. `version`: null without one. `savedAt`, `now`: ISO 8601. `restored`: typed before signing in. */
type DraftOffer = {
  account: string | null
  version: number | null
  savedAt: string | null
  restored: boolean
  now: string
}

export function useDraft(form: DraftForm, offer: DraftOffer, typed: Typed, replace: (typed: Typed) => void) {
  const { account } = offer
  const { name, path } = form
  const [state, setState] = useState<DraftState>({
    where: account === null ? 'signed_out' : 'account',
    at: offer.savedAt === null ? null : new Date(offer.savedAt),
    newer: null,
  })
  const now = useClock(offer.now)
  const latest = useRef({ typed, version: offer.version, savedText: serialize(typed), stopped: false })
  const sending = useRef<Promise<Outcome> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const send = useCallback(async () => {
    const at = latest.current
    clearTimeout(timer.current)
    if (account === null || sending.current || at.stopped || serialize(at.typed) === at.savedText) return
    const sent = at.typed
    sending.current = post(path, { account, version: at.version, typed: sent })
    const outcome = await sending.current
    sending.current = null
    if (outcome.code === 'saved') {
      at.version = outcome.version
      at.savedText = serialize(sent)
      setState({ where: 'account', at: new Date(outcome.savedAt), newer: null })
      if (serialize(at.typed) === at.savedText) keep(name, account, null)
      else timer.current = setTimeout(() => void send(), PAUSE_MS)
    } else if (outcome.code === 'changed') {
      setState((before) => ({ ...before, newer: { typed: outcome.fields, version: outcome.version } }))
    } else {
      setState((before) => ({ ...before, where: outcome.code }))
      if (outcome.code !== 'signed_out' && !at.stopped) timer.current = setTimeout(() => void send(), RETRY_MS)
    }
  }, [account, name, path])

  // What was typed before the connection was lost, the page was left or the user signed in.
  useEffect(() => {
    const own = readKept(name, account)
    const asVisitor = account === null ? null : readKept(name, null)
    const found = own ?? asVisitor
    if (!found || serialize(found.typed) === latest.current.savedText) {
      // What the server kept for a visitor belongs to the account from now on.
      if (offer.restored) latest.current.savedText = ''
    } else if (own ? own.version === offer.version : offer.version === null) {
      latest.current.savedText = ''
      replace(found.typed)
    } else {
      setState((before) => ({ ...before, newer: { typed: latest.current.typed, version: offer.version ?? 0 } }))
      replace(found.typed)
    }
    if (asVisitor) keep(name, null, null)
    // oxlint-disable-next-line react/exhaustive-deps -- Once, when the form appears.
  }, [])

  const text = serialize(typed)
  const isConflict = state.newer !== null
  useEffect(() => {
    const at = latest.current
    at.typed = typed
    if (text === at.savedText || at.stopped) return undefined
    const moment = now()
    const isKept = keep(name, account, { typed, version: at.version, at: moment.toISOString() })
    if (isKept) setState((before) => (before.where === 'account' ? before : { ...before, at: moment }))
    if (!isConflict) timer.current = setTimeout(() => void send(), PAUSE_MS)
    return () => clearTimeout(timer.current)
    // oxlint-disable-next-line react/exhaustive-deps -- Whenever the text is another; `typed` is the same then.
  }, [text, isConflict])

  useEffect(() => {
    const goOn = () => void send()
    window.addEventListener('online', goOn)
    return () => {
      window.removeEventListener('online', goOn)
      goOn() // The form is closed: what was typed last is saved without waiting.
      clearTimeout(timer.current)
    }
  }, [send])

  return {
    ...state,
    version: () => latest.current.version,
    /** Settles a conflict: by the newer version, or by what stands in this form. */
    settle(choice: 'newer' | 'this') {
      const { newer } = state
      if (!newer) return
      latest.current.version = newer.version
      if (choice === 'newer') {
        latest.current.savedText = serialize(newer.typed)
        keep(name, account, null)
        replace(newer.typed)
      } else latest.current.savedText = ''
      setState((before) => ({ ...before, newer: null }))
    },
    /** While the form is sent nothing is saved: a draft that came later would outlive it. */
    async stop() {
      latest.current.stopped = true
      clearTimeout(timer.current)
      await sending.current
    },
    /** It could not be sent. */
    goOn() {
      latest.current.stopped = false
      void send()
    },
  }
}

export type Draft = ReturnType<typeof useDraft>

const serialize = (typed: Typed) => JSON.stringify(Object.entries(typed).toSorted(([a], [b]) => (a < b ? -1 : 1)))

type Outcome =
  | { code: 'saved'; version: number; savedAt: string }
  | { code: 'changed'; version: number; fields: Typed }
  | { code: 'offline' | 'away' | 'signed_out' }

async function post(path: string, body: { account: string; version: number | null; typed: Typed }): Promise<Outcome> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.status === 401) return { code: 'signed_out' }
    if (!response.ok && response.status !== 409) return { code: 'away' }
    const result = (await response.json()) as Omit<Extract<Outcome, { version: number }>, 'code'>
    return (response.ok ? { ...result, code: 'saved' } : { ...result, code: 'changed' }) as Outcome
  } catch {
    return { code: 'offline' }
  }
}

/** The product's clock, in the browser: what the server said, and the time since. */
function useClock(then: string): () => Date {
  const [started] = useState(() => performance.now())
  return () => new Date(Date.parse(then) + performance.now() - started)
}
