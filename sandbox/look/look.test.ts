import { Hono } from 'hono'
import { html } from 'hono/html'
import { describe, expect, it } from 'vitest'
import { lookFiles, STYLESHEET } from './look.ts'
import { sandboxPage } from './page.ts'

const files = lookFiles()
const css = await (await files.request(STYLESHEET)).text()

const pages = new Hono()
pages.get('/', (c) => sandboxPage(c, { title: 'Mail', notice: 'Nothing here is real.', body: html`<h1>Mail</h1>` }))
const readMark = async (cookie: string) => {
  const page = await (await pages.request('/', { headers: { cookie } })).text()
  return /<html[^>]*>/.exec(page)?.[0]
}

describe('the pages of the sandbox', () => {
  it('have every colour that they use, by day and by night, from the product', () => {
    const used = new Set([...css.matchAll(/var\((--[a-z0-9-]+)\)/g)].map(([, name]) => name!))
    expect(used.size).toBeGreaterThan(5)
    for (const colour of used) expect(css).toMatch(new RegExp(`${colour}: light-dark\\(#[0-9a-f]{6}, #[0-9a-f]{6}\\);`))
  })

  it('have the product’s letters, from addresses of their own', async () => {
    const addresses = [...css.matchAll(/url\('?([^')]+)'?\)/g)].map(([, address]) => address!)
    expect(addresses).toContain('/sandbox/sans-latin.woff2')
    for (const address of addresses) {
      const font = await files.request(address)
      expect(Buffer.from(await font.arrayBuffer()).toString('latin1', 0, 4)).toBe('wOF2')
    }
  })

  it('are drawn by day or by night, as the visitor chose in the product, else as their system is', async () => {
    expect(await readMark('theme=night')).toBe('<html lang="en" data-theme="night">')
    expect(await readMark('theme=day')).toBe('<html lang="en" data-theme="day">')
    expect(await readMark('theme="><script>')).toBe('<html lang="en" >')
    expect(await readMark('')).toBe('<html lang="en" >')
  })
})
