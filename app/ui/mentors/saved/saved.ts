/**
 * Which mentors the reader has saved. Public pages are one for all visitors, so this is known in the browser only: from a
 * cookie, and for who is signed in from the frame's data.
 */
import { useSyncExternalStore } from 'react'
import { useSite } from '../../layout/site.ts'
import type { Said } from './ways.ts'

/** What was pressed on this page, by reader and mentor. */
const pressed = new Map<string, boolean>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** As `savedOfCookie` on the server. */
const inCookie = (slug: string) =>
  /(?:^|; )saved=([^;]*)/.exec(document.cookie)?.[1]?.split('.').includes(slug) ?? false

/** Whether a mentor is saved, and the function that changes it, at once and then on the server. */
export function useSaved(slug: string): { saved: boolean; toggle: () => Promise<Said> } {
  const session = useSite()?.session
  const key = `${session?.reader} ${slug}`
  const kept = session?.saved.includes(` ${slug} `)
  const saved = useSyncExternalStore(
    subscribe,
    () => pressed.get(key) ?? kept ?? inCookie(slug),
    () => kept ?? false,
  )
  const show = (now: boolean) => {
    pressed.set(key, now)
    for (const listener of listeners) listener()
  }
  const toggle = () => {
    show(!saved)
    const undo = () => show(saved)
    return import('./ways.ts')
      .then(({ save }) => save(slug, !saved, undo))
      .catch((error: unknown) => {
        undo() // The script did not arrive.
        throw error
      })
  }
  return { saved, toggle }
}
