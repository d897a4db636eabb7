/**
 * What is typed, chosen or sent before the page's scripts run, as on a slow line: it is taken up once they do, and an answer
 * stays.
 */
import type { Page } from '@playwright/test'
import { makeAccount } from '../support/accounts/account-journey.ts'
import { LONG } from '../support/halves.ts'
import {
  chooseSession,
  expect,
  expectDetails,
  isIdle,
  pay,
  priya,
  scriptsRun,
  stepsRun,
  terms,
  test,
  typeDetails,
  chooseUpToDetails,
} from './fixtures.ts'
import { main, newPerson, profileIcon, typeIn } from './people.ts'

/** Keeps the scripts of every page away until the function that it returns is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('the answer to a sign-up stays', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/sign-up')
  const person = newPerson()
  await main(page).getByLabel('Name').fill(person.name)
  await typeIn(main(page), person)
  await main(page).getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  release()
  await isIdle(page)
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click()
  await expect(page).toHaveURL('/faq')
  await page.goBack()
  await expect(main(page).getByLabel('Name'), 'another visit begins with an empty form').toHaveValue('')
})

test('an answer is not shown to the next person who signs in', LONG, async ({ page, context }) => {
  await page.goto('/forgot-password')
  await scriptsRun(page)
  await main(page).getByLabel('Email').fill('someone.else@example.com')
  await main(page).getByRole('button', { name: /link/i }).click()
  await expect(main(page)).toContainText('someone.else@example.com')
  const other = await context.newPage()
  await makeAccount(other)
  await other.goto('/account')
  await expect(profileIcon(page)).toBeVisible()
  await expect(main(page)).not.toContainText('someone.else@example.com')
})

test.describe('of a booking', () => {
  test.use({ expected: /status of 400/ })

  test('what is wrong with it, its time and what was typed stay', async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto('/mentors/jomar-villanueva/book')
    await chooseUpToDetails(page)
    await page.getByLabel('What would you like to talk about?').fill('Flats in Auckland')
    await pay(page).click()
    await expect(page.getByRole('alert').getByRole('link')).toHaveCount(4)
    release()
    await isIdle(page)
    await expect(pay(page), 'the steps are drawn by the script').toBeDisabled()
    await expect(page.getByRole('alert').getByRole('link')).toHaveCount(4)
    await page.getByLabel('Full name').fill('Priya Sharma')
    await expect(page.getByRole('alert').getByRole('link')).toHaveCount(3)
    await expect(page.getByLabel('What would you like to talk about?')).toHaveValue('Flats in Auckland')
    await expect(pay(page)).toBeVisible()
  })

  test('what is chosen and typed before the scripts run is kept, and is paid for', async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto('/mentors/jomar-villanueva/book')
    await chooseUpToDetails(page)
    await typeDetails(page, priya)
    await terms(page).check()
    release()
    await isIdle(page)
    await expectDetails(page, priya)
    await expect(terms(page)).toBeChecked()
    await pay(page).click()
    await expect(page.getByRole('heading', { name: /^Pay £/ })).toBeVisible()
  })

  /** The month after the one that step 1 begins with, with its scripts kept away until the function is called. */
  async function openNextMonth(page: Page): Promise<() => void> {
    await page.goto('/mentors/jomar-villanueva/book')
    await isIdle(page)
    await chooseSession(page)
    const day = await page.getByRole('button', { name: /, chosen$/ }).getAttribute('aria-label')
    const release = await holdScripts(page)
    await page.reload()
    await page.getByRole('button', { name: 'Next month' }).click()
    await expect(page.getByRole('button', { name: day!, exact: true })).toHaveCount(0)
    return release
  }

  test('a day that is pressed by a key while the scripts come is chosen', LONG, async ({ page }) => {
    const release = await openNextMonth(page)
    const day = page.getByRole('button', { name: /, \d free times?$/ }).first()
    const name = (await day.getAttribute('aria-label'))!
    await day.focus()
    await page.keyboard.down(' ')
    release()
    await stepsRun(page)
    await page.keyboard.up(' ')
    await expect(page.getByRole('button', { name: `${name}, chosen` })).toBeVisible()
    await expect(page.getByRole('grid'), 'arrow keys move in the calendar').toBeVisible()
  })

  test('a month that is pressed by the pointer while the scripts come is shown', LONG, async ({ page }) => {
    const release = await openNextMonth(page)
    const month = await page.locator('#booking-month').textContent()
    await page.getByRole('button', { name: 'Previous month' }).hover()
    await page.mouse.down()
    release()
    await stepsRun(page)
    await page.mouse.up()
    await expect(page.getByRole('grid')).toBeVisible()
    await expect(page.getByRole('grid')).not.toHaveAccessibleName(`Free days, ${month}`)
  })
})

test('on the list words that are typed, a filter and an order are searched for', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/mentors')
  await page.getByRole('searchbox', { name: 'Search mentors' }).fill('visa')
  await page
    .getByRole('checkbox', { name: /^Australia/ })
    .first()
    .check()
  await page.getByLabel('Sort by').selectOption('Price: low to high')
  release()
  await expect(page).toHaveURL('/mentors?q=visa&destination=AU&order=price')
  await expect(main(page).getByRole('status')).not.toHaveText('24 mentors')
  await expect(page.getByRole('searchbox', { name: 'Search mentors' })).toHaveValue('visa')
  await expect(page.getByRole('checkbox', { name: /^Australia/ }).first()).toBeChecked()
  await expect(page.getByLabel('Sort by')).toHaveValue('price')
  await page.goBack()
  await expect(page, 'no step of the history shows the list that was not requested').not.toHaveURL(/mentors/)
})
