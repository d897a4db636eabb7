/**
 * From a mentor who has nothing to book onto the waitlist, and off it. What is emailed once there is a time is in
 * `server/bookings/waitlist/waitlist.test.ts`; a cohort's waitlist is in `cohorts.spec.ts`.
 */
import { enterAsMentor } from '../support/accounts/demo-mentors.ts'
import { expectNoViolation } from './axe.ts'
import { expect, mailsTo, newContact, scriptsRun, test } from './fixtures.ts'

test.use({ expected: /status of 404/ }) // Once the address is deleted, its link leads to nothing.

test('a visitor joins the waitlist of a mentor without sessions, and takes the address off by a button', async ({
  page,
  newVisitor,
}) => {
  const { email } = newContact()
  await page.goto('/mentors?q=Diego+Fuentes')
  await page.getByRole('link', { name: 'Notify me when there is a time: Diego Fuentes' }).click()
  await scriptsRun(page)
  await page.getByLabel('Your email').fill(email)
  await page.getByRole('button', { name: 'Notify me' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible()

  const [requested] = await mailsTo(page.request, email)
  const link = /\/waiting\?link=\S+/.exec(requested!.text)![0]
  await page.goto(link)
  await scriptsRun(page) // Without them the answer is a new page, which takes no focus.
  await expectNoViolation(page)
  await page.getByRole('button', { name: 'Join waitlist' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You’re on the waitlist' })).toBeVisible()
  await expect(page.locator(':focus')).toContainText('You get one email when Diego Fuentes has a time to book.')

  const mentor = await newVisitor()
  await enterAsMentor(mentor, 'diego-fuentes')
  await mentor.goto('/desk')
  await expect(mentor.getByText('One person waits on your waitlist.')).toBeVisible()

  await page.goto(link)
  await page.getByRole('button', { name: 'Leave the waitlist' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You’ve left the waitlist' })).toBeVisible()
})
