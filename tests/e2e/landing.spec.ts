/** Pages about one crossing or destination: their own words, their addresses, and the ways between them. */
import type { APIRequestContext } from '@playwright/test'
import { LONG, longIf } from '../support/halves.ts'
import { expect, scriptsRun, test } from './fixtures.ts'

test.describe.configure({ mode: 'parallel' })

const CROSSING = '/mentors/from/india/to/united-kingdom'
const DESTINATION = '/mentors/in/australia'

async function landingPages(request: APIRequestContext): Promise<string[]> {
  const xml = await (await request.get('/sitemap.xml')).text()
  const paths = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
  return paths.filter((path) => /^\/mentors\/(in|from)\//.test(path))
}

const first = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? ''

test('every crossing and destination of the sitemap has a page with a text of its own', LONG, async ({ request }) => {
  const paths = await landingPages(request)
  expect(paths.length).toBeGreaterThan(30)
  const [titles, descriptions, headings] = [new Set(), new Set(), new Set()]
  for (const path of paths) {
    const answer = await request.get(path, { maxRedirects: 0 })
    expect(answer.status(), path).toBe(200)
    const html = await answer.text()
    expect(new URL(first(html, /<link rel="canonical" href="([^"]+)"/)).pathname).toBe(path)
    expect(html, path).not.toContain('name="robots"')
    titles.add(first(html, /<title>([^<]+)/))
    descriptions.add(first(html, /<meta name="description" content="([^"]+)"/))
    headings.add(first(html, /<h1[^>]*>([^<]+)/))
  }
  for (const each of [titles, descriptions, headings]) expect(each.size).toBe(paths.length)
})

test('a crossing’s page states facts about its mentors, and lists them and no others', async ({ page }) => {
  await page.goto(CROSSING)
  await scriptsRun(page)
  await expect(page).toHaveTitle(/^Mentors who moved from India to the United Kingdom · /)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('From India to the United Kingdom')
  const words = page.getByText('Ananya Rao made this move, from Mumbai to Manchester.')
  await expect(words).toContainText(/ in English, Hindi or Marathi\./)
  await expect(words).toContainText(/The next free time is .+ \(your time\)\.$/)
  await expect(page.getByRole('link', { name: /^View Profile/ })).toHaveText(['View Profile'])
  await expect(page.getByRole('link', { name: 'View Profile: Ananya Rao' })).toBeVisible()
})

test('the footer of every page leads to the crossings, and each of them to similar ones', async ({ page }) => {
  await page.goto('/about')
  await scriptsRun(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Crossings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Crossings' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'To the United Kingdom', exact: true }).click()
  await expect(page).toHaveURL('/mentors/in/united-kingdom')
  await page.getByRole('link', { name: 'India to United Kingdom 1 mentor' }).click()
  await expect(page).toHaveURL(CROSSING)
  await expect(page.getByRole('heading', { level: 1, name: 'From India to the United Kingdom' })).toBeVisible()
  await page.getByRole('link', { name: 'India to Australia 1 mentor' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'From India to Australia' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'To Australia' }).click()
  await expect(page).toHaveURL(DESTINATION)
  await expect(page.getByText('Four mentors here have moved to Australia: from')).toBeVisible()
  await expect(page.getByRole('link', { name: /^View Profile/ })).toHaveCount(4)
  await expect(page.getByRole('searchbox')).toHaveCount(0) // So few need neither search nor order.
})

for (const [width, javaScriptEnabled] of [
  [1440, false],
  [360, true],
] as const) {
  test.describe(`the chart of all crossings at ${width} px`, longIf(width !== 360), () => {
    test.use({ viewport: { width, height: 800 }, javaScriptEnabled })

    test('counts who made each move, and each number leads to the page about it', async ({ page }) => {
      await page.goto('/crossings')
      const chart = page.getByRole('group', { name: 'Crossings by country' })
      const move = chart.getByRole('link', { name: 'India to the United Kingdom: 1 mentor' })
      expect((await move.boundingBox())!.width).toBeGreaterThanOrEqual(24)
      await move.click()
      await expect(page).toHaveURL(CROSSING)
    })
  })
}

test('the page describes its breadcrumb and mentors to search engines', LONG, async ({ request }) => {
  const text = first(await (await request.get(CROSSING)).text(), /<script type="application\/ld\+json"[^>]*>([^<]+)/)
  const { '@graph': graph } = JSON.parse(text) as { '@graph': { '@type': string; itemListElement: object[] }[] }
  expect(graph.map((each) => each['@type'])).toEqual(['BreadcrumbList', 'ItemList'])
  expect(graph[0]!.itemListElement).toMatchObject([
    { name: 'Mentors' },
    { name: 'To the United Kingdom' },
    { name: 'From India', item: expect.stringMatching(CROSSING) as unknown },
  ])
  expect(graph[1]!.itemListElement).toMatchObject([{ name: 'Ananya Rao' }])
})

test('other spellings of an address redirect to one', LONG, async ({ request }) => {
  const others = [`${CROSSING}/`, '/mentors/from/India/to/United-Kingdom', '/Mentors/From/india/To/united-kingdom']
  for (const other of others) {
    const answer = await request.get(`${other}?order=price`, { maxRedirects: 0 })
    expect([answer.status(), answer.headers()['location']], other).toEqual([301, `${CROSSING}?order=price`])
  }
  const answer = await request.get('/mentors/in/AUSTRALIA', { maxRedirects: 0 })
  expect([answer.status(), answer.headers()['location']]).toEqual([301, DESTINATION])
})

test('a searched or ordered page is not indexed, and names the address of the whole page', async ({ request }) => {
  const read = async (path: string) => {
    const html = await (await request.get(path)).text()
    const canonical = first(html, /<link rel="canonical" href="([^"]+)"/)
    return [first(html, /<meta name="robots" content="([^"]+)"/), new URL(canonical).pathname]
  }
  for (const path of [CROSSING, DESTINATION, '/mentors']) {
    for (const query of ['?order=price', '?q=ananya', '?language=en', '?nonsense=1'])
      expect(await read(path + query), path + query).toEqual(['noindex', path])
    expect(await read(path)).toEqual(['', path])
  }
  expect(await read('/mentors?destination=AU')).toEqual(['noindex', '/mentors'])
})

test.describe('what is not there', () => {
  test.use({ expected: /status of 404/ })

  test('a crossing that no mentor made answers 404 and links to similar ones', async ({ page }) => {
    const answer = await page.goto('/mentors/from/iceland/to/australia')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'No mentor has moved from Iceland to Australia yet',
    )
    await expect(page.locator('meta[name=robots][content=noindex]')).toHaveCount(1)
    await page.getByRole('link', { name: 'Mentors who moved to Australia' }).click()
    await expect(page).toHaveURL(DESTINATION)
  })

  for (const path of ['/mentors/in/atlantis', '/mentors/from/india/to/india', '/mentors/in', '/mentors/from/india']) {
    test(`${path} answers 404 with a way on`, async ({ request }) => {
      const answer = await request.get(path)
      expect(answer.status()).toBe(404)
      expect(await answer.text()).toMatch(/<main.*<a [^>]*href="\/mentors"[^>]*>Find a Mentor</s)
    })
  }
})
