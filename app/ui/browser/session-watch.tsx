/**
 * Reloads the data of the frame when the user signs in or out elsewhere: in another tab, because the session ended, or while
 * this page was in the back/forward cache. Every response to the router names its reader in `x-reader`, and tabs notify one
 * another, so no request is made for this alone.
 */
import { useEffect, useSyncExternalStore } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { useSite } from '../layout/site.ts'

const CHANNEL = 'session'

const listeners = new Set<() => void>()
let shown: string | null = null
let outdated = false

/** True when the frame may show another reader than the one who is signed in. */
export const isOutdated = () => outdated

function setOutdated(now: boolean): void {
  outdated = now
  for (const listener of listeners) listener()
}

/** `identityOf` in `domain/accounts/account.ts`; null for a visitor. */
function compare(reader: string | null): void {
  if (reader !== shown) setOutdated(true)
}

/** Notes for whom a response of our pages was made. */
export function noteReader({ headers }: Response): void {
  if (headers.has('x-remix-response')) compare(headers.get('x-reader'))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function SessionWatch() {
  const site = useSite()
  const { state: navigation } = useNavigation()
  const { state: revalidation, revalidate } = useRevalidator()
  const outdatedNow = useSyncExternalStore(subscribe, isOutdated, () => false)

  // Whenever the frame's data have arrived. A page in the back/forward cache hears nothing, and reloads them when it is back.
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    shown = site?.session?.reader ?? null
    setOutdated(false)
    channel.addEventListener('message', ({ data }: MessageEvent<string | null>) => compare(data))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel reaches its own origin only.
    channel.postMessage(shown)
    const close = () => channel.close()
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setOutdated(true)
    }
    window.addEventListener('pagehide', close)
    window.addEventListener('pageshow', comeBack)
    return () => {
      close()
      window.removeEventListener('pagehide', close)
      window.removeEventListener('pageshow', comeBack)
    }
  }, [site])

  useEffect(() => {
    // `isOutdated` again, since the data may have arrived with this very render.
    if (outdatedNow && isOutdated() && navigation === 'idle' && revalidation === 'idle') void revalidate()
  }, [outdatedNow, navigation, revalidation, revalidate])
  return null
}
