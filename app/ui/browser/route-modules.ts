/**
 * The browser's build has this in place of React Router's module of the same name, which reloads the page whenever a
 * page's script cannot be fetched: without a connection nothing would be left of it.
 * Decision 0017.
 */
import { createPath, type Path } from 'react-router'
import { fetchUntilAnswered } from './unanswered.ts'

declare global {
  interface Window {
    /** React Router's own. */
    __reactRouterDataRouter: { state: { navigation: { location?: Path } } }
  }
}

type Modules = Record<string, unknown>

/** Waits for a connection. Where a script is gone, as after a new version came, the server is asked for the whole page. */
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
    return new Promise(() => {})
  }
}
