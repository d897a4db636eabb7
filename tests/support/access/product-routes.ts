/** Every route of the product, read from its own tables of routes. */
import { readFileSync } from 'node:fs'
import { createSite } from '#server/http/site'
import type { App } from '#server/context'
import routes from '../../../app/routes.ts'

type Entry = (typeof routes)[number]

/** "GET /mentors/:slug", and POST for each that has an action. */
export function pageRoutes(entries: readonly Entry[] = routes, parent = ''): string[] {
  return entries.flatMap(({ path = '', index, file, children = [] }) => {
    if (!path && !index) return pageRoutes(children as Entry[], parent) // A frame around pages is not a page.
    const address = `${parent}/${path}`.replace(/\/$/, '') || '/'
    const changes = /^export (async )?(function|const) action\b/m.test(readFileSync(`app/${file}`, 'utf8'))
    const own = [`GET ${address}`, ...(changes ? [`POST ${address}`] : [])]
    return [...own, ...pageRoutes(children as Entry[], address === '/' ? '' : address)]
  })
}

/** The routes that are not pages. ALL: routes that take any method, and middleware. */
export function otherRoutes(): string[] {
  // The settings that making the routes needs; no request is sent.
  const app = { config: { PUBLIC_URL: 'http://landfall.test', SITE_NAME: 'Landfall' } } as unknown as App
  const site = createSite(app, { pages: () => Promise.reject(new Error('No page is asked for')), clientFolder: '.' })
  const found = site.routes.filter(({ path }) => path !== '/*').map(({ method, path }) => `${method} ${path}`)
  return [...new Set(found)]
}
