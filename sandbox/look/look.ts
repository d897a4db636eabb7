/**
 * The look of the sandbox's pages: its own rules, with the product's colours and letters, read from the product's own
 * files, so that both stay one.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'

export const STYLESHEET = '/sandbox/sandbox.css'

const STYLES = join(import.meta.dirname, '../../app/ui/styles')
const read = (path: string) => readFileSync(path, 'utf8')

/** `--color-ink: light-dark(…)` and the others of the product. `light-dark` follows `color-scheme`. */
const colours = read(join(STYLES, 'tokens.css')).match(/--color-[a-z0-9-]+: [^;*]+;/g) ?? []

/** Faces of the whole product. Their files have other addresses here: a build gives its own a hash. */
const faces = read(join(STYLES, 'fonts.css')).replaceAll(
  /url\('\.\/fonts\/([a-z-]+\.woff2)[^']*'\)/g,
  "url('/sandbox/$1')",
)

const css = [
  `:root {\n  ${colours.join('\n  ')}\n}`,
  faces,
  ...['sandbox.css', 'records.css'].map((file) => read(join(import.meta.dirname, file))),
].join('\n')

/** GET the stylesheet and the fonts that it names. */
export function lookFiles(): Hono {
  const app = new Hono()
  app.get(STYLESHEET, (c) => {
    c.header('Content-Type', 'text/css; charset=utf-8')
    c.header('Cache-Control', 'no-cache')
    return c.body(css)
  })
  for (const [, name] of faces.matchAll(/url\('\/sandbox\/([^']+)'\)/g)) {
    const font = readFileSync(join(STYLES, 'fonts', name!))
    app.get(`/sandbox/${name}`, (c) => {
      c.header('Content-Type', 'font/woff2')
      c.header('Cache-Control', 'public, max-age=86400')
      return c.body(font)
    })
  }
  return app
}
