/**
 * Plain pages for the sandbox: semantic HTML, one stylesheet, no script, nothing inline, so they fit under a strict
 * CSP.
 */
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { html } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { STYLESHEET } from './look.ts'

/** Markup made by the `html` tag of hono/html, which escapes every value put into it. */
export type Markup = ReturnType<typeof html>

/** A whole page, never cached. `notice` is the line that says that nothing here is real. */
export function sandboxPage(
  c: Context,
  { title, notice, body }: { title: string; notice: string; body: Markup },
  status: ContentfulStatusCode = 200,
) {
  c.header('Cache-Control', 'no-store')
  c.header('X-Robots-Tag', 'noindex')
  const chosen = getCookie(c, 'theme') // By day or by night, as the visitor chose in the product.
  const theme = chosen === 'day' || chosen === 'night' ? html`data-theme="${chosen}"` : ''
  return c.html(
    html`<!doctype html>
      <html lang="en" ${theme}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>${title}</title>
          <link rel="stylesheet" href="${STYLESHEET}" />
        </head>
        <body>
          <header><p>${notice}</p></header>
          <main>${body}</main>
        </body>
      </html>`,
    status,
  )
}
