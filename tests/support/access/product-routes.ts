/** Every route of the product, read from its own tables of routes. */
import { readFileSync } from 'node:fs'
import { createSite } from '#server/site/site'
import type { App } from '#server/context'
import routes from '../../../app/routes.ts'

type Entry = (typeof routes)[number]

/** "GET /mentors/:slug", and POST for each that has an action. */
export function pageRoutes(): string[] {
  return listPages().flatMap(({ address, text }) => {
    const changes = /^export (async )?(function|const) action\b/m.test(text)
    return [`GET ${address}`, ...(changes ? [`POST ${address}`] : [])]
  })
}

/** The addresses that receive an uploaded file. */
export function uploadAddresses(): string[] {
  return listPages()
    .filter(({ text }) => text.includes('receiveUpload('))
    .map(({ address }) => address)
}

/** `text`: the source of the page's module. */
function listPages(entries: readonly Entry[] = routes, parent = ''): { address: string; text: string }[] {
  return entries.flatMap(({ path = '', index, file, children = [] }) => {
    if (!path && !index) return listPages(children as Entry[], parent) // A frame around pages is not a page.
    const address = `${parent}/${path}`.replace(/\/$/, '') || '/'
    const own = { address, text: readFileSync(`app/${file}`, 'utf8') }
    return [own, ...listPages(children as Entry[], address === '/' ? '' : address)]
  })
}

/** The routes that are not pages. ALL: routes that take any method, and middleware. */
export function otherRoutes(): string[] {
  // The settings that making the routes needs; no request is sent.
  const app = { config: { PUBLIC_URL: 'http://landfall.test', SITE_NAME: 'Landfall' } } as unknown as App
  const site = createSite(app, { pages: () => Promise.reject(new Error('No page is requested')), clientFolder: '.' })
  const found = site.routes.filter(({ path }) => path !== '/*').map(({ method, path }) => `${method} ${path}`)
  return [...new Set(found)]
}
