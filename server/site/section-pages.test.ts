import type { RouteConfigEntry } from '@react-router/dev/routes'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { expect, it } from 'vitest'
import pages from '../../app/routes.ts'
import { pagesBySection } from '#server/site/section-pages'

const routes: Record<string, object> = {}

/** Each page answers with its name and what its address says. */
function add({ id, file, path, index, children }: RouteConfigEntry, parentId?: string): void {
  const name = id ?? file
  const loader = ({ params }: { params: object }) => new Response(`${name} ${JSON.stringify(params)}`)
  routes[name] = { id: name, parentId, path, index, module: children ? {} : { loader } }
  for (const child of children ?? []) add(child, name)
}
for (const page of pages) add(page)

const build = {
  routes,
  entry: { module: {} },
  assets: { routes: {}, entry: { imports: [], module: '' }, url: '', version: '' },
  ssr: true,
  future: {},
  routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
} as unknown as ServerBuild

const whole = createRequestHandler(build, 'production')
const bySection = pagesBySection(build, 'production')
const read = async (response: Promise<Response>) => [(await response).status, await (await response).text()]

const patterns = Object.values(routes as Record<string, { path?: string }>).flatMap(({ path }) => path ?? [])
const odd = [
  '//',
  '/_.data',
  '//faq',
  '/%66aq',
  '/faq;a=1',
  '/faq/.data',
  '/nothing',
  '/no.data/faq',
  '/faq.data/x',
  '/_',
]

it.each([
  ['pages', patterns.map((pattern) => `/${pattern.replaceAll(/:\w+/g, 'some-text')}`)],
  ['pages of other letters', patterns.map((pattern) => `/${pattern.toUpperCase().replaceAll(/:\w+/g, 'A%20B')}/`)],
  ['what no page is at', patterns.map((pattern) => `/${pattern}/more/than/there/is`)],
  ['odd addresses', ['/', ...odd]],
])('finds %s as React Router does with all routes', async (_, paths) => {
  for (const path of paths) {
    const request = () => new Request(`http://site.test${path}`)
    const found = await read(bySection(new URL(request().url).pathname, request()))
    expect(found, path).toEqual(await read(whole(request())))
  }
})

it('tries the routes of the section, those of every section, and no others', async () => {
  const tried = new Set<string>()
  const counted = Object.entries(routes).map(([id, route]) => {
    const { path } = route as { path?: string }
    const get = () => {
      tried.add(id)
      return path
    }
    return [id, Object.defineProperty({ ...route }, 'path', { get, enumerable: true })] as const
  })
  const handle = pagesBySection({ ...build, routes: Object.fromEntries(counted) } as ServerBuild, 'production')
  tried.clear()
  await handle('/faq', new Request('http://site.test/faq'))
  expect([...tried].toSorted()).toEqual([
    'routes/admin/frame.tsx',
    'routes/page.tsx',
    'routes/public/site/faq.tsx',
    'routes/public/site/not-found.tsx',
  ])
})
