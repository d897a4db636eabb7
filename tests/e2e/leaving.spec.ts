/** Leaving: a guest erases a booking, a member closes their account and reopens it. */
import { makeAccount } from '../support/accounts/account-journey.ts'
import { makeBooking } from '../support/bookings/booking-journey.ts'
import { longIf } from '../support/halves.ts'
import { expectNoViolation } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { mailedLink, main, opener, profileIcon, typeIn } from './people.ts'
import { spills } from './public-pages.ts'

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with scripts ${javaScriptEnabled ? 'on' : 'off'}`, longIf(!javaScriptEnabled), () => {
    test.use({ javaScriptEnabled, expected: /status of 404/ })

    test('a guest erases a booking by its link, after seeing what goes back, and the link opens nothing then', async ({
      page,
      request,
    }) => {
      const { link } = await makeBooking(request, 'wanjiru-kamau')
      await page.goto(link)
      await page.getByRole('link', { name: 'Delete my data' }).click()
      await expect(page.getByText(/The session is cancelled\. If you cancel now, all £\d+/)).toBeVisible()
      if (javaScriptEnabled) await expectNoViolation(page)
      expect(await spills(page)).toEqual([])
      await page.getByRole('button', { name: 'Cancel and erase my data' }).click()
      await expect(page.getByRole('heading', { name: 'Your data was deleted' })).toBeVisible()
      await page.goto(link)
      await expect(page.getByRole('heading', { name: 'We can’t open this booking' })).toBeVisible()
    })
  })
}

test('a member closes their account and reopens it by the email', async ({ page, request }) => {
  const person = await makeAccount(page)
  await page.goto('/account')
  await page.getByRole('link', { name: 'Close my account' }).click()
  await expect(page.getByRole('heading', { name: 'After 7 days' })).toBeVisible()
  await page.getByRole('button', { name: 'Close my account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is closed' })).toBeVisible()
  await expect(opener(page)).toBeVisible()

  const link = await mailedLink(request, person.email, '/reopen')
  for (const _visit of ['an email scanner', 'the person']) await page.goto(link)
  await page.getByRole('button', { name: `Reopen the account of ${person.email}` }).click()
  await expect(page.getByRole('heading', { name: 'Account reopened' })).toBeVisible()
  await page.goto('/sign-in')
  await typeIn(main(page), person)
  await main(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(profileIcon(page)).toBeVisible()
})
