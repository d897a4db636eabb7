/**
 * Entries of the browser's history that a page has to itself, of which the router must not hear: the steps of a dialog. The
 * frame imports this, and so it runs before the router starts: a window calls its listeners in the order in which they came.
 */
if (!import.meta.env.SSR) addEventListener('popstate', (event) => window.onPageStep?.(event))

declare global {
  interface Window {
    /** Stops events of ways between two entries that are none of the router's. Undefined while no page has such entries. */
    onPageStep?: ((event: PopStateEvent) => void) | undefined
  }
}
