/** Every address of the specification's table, and the readable names beside them. */
import type { APIRequestContext } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const ROUTES: [path: string, heading: string][] = [
  ['/', 'Talk to someone who has already made the crossing'],
  ['/mentors', 'Mentors'],
  ['/cohorts', 'Cohorts'],
  ['/contat', 'About Landfall'],
  ['/about', 'About Landfall'],
  ['/Faq', 'Questions and answers'],
  ['/faq', 'Questions and answers'],
  ['/BeOurMentor', 'Be Our Mentor'],
  ['/become-a-mentor', 'Be Our Mentor'],
  ['/AdminLogin', 'Admin sign-in'],
  // Redirected to the admins' sign-in.
  ['/admin-dashboard', 'Admin sign-in'],
  ['/mentor/any', 'Admin sign-in'],
  ['/cohort/any', 'Admin sign-in'],
  ['/mentor_profile?mentor=farai-moyo', 'Farai Moyo'],
  ['/mentors/farai-moyo', 'Farai Moyo'],
  ['/CohortDetailsPage', 'First term in Manchester'],
  ['/profile', 'Sign in'],
  ['/success', 'No payment to show'],
  ['/cancel', 'Payment Canceled'],
  ['/problem', 'Something Went Wrong'],
]

/** The page as the server renders it. */
async function read(request: APIRequestContext, path: string) {
  const response = await request.get(path)
  const html = await response.text()
  const headings = [...html.matchAll(/<h1\b[^>]*>(.*?)<\/h1>/gs)]
  return {
    status: response.status(),
    html,
    headings: headings.map(([, inner = '']) => inner.replaceAll(/<[^>]*>/g, '').trim()),
  }
}

test('every address answers with one main heading', async ({ request }) => {
  for (const [path, heading] of ROUTES) {
    const { status, html, headings } = await read(request, path)
    expect({ status, headings }, path).toEqual({ status: 200, headings: [heading] })
    expect(html, path).toMatch(/<title>[^<]+ · [^<]+<\/title>/)
  }
})

test('/mentor_profile without a mentor says that none was given', async ({ request }) => {
  const { status, html } = await read(request, '/mentor_profile')
  expect(status).toBe(200)
  expect(html).toContain('No mentor data provided.')
})

test('cohorts are coming soon', async ({ request }) => {
  expect((await read(request, '/cohorts')).html).toContain('Coming Soon')
})

test('the same look-up of a mentor leads to one canonical address', async ({ request }) => {
  for (const path of ['/mentor_profile?mentor=farai-moyo', '/mentors/farai-moyo']) {
    expect((await read(request, path)).html).toMatch(/<link rel="canonical" href="[^"]+\/mentors\/farai-moyo"/)
  }
})

test.describe('what is not there', () => {
  test.use({ expected: /status of 404/ })

  test('answers 404 with a way on', async ({ page, request }) => {
    for (const path of ['/mentors/no-such-mentor', '/mentors/no-such-mentor/book'])
      expect(await read(request, path), path).toMatchObject({ status: 404, headings: ['Page not found'] })
    expect((await page.goto('/nowhere'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Find a Mentor' })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search mentors' }).fill('ananya')
    await page.getByRole('button', { name: 'Search mentors' }).click()
    await expect(page).toHaveURL(/\/mentors\?q=ananya$/)
    await expect(page.getByRole('heading', { name: 'Ananya Rao' })).toBeVisible()
  })
})
