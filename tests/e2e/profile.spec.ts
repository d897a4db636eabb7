/** One's own mentor profile, before and after becoming a mentor. */
import type { Page } from '@playwright/test'
import { makeAccount, typeSignIn } from '../support/accounts/account-journey.ts'
import { LONG } from '../support/halves.ts'
import { expect, scriptsRun, test } from './fixtures.ts'

const main = (page: Page) => page.getByRole('main')

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill('Priya Sharma')
  await page.getByLabel('Job title').fill('Data analyst')
  await page.getByLabel('Company').fill('Tesco')
  await page.getByLabel('University').fill('University of Leeds')
  await page.getByLabel('LinkedIn URL').fill('https://www.linkedin.com/in/priya-sharma')
  await page.getByLabel('Bio').fill('I moved from Pune to Leeds.')
  await page.getByLabel('Why do you want to mentor?').fill('I wish I had known about council tax.')
  await page.getByLabel('Session price (£)').fill('30')
}

async function saveAndReadAgain(page: Page): Promise<void> {
  await makeAccount(page)
  await page.goto('/profile')
  await expect(main(page)).toContainText('What you save here starts your application.')
  await fillIn(page)
  await page.getByLabel('Phone').fill('+44 113 496 0000')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(main(page)).toContainText('Mentor profile saved successfully!')
  await expect(main(page)).toContainText('It’s part of your application, which you haven’t sent yet.')
  await page.goto('/profile')
  await expect(page.getByLabel('Job title')).toHaveValue('Data analyst')
  await expect(page.getByLabel('Phone')).toHaveValue('+44 113 496 0000')
  await expect(page.getByLabel('Session price (£)')).toHaveValue('30')
}

test('an account without a record saves the beginning of their application', ({ page }) => saveAndReadAgain(page))

test('the words of the bio are counted as one types', LONG, async ({ page }) => {
  await makeAccount(page)
  await page.goto('/profile')
  await scriptsRun(page)
  await page.getByLabel('Bio').fill('word '.repeat(98))
  await expect(main(page).getByText('98 words, 2 more to 100')).toBeVisible()
  await page.getByLabel('Bio').fill('word '.repeat(150))
  await expect(main(page).getByText('150 words, a good length')).toBeVisible()
  await page.getByLabel('Bio').fill('word '.repeat(203))
  await expect(main(page).getByText('203 words, 3 over 200')).toBeVisible()
})

test.describe('what cannot be saved', () => {
  test.use({ expected: /status of 400/ })

  test('is kept, with a message for each field', async ({ page }) => {
    await makeAccount(page)
    await page.goto('/profile')
    await fillIn(page)
    await page.getByLabel('Session price (£)').fill('£45,00')
    await page.getByLabel('LinkedIn URL').fill('http://linkedin.example/priya')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByRole('alert')).toContainText('Error updating profile. Check the fields below.')
    await expect(page.getByLabel('LinkedIn URL')).toBeFocused()
    await expect(page.getByLabel('Session price (£)')).toHaveAccessibleDescription(/Enter 0, or pounds and pence/)
    await expect(page.getByLabel('Bio')).toHaveValue('I moved from Pune to Leeds.')
  })
})

test('what was typed when the session had ended is in the form again', LONG, async ({ page }) => {
  const person = await makeAccount(page)
  await page.goto('/profile')
  await fillIn(page)
  await page.context().clearCookies({ name: 'session' })
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page).toHaveURL('/sign-in?next=%2Fprofile')
  await typeSignIn(page, person)
  await expect(main(page)).toContainText('You were signed out before this was saved.')
  await expect(page.getByLabel('Job title')).toHaveValue('Data analyst')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the profile is saved too', ({ page }) => saveAndReadAgain(page))
})
