import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether scripts run here. False in the server's HTML, so that what needs no script also works without. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
