/** One's own mentor profile, before and after becoming a mentor. */
import type { Page } from '@playwright/test'
import { makeAccount, typeSignIn } from '../support/accounts/account-journey.ts'
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

const save = (page: Page) => page.getByRole('button', { name: 'Save profile' }).click()

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled, expected: /status of 400/ })

    test('an account without a record saves the beginning of their application, and what cannot be saved is kept', async ({
      page,
    }) => {
      await makeAccount(page)
      await page.goto('/profile')
      await expect(main(page)).toContainText('What you save here starts your application.')
      if (javaScriptEnabled) await scriptsRun(page)
      await fillIn(page)
      await page.getByLabel('Phone').fill('+44 113 496 0000')
      await page.getByLabel('Session price (£)').fill('£45,00')
      await page.getByLabel('LinkedIn URL').fill('http://linkedin.example/priya')
      await save(page)
      await expect(page.getByRole('alert')).toContainText('Error updating profile. Check the fields below.')
      if (javaScriptEnabled) await expect(page.getByLabel('LinkedIn URL')).toBeFocused()
      await expect(page.getByLabel('Session price (£)')).toHaveAccessibleDescription(/Enter 0, or an amount/)
      await expect(page.getByLabel('Bio')).toHaveValue('I moved from Pune to Leeds.')

      await fillIn(page)
      await save(page)
      await expect(main(page)).toContainText('Mentor profile saved successfully!')
      await expect(main(page)).toContainText('It’s part of your application, which you haven’t sent yet.')
      await page.goto('/profile')
      await expect(page.getByLabel('Job title')).toHaveValue('Data analyst')
      await expect(page.getByLabel('Phone')).toHaveValue('+44 113 496 0000')
      await expect(page.getByLabel('Session price (£)')).toHaveValue('30')
    })
  })
}

test('the words of the bio are counted as one types, and the form is filled in again after a session that has ended', async ({
  page,
}) => {
  const person = await makeAccount(page)
  await page.goto('/profile')
  await scriptsRun(page)
  for (const [words, said] of [
    [98, '98 words, 2 more to 100'],
    [150, '150 words, a good length'],
    [203, '203 words, 3 over 200'],
  ] as const) {
    await page.getByLabel('Bio').fill('word '.repeat(words))
    await expect(main(page).getByText(said)).toBeVisible()
  }

  await fillIn(page)
  await page.context().clearCookies({ name: 'session' })
  await save(page)
  await expect(page).toHaveURL('/sign-in?next=%2Fprofile')
  await typeSignIn(page, person)
  await expect(main(page)).toContainText('You were signed out before this was saved.')
  await expect(page.getByLabel('Job title')).toHaveValue('Data analyst')
})
