/**
 * A time that is held for this visitor and not paid yet, remembered by this tab: who comes back from the payment page finds
 * their own time taken, and is told by whom. Forgotten as soon as a result page says how it ended.
 */
import { useMemo, useSyncExternalStore } from 'react'

const REMEMBERED = 'hold'

/** `at` is the instant as ISO text. */
export type OwnHold = { slug: string; at: string; payUrl: string; payBefore: string }

export function rememberHold(hold: OwnHold): void {
  try {
    sessionStorage.setItem(REMEMBERED, JSON.stringify(hold))
  } catch {
    // A browser that keeps nothing: the payment page is one step forward.
  }
}

export function forgetHold(): void {
  try {
    sessionStorage.removeItem(REMEMBERED)
  } catch {
    // Then there was nothing to forget.
  }
}

/** Null also once it ran out, and in the server's HTML. */
export function useOwnHold(slug: string): OwnHold | null {
  const text = useSyncExternalStore(onReturn, recall, () => null)
  return useMemo(() => {
    const hold = text ? (JSON.parse(text) as OwnHold) : null
    return hold?.slug === slug ? hold : null
  }, [text, slug])
}

function onReturn(changed: () => void): () => void {
  window.addEventListener('pageshow', changed)
  return () => window.removeEventListener('pageshow', changed)
}

function recall(): string | null {
  try {
    const text = sessionStorage.getItem(REMEMBERED)
    return text && Date.parse((JSON.parse(text) as OwnHold).payBefore) > Date.now() ? text : null
  } catch {
    return null
  }
}
