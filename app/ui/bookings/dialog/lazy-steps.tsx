/**
 * The booking steps are our largest script, so they are loaded late: in the dialog when the user is about to open it,
 * on the booking page after the HTML, which works without them.
 */
import { use, useEffect, type ComponentType } from 'react'
import { fetchUntilAnswered } from '../../browser/unanswered.ts'
import type { BookingStepsProps } from './booking-steps.tsx'

type Steps = ComponentType<BookingStepsProps>

let steps: Steps | null = null
let hydrating: Promise<Steps> | null = null

/** Throws when the script cannot be loaded; the next call tries again. */
export async function loadSteps(): Promise<Steps> {
  steps ??= (await import('./booking-steps.tsx')).BookingSteps
  return steps
}

/** Null until `loadSteps` has succeeded. */
export const loadedSteps = () => steps

/**
 * A promise that never settles keeps its Suspense boundary waiting, and React leaves the server's HTML in it alone. A
 * rejected one would replace a form that works without scripts by an error page (decision 0017).
 */
const keepServerHtml = () => new Promise<never>(() => {})

/** Draws the steps. On the server call `loadSteps` first; in the browser it needs a `Suspense` around it. */
export function LazySteps(props: BookingStepsProps) {
  const Steps = steps ?? use((hydrating ??= loadSteps().catch(keepServerHtml)))
  // oxlint-disable-next-line react/static-components -- A module's own component: it never changes once it is loaded.
  return <Steps {...props} />
}

/**
 * Belongs into the fallback of that `Suspense`. On a page that was reached by a link there is no server HTML to keep: if
 * the script cannot be loaded, the page is reloaded as soon as the server can be reached.
 */
export function ReloadOnFailure() {
  useEffect(() => {
    const left = new AbortController()
    const reload = () => window.location.reload()
    loadSteps()
      .catch(() => fetchUntilAnswered(new Request(window.location.href, { signal: left.signal })).then(reload))
      .catch(() => {}) // The visitor went on to another page.
    return () => left.abort()
  }, [])
  return null
}
