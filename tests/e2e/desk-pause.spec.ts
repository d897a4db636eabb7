/** A mentor takes a break, comes back, and leaves. */
import { enterAsMentor } from '../support/accounts/demo-mentors.ts'
import { expect, test } from './fixtures.ts'

test.use({ expected: /status of 400/ })

test('a mentor pauses, is gone from the public pages, resumes, and leaves for good only once sure', async ({
  page,
  request,
}) => {
  const publicStatus = async () => (await request.get('/api/mentors/sanne-de-vries')).status()
  await enterAsMentor(page, 'sanne-de-vries')
  await page.goto('/desk/hours')
  await page.getByRole('link', { name: 'Pause bookings...' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pause bookings' })).toBeVisible()
  expect(await publicStatus()).toBe(200)
  await page.getByRole('button', { name: 'Pause bookings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your page is paused' })).toBeVisible()
  expect(await publicStatus()).toBe(404)
  await page.goto('/desk/hours')
  await page.getByRole('link', { name: 'Paused. Resume...' }).click()
  await page.getByRole('button', { name: 'Resume bookings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pause bookings' })).toBeVisible()
  expect(await publicStatus()).toBe(200)

  await page.getByRole('button', { name: 'Leave for good' }).click()
  await expect(page.getByRole('alert')).toContainText('Tick the box first')
  expect(await publicStatus()).toBe(200)
})
