/** What search engines and link previews read of a page, and that reading it costs visitors nothing. */
import type { APIRequestContext, Page } from '@playwright/test'
import { LONG } from '../support/halves.ts'
import { expect, scriptsRun, test } from './fixtures.ts'

type Fact = Record<string, unknown>

async function sitemap(request: APIRequestContext): Promise<string[]> {
  const xml = await (await request.get('/sitemap.xml')).text()
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
}

const head = (page: Page, selector: string, attribute = 'content') => page.locator(selector).getAttribute(attribute)

async function readData(page: Page): Promise<Fact> {
  return JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '') as Fact
}

test(
  'every page of the sitemap names itself, and no two have one title or description',
  LONG,
  async ({ page, request }) => {
    const paths = await sitemap(request)
    const mentors = paths.filter((path) => /^\/mentors\/[^/]+$/.test(path))
    expect(mentors).toHaveLength(24)
    const landings = paths.filter((path) => /^\/mentors\/(in|from)\//.test(path)) // Each is looked at in its own test.
    const many = [...mentors.slice(1, -1), ...landings.slice(1, -1)]
    const shown = paths.filter((path) => !many.includes(path))
    const titles = new Set<string>()
    const descriptions = new Set<string | null>()
    for (const path of shown) {
      expect((await page.goto(path))?.status(), path).toBe(200)
      const canonical = await head(page, 'link[rel=canonical]', 'href')
      expect(new URL(canonical!).pathname, path).toBe(path)
      expect(await head(page, 'meta[property="og:url"]')).toBe(canonical)
      await expect(page.locator('meta[name=robots]')).toHaveCount(0)
      titles.add(await page.title())
      const description = await head(page, 'meta[name=description]')
      expect(description?.length, path).toBeGreaterThan(40)
      descriptions.add(description)
    }
    expect(titles.size).toBe(shown.length)
    expect(descriptions.size).toBe(shown.length)
  },
)

test('pages that belong to one visitor are not indexed', async ({ page }) => {
  for (const path of ['/cancel', '/problem', '/success', '/AdminLogin']) {
    await page.goto(path)
    await expect(page.locator('meta[name=robots][content=noindex]'), path).toHaveCount(1)
    await expect(page.locator('link[rel=canonical]'), path).toHaveCount(0)
  }
})

test('a link to a page is previewed by a picture that exists', async ({ page }) => {
  for (const path of ['/', '/mentors/ananya-rao']) {
    await page.goto(path)
    const address = await head(page, 'meta[property="og:image"]')
    const size = await page.evaluate(async (src) => {
      const picture = new Image()
      picture.src = src!
      await picture.decode()
      return [picture.naturalWidth, picture.naturalHeight]
    }, address)
    expect(size, path).toEqual([1200, 630])
  }
})

test('the home page says who publishes it and how to search it', async ({ page }) => {
  await page.goto('/')
  const graph = (await readData(page))['@graph'] as Fact[]
  expect(graph.map((part) => part['@type'])).toEqual(['Organization', 'WebSite'])
  const { urlTemplate } = (graph[1]!['potentialAction'] as { target: { urlTemplate: string } }).target
  await page.goto(urlTemplate.replace('{search_term_string}', 'Ananya'))
  await expect(page.getByRole('heading', { name: 'Ananya Rao' })).toBeVisible()
})

test('a mentor’s page describes them to search engines and what a session costs, without a rating of the person', async ({
  page,
}) => {
  await page.goto('/mentors/ananya-rao')
  const data = await readData(page)
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
})

test('the FAQ page gives its questions as they are shown', async ({ page }) => {
  await page.goto('/faq')
  const questions = (await readData(page))['mainEntity'] as { name: string; acceptedAnswer: { text: string } }[]
  expect(questions).toHaveLength(5)
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
