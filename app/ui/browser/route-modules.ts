/**
 * Replaces React Router's module of the same name in the browser's build (`vite.config.ts`). React Router reloads the page when
 * the script of a page cannot be loaded, which without a connection leaves nothing on the screen. Decision 0017.
 */
import { createPath, matchRoutes, type DataRouter } from 'react-router'
import { fetchUntilAnswered } from './unanswered.ts'

declare global {
  interface Window {
    /** Set by React Router. */
    __reactRouterDataRouter: DataRouter
  }
}

type Modules = Record<string, unknown>

/**
 * Loads the script of a page, and waits while there is no connection. If the server no longer has the script, as after a new
 * version, the browser loads the whole page instead. Never rejects, since React Router would keep that for good: when the
 * visitor stays on their page, this waits until they want to go to this one again.
 */
export async function loadRouteModule(route: { id: string; module: string }, modules: Modules): Promise<unknown> {
  if (route.id in modules) return modules[route.id]
  const load = () => import(/* @vite-ignore */ route.module).catch(() => null) as Promise<unknown>
  const isWanted = () => isOnTheWayTo(route.id)
  let module = await load()
  while (!module) {
    await until(isWanted)
    if (!(await isAnswered(route.module, isWanted))) continue
    module = await load()
    if (module || !isWanted()) continue
    const page = createPath(window.__reactRouterDataRouter.state.navigation.location!)
    if (!(await isAnswered(page, isWanted))) continue
    window.location.assign(page)
    return new Promise(() => {}) // The document is on its way out: the router must do nothing more.
  }
  return (modules[route.id] = module)
}

/** Whether the visitor is on their way to a page of this route. */
function isOnTheWayTo(id: string): boolean {
  const { basename, routes, state } = window.__reactRouterDataRouter
  const { location } = state.navigation
  return location !== undefined && (matchRoutes(routes, location, basename) ?? []).some(({ route }) => route.id === id)
}

/**
 * Waits until the server responds at this address, whatever the status. False when it is wanted no more. Past the browser's cache,
 * which may have a script without those that it imports.
 */
async function isAnswered(address: string, isWanted: () => boolean): Promise<boolean> {
  const left = new AbortController()
  void until(() => !isWanted()).then(() => left.abort())
  try {
    await fetchUntilAnswered(new Request(address, { signal: left.signal, cache: 'reload' }))
    return true
  } catch {
    return false
  }
}

/** Waits until this is true of the router's state. */
async function until(isSo: () => boolean): Promise<void> {
  if (isSo()) return
  await new Promise<void>((done) => {
    const unsubscribe = window.__reactRouterDataRouter.subscribe(() => {
      if (!isSo()) return
      unsubscribe()
      done()
    })
  })
}
