/**
 * Replaces React Router's module of the same name in the browser's build (`vite.config.ts`). React Router reloads the page when
 * the script of a page cannot be loaded, which without a connection leaves nothing on the screen. Decision 0017.
 */
import { createPath, type Path } from 'react-router'
import { fetchUntilAnswered } from './unanswered.ts'

declare global {
  interface Window {
    /** Set by React Router. */
    __reactRouterDataRouter: { state: { navigation: { location?: Path }; revalidation: 'idle' | 'loading' } }
  }
}

type Modules = Record<string, unknown>

/**
 * Loads the script of a page, and waits while there is no connection. If the server no longer has the script, as after a new
 * version, the browser loads the whole page instead.
 */
export async function loadRouteModule(route: { id: string; module: string }, modules: Modules): Promise<unknown> {
  if (route.id in modules) return modules[route.id]
  const load = () => import(/* @vite-ignore */ route.module) as Promise<unknown>
  try {
    return (modules[route.id] = await load().catch(async () => {
      await fetchUntilAnswered(new Request(route.module))
      return load()
    }))
  } catch {
    const { location } = window.__reactRouterDataRouter.state.navigation
    window.location.assign(location ? createPath(location) : window.location.href)
    return new Promise(() => {}) // The document is on its way out: the router must do nothing more.
  }
}
