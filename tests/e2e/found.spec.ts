/** What search engines and link previews read of a page, and that reading it costs visitors nothing. */
import type { APIRequestContext } from '@playwright/test'
import { splitLanguage } from '#server/platform/language/language-path'
import { ALL_LANGUAGES, FALLBACK } from '../../messages/languages.ts'
import { expect, scriptsRun, test } from './fixtures.ts'

type Fact = Record<string, unknown>

async function readPage(request: APIRequestContext, path: string) {
  const html = await (await request.get(path)).text()
  const first = (pattern: RegExp) => pattern.exec(html)?.[1]
  return {
    html,
    title: first(/<title>([^<]+)/),
    description: first(/<meta name="description" content="([^"]+)"/),
    canonical: first(/<link rel="canonical" href="([^"]+)"/),
    address: first(/<meta property="og:url" content="([^"]+)"/),
    picture: first(/<meta property="og:image" content="([^"]+)"/),
    robots: first(/<meta name="robots" content="([^"]+)"/),
    data: JSON.parse(first(/<script type="application\/ld\+json"[^>]*>([^<]+)/) ?? '{}') as Fact,
  }
}

test('every page of the sitemap names itself, and no two have one title or description', async ({ request }) => {
  const xml = await (await request.get('/sitemap.xml')).text()
  const paths = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
  expect(paths.filter((path) => /^\/mentors\/[^/]+$/.test(path))).toHaveLength(24)
  // Each crossing and destination is looked at in `landing.spec.ts`, other languages in `translated-pages.spec.ts`.
  const shown = paths.filter(
    (path) => !/^\/mentors\/(in|from)\//.test(path) && splitLanguage(path, ALL_LANGUAGES).language === FALLBACK,
  )
  const titles = new Set<unknown>()
  const descriptions = new Set<unknown>()
  for (const path of shown) {
    const { title, description, canonical, address, robots } = await readPage(request, path)
    expect(new URL(canonical!).pathname, path).toBe(path)
    expect(address).toBe(canonical)
    expect(robots, path).toBeUndefined()
    titles.add(title)
    expect(description?.length, path).toBeGreaterThan(40)
    descriptions.add(description)
  }
  expect(titles.size).toBe(shown.length)
  expect(descriptions.size).toBe(shown.length)
})

test('pages that belong to one visitor are not indexed', async ({ request }) => {
  for (const path of ['/cancel', '/problem', '/success', '/AdminLogin']) {
    const { robots, canonical } = await readPage(request, path)
    expect([robots, canonical], path).toEqual(['noindex', undefined])
  }
})

test('a link to a page is previewed by a picture that exists', async ({ request }) => {
  for (const path of ['/', '/mentors/ananya-rao']) {
    const { picture } = await readPage(request, path)
    const bytes = await (await request.get(picture!)).body()
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], path).toEqual([1200, 630]) // The PNG's own header.
  }
})

test('pages describe to search engines who publishes them, a mentor without a rating, and the questions as shown', async ({
  page,
  request,
}) => {
  const graph = (await readPage(request, '/')).data['@graph'] as Fact[]
  expect(graph.map((part) => part['@type'])).toEqual(['Organization', 'WebSite'])
  const { urlTemplate } = (graph[1]!['potentialAction'] as { target: { urlTemplate: string } }).target
  expect(await (await request.get(urlTemplate.replace('{search_term_string}', 'Ananya'))).text()).toContain(
    'Ananya Rao',
  )

  const { data } = await readPage(request, '/mentors/ananya-rao')
  expect(data['@type']).toBe('ProfilePage')
  const person = data['mainEntity'] as Fact & { makesOffer: Fact[] }
  expect(person).toMatchObject({
    '@type': 'Person',
    name: 'Ananya Rao',
    jobTitle: 'Data Scientist',
    worksFor: { name: 'NHS England' },
    alumniOf: { name: 'University of Manchester' },
    knowsLanguage: ['English', 'Hindi', 'Marathi'],
  })
  expect(person.makesOffer[0]).toMatchObject({ '@type': 'Offer', price: '45.00', priceCurrency: 'GBP' })
  expect(JSON.stringify(data)).not.toMatch(/rating/i)

  const faq = (await readPage(request, '/faq')).data
  const questions = faq['mainEntity'] as { name: string; acceptedAnswer: { text: string } }[]
  expect(questions).toHaveLength(5)
  await page.goto('/faq')
  for (const { name, acceptedAnswer } of questions) {
    await page.getByText(name, { exact: true }).click()
    await expect(page.getByText(acceptedAnswer.text)).toBeVisible()
  }
})

test('following links between pages adds no script element', async ({ page }) => {
  await page.goto('/')
  await scriptsRun(page)
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'FAQ' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Questions and answers' })).toBeVisible()
  await main.getByRole('link', { name: 'Mentors' }).click()
  await page.getByRole('link', { name: 'View Profile: Ananya Rao' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ananya Rao' })).toBeVisible()
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0)
})
