/** The page that describes the API. */
import { expect, test } from './fixtures.ts'

test.use({ javaScriptEnabled: false })

test('the page of the API describes every operation, leads to each, and its examples work as they are', async ({
  page,
  request,
}) => {
  await page.goto('/faq')
  await page.getByRole('contentinfo').getByRole('link', { name: 'API', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Landfall API' })).toBeVisible()
  const { paths } = (await (await request.get('/api/v1/openapi.json')).json()) as { paths: Record<string, object> }
  const operations = Object.values(paths).flatMap((methods) => Object.keys(methods))
  const contents = page.getByRole('navigation', { name: 'Operations' }).getByRole('link')
  await expect(contents).toHaveCount(operations.length)
  await contents.first().click()
  const first = page.locator(`[id="${new URL(page.url()).hash.slice(1)}"]`)
  await expect(first.getByRole('heading', { level: 3 })).toBeInViewport()
  const command = await first.getByRole('region', { name: /^Request: / }).textContent()
  const address = /'(http[^']+)'/.exec(command ?? '')?.[1]
  expect((await request.get(address!)).status()).toBe(200)
})
