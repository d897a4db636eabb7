/** A form that is sent before the page's scripts run, as on a slow line: its answer stays once they do. */
import type { Page } from '@playwright/test'
import { chooseSession, chooseTime, expect, next, pay, scriptsRun, test } from './fixtures.ts'
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

test('an answer is not shown to the next person who signs in', async ({ page, context, request }) => {
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
})
