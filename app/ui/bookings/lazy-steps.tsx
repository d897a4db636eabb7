/**
 * The steps of booking, whose script is the largest there is: fetched when somebody is about to use it, and on the page
 * of its own after what the page can do without it.
 */
import { use, useEffect, type ComponentType } from 'react'
import { fetchUntilAnswered } from '../browser/unanswered.ts'
import type { BookingStepsProps } from './booking-steps.tsx'

type Steps = ComponentType<BookingStepsProps>

let steps: Steps | null = null
let hydrating: Promise<Steps> | null = null

/** Throws when it cannot be fetched; asked again, it tries again. */
export async function fetchSteps(): Promise<Steps> {
  steps ??= (await import('./booking-steps.tsx')).BookingSteps
  return steps
}

/** Null until it is there. */
export const fetchedSteps = () => steps

/**
 * Where the server has fetched them first, which draws them at once. In the browser within a `Suspense`. If they cannot be
 * fetched there, the server's HTML stays, and works without them.
 */
export function LateSteps(props: BookingStepsProps) {
  const Steps = steps ?? use((hydrating ??= fetchSteps().catch(() => new Promise<never>(() => {}))))
  // oxlint-disable-next-line react/static-components -- It is a module's own, whenever it comes.
  return <Steps {...props} />
}

/**
 * In a `Suspense`, its fallback: on a page that did not come from the server, there is nothing that works without them. The
 * server is asked for the page once it can be reached.
 */
export function ReloadOnFailure() {
  useEffect(() => {
    const left = new AbortController()
    const reload = () => window.location.reload()
    fetchSteps()
      .catch(() => fetchUntilAnswered(new Request(window.location.href, { signal: left.signal })).then(reload))
      .catch(() => {}) // The visitor went on to another page.
    return () => left.abort()
  }, [])
  return null
}
