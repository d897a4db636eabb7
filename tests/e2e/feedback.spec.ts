/** Published feedback on the pages for choosing a mentor. The demo's mentors have some. */
import { expect, test } from './fixtures.ts'

test('the list says how a mentor is rated and by how many, and their page what people said, newest first', async ({
  page,
}) => {
  await page.goto('/mentors')
  const row = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(row('Wanjiru Kamau')).toContainText('4.7 (9)')
  await expect(row('Wanjiru Kamau')).toContainText('Rated 4.7 of 5 stars, 9 sessions reviewed')
  await expect(row('Harpreet Gill')).not.toContainText('Rated')

  await page.goto('/mentors/wanjiru-kamau')
  await expect(page.getByText('9 sessions reviewed')).toBeVisible()
  const said = page.locator('.said > li')
  await expect(said).toHaveCount(9)
  const given = page.getByRole('list', { name: 'Ratings' }).getByRole('listitem')
  await expect(given).toHaveText(['5 stars7', '4 stars1', '3 stars1', '2 stars0', '1 star0'])
  await expect(page.getByRole('list', { name: 'Verified' })).toContainText('9 sessions held')
  await expect(said.first()).toContainText('5 of 5 stars')
  await expect(said.first()).toContainText('Achieng O.')
  await expect(said.first()).toContainText(
    /completed session · A nursing licence in Ontario: my order of steps · [A-Z][a-z]+ 20\d\d/,
  )
})

test('it contains no last name, address or hour', async ({ request }) => {
  const html = await (await request.get('/mentors/wanjiru-kamau')).text()
  expect(html).toContain('Achieng O.')
  for (const detail of [/otieno/i, /@example\.com/, /\+44 7700/, /Africa\/Nairobi/]) expect(html).not.toMatch(detail)
})

test('the page of a mentor without feedback says so, and how it changes', async ({ page }) => {
  await page.goto('/mentors/harpreet-gill')
  const region = page.getByRole('region', { name: 'Feedback' })
  await expect(region).toContainText('No feedback submitted.')
  await expect(region).toContainText('people who had a session with Harpreet Gill')
  await expect(page.getByText('sessions reviewed')).toHaveCount(0)
})
