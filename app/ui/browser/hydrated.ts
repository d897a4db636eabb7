import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** True once scripts run. False on the server and while React hydrates, so that its HTML works without scripts. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
