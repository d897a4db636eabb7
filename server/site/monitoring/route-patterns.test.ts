import { describe, expect, it } from 'vitest'
import { patternsOfPages, routeFinder } from '#server/site/monitoring/route-patterns'

const findRoute = routeFinder([
  '/',
  '/mentors',
  '/mentors/:slug',
  '/mentors/:slug/book',
  '/mentors/in/:destination',
  '/assets/*',
  '/api/*',
  '/api/mentors/:slug/slots',
  '/:file{[^/]+\\.[^/]+}',
  '/:file{sitemap-[1-9][0-9]{0,3}\\.xml}',
  '/*',
  '*',
])

describe('the route of a path', () => {
  it.each([
    ['/', '/'],
    ['/_.data', '/'],
    ['/Mentors.data', '/mentors'],
    ['/mentors/in', '/mentors/:slug'],
    ['/mentors/in/book', '/mentors/in/:destination'],
    ['/mentors/ada/book', '/mentors/:slug/book'],
    ['/mentors/ada/book/late', '/…'],
    ['/assets/fonts/a.woff2', '/assets/*'],
    ['/api/mentors/ada/slots', '/api/mentors/:slug/slots'],
    ['/api/mentors/ada', '/api/*'],
    ['/grace@example.com', '/:file'],
    ['/grace', '/…'],
    ['/__proto__', '/…'],
    ['/%E0%A4%A', '/…'],
    [`/${'a/'.repeat(8_000)}`, '/…'],
  ])('%s is %s', (path, route) => {
    expect(findRoute(path)).toBe(route)
  })

  it('is one of the patterns, however many paths are made up', () => {
    const parts = ['mentors', 'in', 'book', 'assets', 'api', 'slots', 'ada', 'x.xml', '']
    const paths = parts.flatMap((one) => parts.flatMap((two) => parts.map((three) => `/${one}/${two}/${three}`)))
    expect(new Set(paths.map(findRoute)).size).toBeLessThanOrEqual(10)
  })

  it('is the pattern of a page with those above it', () => {
    const pages = {
      root: { path: '' },
      'routes/page': { parentId: 'root' },
      home: { parentId: 'routes/page' },
      desk: { parentId: 'routes/page', path: 'desk' },
      hours: { parentId: 'desk', path: 'hours/:day' },
      missing: { parentId: 'routes/page', path: '*' },
    }
    expect(patternsOfPages(pages)).toEqual(['/', '/', '/', '/desk', '/desk/hours/:day', '/*'])
  })
})
