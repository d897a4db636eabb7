/**
 * A heart in the corner of a mentor's card. The page is one for all visitors, so scripts draw it; and they are loaded once
 * the user moves on the page, since the list's first script has no room left.
 */
import { useSyncExternalStore } from 'react'

let live: typeof import('./live-heart.tsx') | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  if (listeners.size === 0)
    for (const sign of ['pointermove', 'touchstart', 'scroll', 'keydown']) addEventListener(sign, load, { once: true })
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Without an answer the cards stay without it; the next sign asks again. */
async function load(): Promise<void> {
  live ??= await import('./live-heart.tsx').catch(() => null)
  for (const listener of listeners) listener()
}

export function SaveHeart({ mentor: { slug, name } }: { mentor: { slug: string; name: string } }) {
  const script = useSyncExternalStore(
    subscribe,
    () => live,
    () => null,
  )
  return script && <script.LiveHeart slug={slug} name={name} />
}
