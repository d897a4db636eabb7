/** The page of a moment in which nothing can be served. It needs nothing else of the product, and tries again by itself. */
import { createHash } from 'node:crypto'
import * as m from '#messages/problems'

const STYLE =
  ':root{color-scheme:light dark}body{font:1.125rem/1.5 system-ui,sans-serif;max-width:34rem;margin:20vh auto;padding:0 1.5rem}'

/** The policy of the page's response. */
export const ONE_MOMENT_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Whether it is for a person. Programs, and the browser's router, which keeps its page, get a problem. */
export const wantsPage = ({ method, headers }: Request): boolean =>
  method === 'GET' && (headers.get('accept') ?? '').includes('text/html')

/** `seconds`: until it tries again. */
export function textPage(sentence: string, seconds: number, status: number): Response {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${seconds}">
<title>${m.oneMoment()}</title>
<style>${STYLE}</style>
<h1>${m.oneMoment()}</h1>
<p>${sentence}</p>
</html>`
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(html, { status, headers })
}
