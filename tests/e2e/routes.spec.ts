/** Every address of the specification's table, and the readable names beside them. */
import { expect, scriptsRun, test } from './fixtures.ts'

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

test('every address answers with one main heading', async ({ page }) => {
  test.slow() // One after another.
  for (const [path, heading] of ROUTES) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(200)
    await scriptsRun(page)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
    await expect(page.getByRole('heading', { level: 1, name: heading }), path).toBeVisible()
    await expect(page, path).toHaveTitle(/ · /)
  }
})

test('/mentor_profile without a mentor says that none was given', async ({ page }) => {
  const answer = await page.goto('/mentor_profile')
  expect(answer?.status()).toBe(200)
  await expect(page.getByText('No mentor data provided.')).toBeVisible()
})

test('cohorts are coming soon', async ({ page }) => {
  await page.goto('/cohorts')
  await expect(page.getByText('Coming Soon')).toBeVisible()
})

test.describe('what is not there', () => {
  test.use({ expected: /status of 404/ })

  for (const path of ['/mentors/no-such-mentor', '/mentors/no-such-mentor/book', '/nowhere']) {
    test(`${path} answers 404 with a way on`, async ({ page }) => {
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
      await expect(page.getByRole('main').getByRole('link', { name: 'Find a Mentor' })).toBeVisible()
      await page.getByRole('searchbox', { name: 'Search mentors' }).fill('ananya')
      await page.getByRole('button', { name: 'Search mentors' }).click()
      await expect(page).toHaveURL(/\/mentors\?q=ananya$/)
      await expect(page.getByRole('heading', { name: 'Ananya Rao' })).toBeVisible()
    })
  }
})

test('the same look-up of a mentor leads to one canonical address', async ({ page }) => {
  for (const path of ['/mentor_profile?mentor=farai-moyo', '/mentors/farai-moyo']) {
    await page.goto(path)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/mentors\/farai-moyo$/)
  }
})
