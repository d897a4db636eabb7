/**
 * What is typed, chosen or sent before the page's scripts run, as on a slow line: it is taken up once they do, and an answer
 * stays.
 */
import type { Page } from '@playwright/test'
import { LONG } from '../support/halves.ts'
import {
  chooseSession,
  chooseTime,
  expect,
  expectDetails,
  next,
  pay,
  priya,
  scriptsRun,
  terms,
  test,
  typeDetails,
} from './fixtures.ts'
import { main, newPerson, profileIcon, signUp, typeIn } from './people.ts'

/** Keeps the scripts of every page away until the function that it returns is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** On a first visit the page's data are loaded again as soon as its scripts know the time zone. */
async function letScriptsRun(page: Page, release: () => void): Promise<void> {
  const loadedAgain = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('.data'))
  release()
  await scriptsRun(page)
  await (await loadedAgain).finished()
  await page.waitForFunction(() => window.__reactRouterDataRouter.state.revalidation === 'idle')
}

test('the answer to a sign-up stays', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/sign-up')
  const person = newPerson()
  await main(page).getByLabel('Name').fill(person.name)
  await typeIn(main(page), person)
  await main(page).getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await letScriptsRun(page, release)
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click()
  await expect(page).toHaveURL('/faq')
  await page.goBack()
  await expect(main(page).getByLabel('Name'), 'another visit begins with an empty form').toHaveValue('')
})

test('an answer is not shown to the next person who signs in', LONG, async ({ page, context, request }) => {
  await page.goto('/forgot-password')
  await scriptsRun(page)
  await main(page).getByLabel('Email').fill('somebody.else@example.com')
  await main(page).getByRole('button', { name: /link/i }).click()
  await expect(main(page)).toContainText('somebody.else@example.com')
  await signUp(await context.newPage(), request, newPerson())
  await expect(profileIcon(page)).toBeVisible()
  await expect(main(page)).not.toContainText('somebody.else@example.com')
})

test.describe('of a booking', () => {
  test.use({ expected: /status of 400/ })

  test('what is wrong with it, its time and what was typed stay', async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto('/mentors/jomar-villanueva/book')
    await chooseSession(page)
    await chooseTime(page)
    await next(page).click()
    await page.getByLabel('What would you like to talk about?').fill('Flats in Auckland')
    await pay(page).click()
    await expect(page.getByRole('alert').getByRole('link')).toHaveCount(4)
    await letScriptsRun(page, release)
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
    await chooseSession(page)
    await chooseTime(page)
    await next(page).click()
    await typeDetails(page, priya)
    await terms(page).check()
    await letScriptsRun(page, release)
    await expectDetails(page, priya)
    await expect(terms(page)).toBeChecked()
    await pay(page).click()
    await expect(page.getByRole('heading', { name: /^Pay £/ })).toBeVisible()
  })

  test('begins on its page where the scripts of the dialog are not there yet', LONG, async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto('/mentors/jomar-villanueva')
    await page
      .getByRole('button', { name: /^Book Now/ })
      .filter({ visible: true })
      .first()
      .click()
    await expect(page).toHaveURL(/\/mentors\/jomar-villanueva\/book/)
    const at = await chooseTime(page)
    await letScriptsRun(page, release)
    await expect(page.locator('input[name=at]:checked')).toHaveValue(at)
    await next(page).click()
    await expect(page.getByText('Step 2 of 2')).toBeVisible()
  })
})

test.describe('on the list', () => {
  const list = (page: Page) => main(page).getByRole('status')

  test('words that are typed, a filter and an order are searched for', async ({ page }) => {
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
    await expect(list(page)).not.toHaveText('24 mentors')
    await expect(page.getByRole('searchbox', { name: 'Search mentors' })).toHaveValue('visa')
    await expect(page.getByRole('checkbox', { name: /^Australia/ }).first()).toBeChecked()
    await expect(page.getByLabel('Sort by')).toHaveValue('price')
    await page.goBack()
    await expect(page, 'no step of the history shows the list that was not asked for').not.toHaveURL(/mentors/)
  })

  test('a move that is chosen groups the list', LONG, async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto('/mentors?moving_from=IN')
    await page.locator('select[name=moving_to]').selectOption({ label: 'United Kingdom' })
    release()
    await expect(page).toHaveURL('/mentors?moving_from=IN&moving_to=GB')
    await expect(list(page)).toContainText('made your crossing')
  })
})
