/** Pages as the page cache meets them: answers of which a test says what they hold, and how often they were drawn. */
import { createSite, type Pages } from '#server/http/site'
import { nonceContext } from '#server/context'
import type { TestApp } from '../product/app.ts'

export const HTML = { 'content-type': 'text/html; charset=utf-8' }
export const LIST = 'A list of mentors. '.repeat(200)

type Answer = (drawing: number, ...asked: Parameters<Pages>) => Response | Promise<Response>

/** Sites that keep every request that a page was drawn from. By default a page has a script that says which drawing it is of. */
export const drawnPages = (test: TestApp) => (answer?: Answer) => {
  const drawn: Request[] = []
  const pages: Pages = async (request, context) => {
    drawn.push(request)
    if (answer) return answer(drawn.length, request, context)
    const script = `<script nonce="${context.get(nonceContext)}">start(${drawn.length})</script>`
    return new Response(LIST + script, { headers: HTML })
  }
  const site = createSite(test.app, { pages, clientFolder: null })
  const get = async (path = '/mentors', headers: Record<string, string> = {}) => site.request(path, { headers })
  return { site, drawn, get }
}

export const served = (answer: Response) => answer.headers.get('server-timing')
export const policyOf = (answer: Response) => answer.headers.get('content-security-policy')
