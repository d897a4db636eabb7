/** The page that describes the API. */
import { expect, test } from './fixtures.ts'

test.use({ javaScriptEnabled: false })

test('the API reference describes every operation, leads to each, and its examples work as they are', async ({
  page,
  request,
}) => {
  await page.goto('/faq')
  await page.getByRole('contentinfo').getByRole('link', { name: 'API', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Landfall API' })).toBeVisible()
  const { paths } = (await (await request.get('/api/v1/openapi.json')).json()) as { paths: Record<string, object> }
  const operations = Object.values(paths).flatMap((methods) => Object.keys(methods))
  const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
  await expect(contents).toHaveCount(operations.length + 2) // Keys, and webhooks.
  await contents.first().click()
  const first = page.locator(`[id="${new URL(page.url()).hash.slice(1)}"]`)
  await expect(first.getByRole('heading', { level: 3 })).toBeInViewport()
  for (const language of ['curl', 'JavaScript']) {
    const example = await first.getByRole('region', { name: `Request with ${language}: ` }).textContent()
    const address = /'(http[^']+)'/.exec(example ?? '')?.[1]
    expect((await request.get(address!)).status(), language).toBe(200)
  }
  await first.getByRole('link', { name: /^Try it/ }).click()
  await expect(page.locator('body')).toContainText('"mentors"')
})

test('no name in its tables is broken inside of a word, and no backtick is shown', async ({ page }) => {
  await page.goto('/api/docs')
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const broken = await page
      .locator('tbody th code')
      .evaluateAll((names) =>
        names
          .filter(
            (name) =>
              new Set([...name.getClientRects()].map((line) => Math.round(line.top))).size >
              (name.textContent ?? '').split(/[.-]/).length,
          )
          .map((name) => name.textContent),
      )
    expect(broken, `at ${width} px`).toEqual([])
  }
  const texts = await page.locator('main :not(pre) > code, main p, main td').allTextContents()
  expect(texts.filter((text) => text.includes('`'))).toEqual([])
})
