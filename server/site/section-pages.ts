/**
 * React Router's request handler, with fewer routes to try. React Router compares an address with all routes, one after the other and
 * twice for each page, and makes an object of each. So each first part of an address, such as `mentors` of /mentors/ada, has a handler
 * with only the routes that can match it.
 */
import { createRequestHandler, type RequestHandler, type ServerBuild } from 'react-router'

type Routes = ServerBuild['routes']

/** A handler that responds as React Router's own for this build. It also takes the request's path below the build's basename. */
export function pagesBySection(build: ServerBuild, mode: 'development' | 'production') {
  const firstParts = new Map(Object.keys(build.routes).map((id) => [id, firstPart(build.routes, id)]))
  const whole = createRequestHandler(build, mode)
  const sections = new Set([...firstParts.values()].filter((part) => part !== null))
  const handlers = new Map(
    [...sections].map((section) => {
      const routes = Object.entries(build.routes).filter(([id]) => [section, null].includes(firstParts.get(id)!))
      return [section, createRequestHandler({ ...build, routes: Object.fromEntries(routes) }, mode)] as const
    }),
  )
  return (path: string, ...requested: Parameters<RequestHandler>): Promise<Response> =>
    (handlers.get(findSection(path)) ?? whole)(...requested)
}

/** In lower case, since paths match without regard to case; empty for the home page. Null if addresses with any first part can match. */
function firstPart(routes: Routes, id: string): string | null {
  const route = routes[id]!
  let path = route.path ?? ''
  for (let parent = route.parentId; parent; parent = routes[parent]!.parentId)
    path = `${routes[parent]!.path ?? ''}/${path}`
  const [first = ''] = path.split('/').filter(Boolean)
  if (first === '') return route.index ? '' : null
  return /^[\w-]+$/.test(first) ? first.toLowerCase() : null
}

/** Data for the browser's router are at the path with `.data`, those of the home page at `/_.data`. */
function findSection(path: string): string {
  if (path === '/' || path === '/_.data') return ''
  return /^\/([\w-]+)(?:\.data$|\/|$)/.exec(path)?.[1]!.toLowerCase() ?? 'none of them'
}
