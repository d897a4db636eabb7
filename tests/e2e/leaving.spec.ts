/** Leaving: a guest erases a booking, a member closes their account and reopens it. */
import { LONG } from '../support/halves.ts'
import { axeOn } from './axe.ts'
import {
  findBookingLink,
  bookUpToPayment,
  expect,
  expectSuccess,
  payByCard,
  PAYS,
  newContact,
  test,
} from './fixtures.ts'
import { mailedLink, main, newPerson, opener, profileIcon, signUp, typeIn } from './people.ts'
import { spills } from './public-pages.ts'

test.describe('a guest', () => {
  test.use({ expected: /status of 404/ })

  test('erases a booking by its link, after seeing what goes back, and the link opens nothing then', async ({
    page,
    request,
  }) => {
    const visitor = newContact()
    await bookUpToPayment(page, 'Wanjiru Kamau', visitor)
    await payByCard(page, PAYS)
    await expectSuccess(page)
    const link = await findBookingLink(request, visitor.email)
    await page.goto(link)
    await page.getByRole('link', { name: 'Delete my data' }).click()
    await expect(page.getByText(/The session is cancelled\. If you cancel now, all £\d+/)).toBeVisible()
    expect((await axeOn(page).analyze()).violations).toEqual([])
    expect(await spills(page)).toEqual([])
    await page.getByRole('button', { name: 'Cancel and erase my data' }).click()
    await expect(page.getByRole('heading', { name: 'Your data was deleted' })).toBeVisible()
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'We can’t open this booking' })).toBeVisible()
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('is erased all the same', LONG, async ({ page, request, newVisitor }) => {
      const booking = await newVisitor({ javaScriptEnabled: true })
      const visitor = newContact()
      await bookUpToPayment(booking, 'Wanjiru Kamau', visitor)
      await payByCard(booking, PAYS)
      await expectSuccess(booking)
      await page.goto(await findBookingLink(request, visitor.email))
      await page.getByRole('link', { name: 'Delete my data' }).click()
      await page.getByRole('button', { name: 'Cancel and erase my data' }).click()
      await expect(page.getByRole('heading', { name: 'Your data was deleted' })).toBeVisible()
    })
  })
})

test('a member closes their account and reopens it by the email', async ({ page, request }) => {
  const person = newPerson()
  await signUp(page, request, person)
  await page.goto('/account')
  await page.getByRole('link', { name: 'Close my account' }).click()
  await expect(page.getByRole('heading', { name: 'After 7 days' })).toBeVisible()
  expect((await axeOn(page).analyze()).violations).toEqual([])
  expect(await spills(page)).toEqual([])
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
