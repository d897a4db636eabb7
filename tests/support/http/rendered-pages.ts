/** A site whose pages a test makes itself, for tests of the page cache. Counts how often a page was rendered. */
import { createSite } from '#server/site/site'
import type { Pages } from '#server/site/pages-in-languages'
import { nonceContext } from '#server/context'
import type { TestApp } from '../product/app.ts'

export const HTML = { 'content-type': 'text/html; charset=utf-8' }
export const LIST = 'A list of mentors. '.repeat(200)

/** `count` is 1 for the first rendering. */
type Render = (count: number, ...args: Parameters<Pages>) => Response | Promise<Response>

/** `rendered` holds the request of each rendering. By default a page has a script that names its rendering: `start(1)`. */
export const renderedPages = (test: TestApp) => (render?: Render) => {
  const rendered: Request[] = []
  const pages: Pages = async (request, context) => {
    rendered.push(request)
    if (render) return render(rendered.length, request, context)
    const script = `<script nonce="${context.get(nonceContext)}">start(${rendered.length})</script>`
    return new Response(LIST + script, { headers: HTML })
  }
  const site = createSite(test.app, { pages, clientFolder: null })
  const get = async (path = '/mentors', headers: Record<string, string> = {}) => site.request(path, { headers })
  return { site, rendered, get }
}

export const served = (response: Response) => response.headers.get('server-timing')
export const readPolicy = (response: Response) => response.headers.get('content-security-policy')
