/** A mentor takes a break, comes back, and leaves. */
import { enterAsMentor } from '../support/accounts/demo-mentors.ts'
import { longIf } from '../support/halves.ts'
import { expect, test } from './fixtures.ts'

const isListed = async (request: import('@playwright/test').APIRequestContext, slug: string) =>
  (await request.get(`/api/mentors/${slug}`)).status()

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', longIf(!javaScriptEnabled), () => {
    test.use({ javaScriptEnabled })

    test('a mentor pauses, is gone from the public pages, and resumes', async ({ page, request }) => {
      await enterAsMentor(page, 'sanne-de-vries')
      await page.goto('/desk/hours')
      await page.getByRole('link', { name: 'Pause bookings...' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Pause bookings' })).toBeVisible()
      expect(await isListed(request, 'sanne-de-vries')).toBe(200)
      await page.getByRole('button', { name: 'Pause bookings' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Your page is paused' })).toBeVisible()
      expect(await isListed(request, 'sanne-de-vries')).toBe(404)
      await page.goto('/desk/hours')
      await page.getByRole('link', { name: 'Paused. Resume...' }).click()
      await page.getByRole('button', { name: 'Resume bookings' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Pause bookings' })).toBeVisible()
      expect(await isListed(request, 'sanne-de-vries')).toBe(200)
    })
  })
}

test.describe('leaving', () => {
  test.use({ expected: /status of 400/ })

  test('for good asks to be sure', async ({ page, request }) => {
    await enterAsMentor(page, 'sanne-de-vries')
    await page.goto('/desk/pause')
    await page.getByRole('button', { name: 'Leave for good' }).click()
    await expect(page.getByRole('alert')).toContainText('Tick the box first')
    expect(await isListed(request, 'sanne-de-vries')).toBe(200)
  })
})
