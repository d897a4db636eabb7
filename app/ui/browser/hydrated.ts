import { useEffect, useState, useSyncExternalStore } from 'react'
import { afterPress } from './presses.ts'

const never = () => () => {}

/** True once scripts run. False on the server and while React hydrates, so that its HTML works without scripts. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** True once scripts run and nothing is pressed, for components that replace buttons of the server's HTML (`presses.ts`). */
export function useHydratedAfterPress(): boolean {
  const hydrated = useHydrated()
  const [released, setReleased] = useState(hydrated)
  useEffect(() => afterPress(() => setReleased(true)), [])
  return released
}
