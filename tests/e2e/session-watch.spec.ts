/** What the frame says of who is signed in, when that changes in another tab, by time or behind a page's back. */
import type { Page } from '@playwright/test'
import { LONG } from '../support/halves.ts'
import { expect as expectIn, isIdle, isReceived, openBooking, scriptsRun, test, chooseUpToDetails } from './fixtures.ts'
import { main, newPerson, opener, profileIcon, signOut, signUp, typeIn } from './people.ts'

test.describe.configure({ mode: 'parallel' })
const expect = expectIn.configure({ timeout: 15_000 }) // Many steps, each of which a busy machine may delay.

test(
  'a sign-out in one tab is seen in another at once, also by a booking’s dialog, and a sign-in too',
  LONG,
  async ({ page, context, request }) => {
    test.slow() // Passwords are hashed three times.
    const person = newPerson()
    await signUp(page, request, person)
    const other = await context.newPage()
    await other.goto('/faq')
    await expect(profileIcon(other)).toBeVisible()
    await scriptsRun(other)
    const own = await context.newPage()
    await own.goto('/account')
    await scriptsRun(own)

    await signOut(page)
    await expect(opener(other)).toBeVisible()
    await expect(profileIcon(other)).toHaveCount(0)
    await expect(own).toHaveURL('/sign-in?next=%2Faccount')
    await expect(opener(own)).toBeVisible()
    await own.close()

    await page.goto('/sign-in')
    await typeIn(main(page), person)
    await main(page).getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(profileIcon(page)).toBeVisible()
    await expect(profileIcon(other)).toBeVisible()
    await expect(other.getByRole('heading', { level: 1, name: 'Questions and answers' })).toBeVisible()

    // The booking dialog forgets the account, and keeps what was typed.
    await openBooking(other, 'Linh Nguyen')
    await chooseUpToDetails(other)
    const name = other.getByLabel('Full name')
    const email = other.getByRole('textbox', { name: 'Email' })
    const topic = other.getByLabel('What would you like to talk about?')
    await expect(name).toHaveValue(person.name)
    await expect(email).toHaveValue(person.email)
    await name.fill('Ravi M. Menon')
    await topic.fill('Flats in Auckland')
    await signOut(page)
    await expect(email).toHaveValue('')
    await expect(name).toHaveValue('Ravi M. Menon')
    await expect(topic).toHaveValue('Flats in Auckland')
  },
)

const unseen: { where: string; leave: (page: Page) => Promise<void>; to: string }[] = [
  {
    where: 'the next page behind the sign-in',
    leave: async (page) => {
      await profileIcon(page).click()
      await page.getByRole('link', { name: 'My account' }).click()
    },
    to: '/sign-in?next=%2Faccount',
  },
  {
    where: 'the next public page',
    leave: (page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Mentors' }).click(),
    to: '/mentors',
  },
  {
    where: 'a page that comes back out of the browser’s cache',
    leave: (page) =>
      page.evaluate(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))),
    to: '/faq',
  },
]

test('where a session has ended unseen, the next page shows no account', LONG, async ({ page, context, request }) => {
  await signUp(page, request, newPerson())
  const cookies = await context.cookies()
  for (const { where, leave, to } of unseen) {
    await context.addCookies(cookies)
    await page.goto('/faq')
    await expect(profileIcon(page)).toBeVisible()
    await scriptsRun(page)
    await context.clearCookies()
    await leave(page)
    await expect(page, where).toHaveURL(to)
    await expect(opener(page), where).toBeVisible()
    await expect(profileIcon(page), where).toHaveCount(0)
  }
})

test('while nothing changes, no session check is made', LONG, async ({ page, context, request }) => {
  await signUp(page, request, newPerson())
  const other = await context.newPage()
  await other.goto('/faq')
  await isIdle(other)
  const requested: string[] = []
  for (const tab of [page, other])
    tab.on('request', (each) => {
      if (/\.data\b/.test(each.url())) requested.push(new URL(each.url()).pathname)
    })
  await page.goto('/terms')
  await isIdle(page)
  await other.bringToFront()
  await other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'About Landfall' })).toBeVisible()
  await isReceived(other)
  expect(requested).toEqual(['/about.data'])
})
