/** What the frame says of who is signed in, when that changes in another tab, by time or behind a page's back. */
import type { Page } from '@playwright/test'
import { LONG, longIf } from '../support/halves.ts'
import {
  chooseSession,
  chooseTime,
  expect as expectIn,
  isIdle,
  isReceived,
  next,
  openBooking,
  scriptsRun,
  test,
} from './fixtures.ts'
import { main, newPerson, opener, profileIcon, signOut, signUp, typeIn } from './people.ts'

test.describe.configure({ mode: 'parallel' })
const expect = expectIn.configure({ timeout: 15_000 }) // Many steps, each of which a busy machine may delay.

test('a sign-out in one tab is seen in another at once, and a sign-in too', async ({ page, context, request }) => {
  test.slow() // Passwords are hashed three times.
  const person = newPerson()
  await signUp(page, request, person)
  const other = await context.newPage()
  await other.goto('/faq')
  await expect(profileIcon(other)).toBeVisible()
  await scriptsRun(other)

  await signOut(page)
  await expect(opener(other)).toBeVisible()
  await expect(profileIcon(other)).toHaveCount(0)

  await page.goto('/sign-in')
  await typeIn(main(page), person)
  await main(page).getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(profileIcon(page)).toBeVisible()
  await expect(profileIcon(other)).toBeVisible()
  await expect(other.getByRole('heading', { level: 1, name: 'Questions and answers' })).toBeVisible()
})

test('a page of one’s own is left by who signs out in another tab', LONG, async ({ page, context, request }) => {
  await signUp(page, request, newPerson())
  const other = await context.newPage()
  await other.goto('/account')
  await scriptsRun(other)
  await signOut(page)
  await expect(other).toHaveURL('/sign-in?next=%2Faccount')
  await expect(opener(other)).toBeVisible()
  await expect(profileIcon(other)).toHaveCount(0)
})

test(
  'where a session has ended unseen, the next page behind the sign-in shows no account',
  LONG,
  async ({ page, context, request }) => {
    await signUp(page, request, newPerson())
    await page.goto('/faq')
    await scriptsRun(page)
    await context.clearCookies()
    await profileIcon(page).click()
    await page.getByRole('link', { name: 'My account' }).click()
    await expect(page).toHaveURL('/sign-in?next=%2Faccount')
    await expect(opener(page)).toBeVisible()
    await expect(profileIcon(page)).toHaveCount(0)
  },
)

test(
  'where a session has ended unseen, the next public page shows no account',
  LONG,
  async ({ page, context, request }) => {
    await signUp(page, request, newPerson())
    await page.goto('/faq')
    await scriptsRun(page)
    await context.clearCookies()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Mentors' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Mentors' })).toBeVisible()
    await expect(opener(page)).toBeVisible()
    await expect(profileIcon(page)).toHaveCount(0)
  },
)

test(
  'a page that comes back out of the browser’s cache asks who reads it',
  LONG,
  async ({ page, context, request }) => {
    await signUp(page, request, newPerson())
    await page.goto('/about')
    await scriptsRun(page)
    await context.clearCookies()
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect(opener(page)).toBeVisible()
  },
)

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

const openBookingPage = async (page: Page) => {
  await page.goto('/mentors/linh-nguyen/book')
  await scriptsRun(page)
}
const BOOKINGS = [
  { where: 'page', open: openBookingPage },
  { where: 'dialog', open: (page: Page) => openBooking(page, 'Linh Nguyen') },
]

for (const { where, open } of BOOKINGS) {
  test(
    `the booking ${where} forgets the account that is signed out in another tab, and keeps what was typed`,
    longIf(where === 'page'),
    async ({ page, context, request }) => {
      const person = newPerson()
      await signUp(page, request, person)
      const other = await context.newPage()
      await open(other)
      await chooseSession(other)
      await chooseTime(other)
      await next(other).click()
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
}
