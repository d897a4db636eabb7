import { setImmediate } from 'node:timers/promises'
import { runInNewContext } from 'node:vm'
import { lazy, Suspense, type ComponentType } from 'react'
import { createRequestHandler, RouterContextProvider, Scripts, useLoaderData, type ServerBuild } from 'react-router'
import { expect, it } from 'vitest'
import type { FrameReader } from '#server/accounts/sign-in/frame-reader'
import { appContext, cachedPageContext, frameReaderContext, nonceContext, type App } from '#server/context'
import * as entry from './entry.server.tsx'

const Greeting = () => <p>{useLoaderData<{ greeting: string }>().greeting}</p>

function Failing(): never {
  throw new Error('Broken')
}

/** A module that has loaded a moment after it is first requested. */
const loadedLate = () =>
  lazy(async () => {
    await setImmediate()
    return { default: () => <p>Late</p> }
  })

let drawn = 0

type Drawing = { cached?: boolean; greeting?: string; address?: string; nonce?: string; reader?: FrameReader }

/** The response of a site with one page, and what it reports. By default each has an address of its own. */
async function draw(
  Page: ComponentType,
  { cached, greeting = 'Good <day>', address = `/?${(drawn += 1)}`, nonce = 'once', reader }: Drawing = {},
) {
  const Document = () => (
    <html lang="en">
      <body>
        <Page />
        <Scripts />
      </body>
    </html>
  )
  const facts = { id: 'root', path: '*', hasLoader: true, hasAction: false, hasErrorBoundary: true }
  const browser = { hasClientAction: false, hasClientLoader: false, hasClientMiddleware: false, module: '/root.js' }
  const build = {
    entry: { module: entry },
    routes: {
      root: {
        id: 'root',
        path: '*',
        module: { default: Document, ErrorBoundary: () => <p>Failed</p>, loader: () => ({ greeting }) },
      },
    },
    assets: {
      entry: { imports: [], module: '/entry.js' },
      routes: { root: { ...facts, ...browser } },
      url: '/manifest.js',
      version: '1',
    },
    ssr: true,
    future: {},
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as ServerBuild
  const context = new RouterContextProvider()
  const reports: string[] = []
  const outcome = { failed: false, error: null }
  context.set(appContext, { log: { error: (event: string) => reports.push(event) } } as unknown as App)
  context.set(nonceContext, nonce)
  if (reader) context.set(frameReaderContext, () => Promise.resolve(reader))
  if (cached) context.set(cachedPageContext, outcome)
  const response = await createRequestHandler(build, 'production')(new Request(`http://site.test${address}`), context)
  return { status: response.status, html: await response.text(), reports, ...outcome }
}

it('draws a page whole, with its data for the browser', async () => {
  const { status, html, reports } = await draw(Greeting)
  expect([status, reports]).toEqual([200, []])
  expect(html).toMatch(/^<!DOCTYPE html><html lang="en">.*<\/body><\/html>$/s)
  expect(html).toContain('<p>Good &lt;day&gt;</p>')
  expect(html).toMatch(/<script nonce="once">[^<]*enqueue\([^<]*Good \\u003cday\\u003e[^<]*<\/script>/)
  expect(html).toMatch(/<script nonce="once">[^<]*streamController\.close\(\);<\/script>/)
})

it('writes its data so that the browser reads the same, whatever quotes are in them', async () => {
  const Quoting = () => <p>{JSON.stringify(useLoaderData<{ greeting: string }>())}</p>
  const { html } = await draw(Quoting, { greeting: `It's "so" \\ '\\"</script>` })
  const [, text] = /enqueue\(('.*')\)/.exec(html)!
  const written = runInNewContext(text!) as string
  expect(JSON.parse(written)).toContain(`It's "so" \\ '\\"</script>`)
})

it('leaves people’s texts as they are, whatever they have in common with its data', async () => {
  const typed = 'streamController.enqueue('
  const Echoing = () => <input name={typed} className="field" aria-label={`"${typed}"`} />
  const { html } = await draw(Echoing)
  expect(html).toContain(`<input class="field" aria-label="&quot;${typed}&quot;" name="${typed}"/>`)
})

it('draws a page that first has to load a module no less whole, with or without something in its place meanwhile', async () => {
  const [Bare, Within] = [loadedLate(), loadedLate()]
  for (const Page of [
    Bare,
    () => (
      <Suspense fallback="Wait">
        <Within />
      </Suspense>
    ),
  ]) {
    const { status, html, reports } = await draw(Page)
    expect([status, reports]).toEqual([200, []])
    expect(html).toMatch(/^<!DOCTYPE html>.*<p>Late<\/p>.*Good \\u003cday\\u003e.*<\/html>$/s)
    expect(html).not.toContain('Wait')
  }
})

it('reports a part that fails, and leaves it to the browser', async () => {
  const Page = () => (
    <Suspense fallback="Wait">
      <Failing />
    </Suspense>
  )
  const { status, html, reports } = await draw(Page)
  expect([status, reports]).toEqual([200, ['page failed']])
  expect(html).toContain('Wait')
  const cached = await draw(Page, { cached: true })
  expect([cached.failed, cached.reports]).toEqual([true, []])
})

it('reports an outage as what it is, also for the page cache, which does not render that page again', async () => {
  function Away(): never {
    throw Object.assign(new Error('Away'), { code: 'ECONNREFUSED' })
  }
  for (const cached of [false, true]) {
    const { reports } = await draw(Away, { cached })
    expect(new Set(reports)).toEqual(new Set(['database unavailable']))
  }
})

it('reports a page that fails', async () => {
  const { status, reports } = await draw(Failing)
  expect(status).toBe(500)
  expect(reports.length).toBeGreaterThan(0)
})

/** A page that counts how often it is drawn. */
function countDrawings() {
  const drawings: string[] = []
  const Page = () => {
    drawings.push('drawn')
    return <Greeting />
  }
  return { Page, drawings }
}

it('draws a visitor’s page again only once its address or its data are others, and with the nonce of each response', async () => {
  const { Page, drawings } = countDrawings()
  const address = '/mentors'
  const first = await draw(Page, { address, nonce: 'first-nonce' })
  const second = await draw(Page, { address, nonce: 'second-nonce' })
  expect(second.html).toBe(first.html.replaceAll('first-nonce', 'second-nonce'))
  expect(drawings).toHaveLength(1)
  expect((await draw(Page, { address, greeting: 'Good night' })).html).toContain('<p>Good night</p>')
  await draw(Page, { address: '/es/mentors' })
  expect(drawings).toHaveLength(3)
})

it('draws private pages, and those of people who are signed in, each time', async () => {
  const { Page, drawings } = countDrawings()
  const reader = { name: 'Grace' } as FrameReader
  for (const drawing of [{ address: '/bookings/B-2222-2222' }, { address: '/faq', reader }])
    for (let time = 0; time < 2; time += 1) await draw(Page, drawing)
  expect(drawings).toHaveLength(4)
})
