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

/** `useHydrated` for what replaces buttons of the server's HTML: true once scripts run and nobody is pressing one of them. */
export function useHydratedAfterPress(): boolean {
  const hydrated = useHydrated()
  const [released, setReleased] = useState(hydrated)
  useEffect(() => afterPress(() => setReleased(true)), [])
  return released
}
