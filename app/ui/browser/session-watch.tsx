/**
 * Keeps the frame true to who is signed in, when that changes elsewhere: in another tab, by the time a session lasts, or
 * while this page lay in the browser's cache for going back. Each answer to the router names its reader, and tabs tell one
 * another, so nobody asks for it alone. Where the reader is another than the frame shows, the frame's data are asked for.
 */
import { useEffect, useSyncExternalStore } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { useSite } from '../layout/site.ts'

const CHANNEL = 'session'

const listeners = new Set<() => void>()
let shown: string | null = null
let outdated = false

/** What the frame shows of its reader may be untrue. */
export const isOutdated = () => outdated

function setOutdated(now: boolean): void {
  outdated = now
  for (const listener of listeners) listener()
}

/** `identityOf` in `domain/accounts/account.ts`; null for a visitor. */
function hear(reader: string | null): void {
  if (reader !== shown) setOutdated(true)
}

/** Reads whom an answer of the pages was for. */
export function hearReader({ headers }: Response): void {
  if (headers.has('x-remix-response')) hear(headers.get('x-reader'))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function SessionWatch() {
  const site = useSite()
  const { state: navigation } = useNavigation()
  const { state: revalidation, revalidate } = useRevalidator()
  const isUntrue = useSyncExternalStore(subscribe, isOutdated, () => false)

  // Whenever the frame's data have come. A page that is put by hears nobody, and asks when it is back.
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    shown = site?.session?.reader ?? null
    setOutdated(false)
    channel.addEventListener('message', ({ data }: MessageEvent<string | null>) => hear(data))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel reaches its own origin only.
    channel.postMessage(shown)
    const putBy = () => channel.close()
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setOutdated(true)
    }
    window.addEventListener('pagehide', putBy)
    window.addEventListener('pageshow', comeBack)
    return () => {
      putBy()
      window.removeEventListener('pagehide', putBy)
      window.removeEventListener('pageshow', comeBack)
    }
  }, [site])

  useEffect(() => {
    // Asked once more, since the data may have come with this very drawing.
    if (isUntrue && isOutdated() && navigation === 'idle' && revalidation === 'idle') void revalidate()
  }, [isUntrue, navigation, revalidation, revalidate])
  return null
}
