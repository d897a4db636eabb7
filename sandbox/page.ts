/**
 * Plain pages for the sandbox: semantic HTML, one stylesheet, no script, nothing inline, so they fit under a strict
 * CSP.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context, Handler } from 'hono'
import { html } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

export const STYLESHEET = '/sandbox/sandbox.css'

const css = ['sandbox.css', 'records.css']
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  .join('\n')

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
  return c.html(
    html`<!doctype html>
      <html lang="en">
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

/** Serves `STYLESHEET`. */
export const stylesheet: Handler = (c) => {
  c.header('Content-Type', 'text/css; charset=utf-8')
  c.header('Cache-Control', 'no-cache')
  return c.body(css)
}
