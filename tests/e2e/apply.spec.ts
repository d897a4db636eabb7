/** Applying as a mentor: in the dialog, on its page, without scripts, without a connection, and before signing in. */
import type { Page } from '@playwright/test'
import { makeAccount } from '../support/accounts/account-journey.ts'
import {
  field,
  fillMove,
  fillSessions,
  fillYou,
  goOn,
  SUCCESS,
  tick,
  TYPED,
} from '../support/mentors/application-journey.ts'
import { axeOn } from './axe.ts'
import { expect, scriptsRun, test } from './fixtures.ts'

test.describe.configure({ mode: 'parallel' })

const status = (page: Page) => page.getByRole('main')
const saved = (page: Page) => page.getByText(/^Saved \d\d:\d\d, as you type$/)

async function openDialog(page: Page) {
  await page.goto('/become-a-mentor')
  await scriptsRun(page)
  await page.getByRole('link', { name: 'Add Mentor Schedule' }).click()
  const dialog = page.getByRole('dialog')
  await expect(field(dialog, 'name')).toBeVisible()
  return dialog
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true })

  test('somebody applies in the dialog, and their page says what comes next', async ({ page }) => {
    await makeAccount(page)
    const dialog = await openDialog(page)
    await fillYou(dialog)
    await goOn(dialog, 'Your move')
    await fillMove(dialog)
    await goOn(dialog, 'Sessions')
    await fillSessions(dialog)
    await dialog.getByRole('button', { name: 'Add a session' }).tap()
    await field(dialog, 'sessions.1.title').fill('German job interviews')
    await dialog.getByRole('button', { name: 'Move session 2 up' }).tap()
    await expect(field(dialog, 'sessions.0.title')).toHaveValue('German job interviews')
    await goOn(dialog, 'Picture')
    await goOn(dialog, 'Check')
    await dialog.getByText('I share experience, I do not give immigration advice').tap()
    await dialog.getByRole('button', { name: 'Send my application' }).tap()
    await expect(page.getByText(SUCCESS)).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(status(page)).toContainText('Waits for review')
    await expect(status(page)).toContainText(/answers by \w+day \d+ \w+/)
    expect(await page.evaluate(() => localStorage.getItem('application'))).toBeNull()

    await page.getByText('Withdraw…').tap()
    await page.getByRole('button', { name: 'Withdraw my application' }).tap()
    await expect(status(page)).toContainText('Withdrawn')
    await page.getByRole('link', { name: 'Apply again' }).tap()
    await expect(field(page.getByRole('dialog'), 'role')).toHaveValue(TYPED.you.role)
  })
})

test.describe('what is wrong', () => {
  test.use({ expected: /status of 400/ })

  test('is told in a summary that takes the focus and leads to each field, on whatever step', async ({ page }) => {
    await makeAccount(page)
    const dialog = await openDialog(page)
    await fillYou(dialog)
    await field(dialog, 'experience').fill('many')
    await dialog.getByRole('link', { name: 'Sessions', exact: true }).click()
    await fillSessions(dialog)
    await field(dialog, 'sessions.0.price').fill('1e3')
    await dialog.getByRole('link', { name: 'Check', exact: true }).click()
    await dialog.getByRole('button', { name: 'Send my application' }).click()
    const summary = dialog.getByRole('alert')
    await expect(summary).toBeFocused()
    await expect(summary).toContainText('Something went wrong. Nothing was sent yet')
    await expect(summary).toContainText('What you typed is kept.')
    await summary.getByRole('link', { name: /^Session 1: Enter 0, or pounds and pence/ }).click()
    await expect(field(dialog, 'sessions.0.price')).toBeFocused()
    await expect(field(dialog, 'sessions.0.price')).toHaveValue('1e3')
    await expect(field(dialog, 'sessions.0.price')).toHaveAccessibleDescription(/such as 45 or 44.50/)
    await field(dialog, 'sessions.0.price').fill('10')
    await expect(summary.getByRole('link', { name: /^Session 1/ })).toHaveCount(0)
    await summary.getByRole('link', { name: 'Enter your years of experience as a number' }).click()
    await expect(field(dialog, 'experience')).toBeFocused()
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, expected: /status of 400/ })

  test('somebody applies on the page, with sessions added, moved and removed', async ({ page }) => {
    await makeAccount(page)
    await page.goto('/become-a-mentor')
    await page.getByRole('link', { name: 'Add Mentor Schedule' }).click()
    await expect(page).toHaveURL('/become-a-mentor/apply')
    await fillYou(page)
    await fillSessions(page)
    await page.getByRole('button', { name: 'Add a session' }).click()
    await field(page, 'sessions.1.title').fill('German job interviews')
    await page.getByRole('button', { name: 'Move session 2 up' }).click()
    await expect(field(page, 'sessions.0.title')).toHaveValue('German job interviews')
    await expect(field(page, 'sessions.1.title')).toHaveValue(TYPED.sessions['sessions.0.title'])
    await page.getByRole('button', { name: 'Remove session 1' }).click()
    await expect(field(page, 'sessions.1.title')).toHaveCount(0)
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByText('Your draft is saved.')).toBeVisible()
    await page.getByRole('button', { name: 'Send my application' }).click()
    const summary = page.getByRole('alert')
    await expect(summary).toContainText('Something went wrong.')
    await expect(summary.getByRole('link', { name: 'Move 1: Enter the move you made' })).toHaveAttribute(
      'href',
      '#apply-moves-0-fromCity',
    )
    await expect(field(page, 'about')).toHaveValue(TYPED.you.about)
    await fillMove(page)
    await tick(page).check()
    await page.getByRole('button', { name: 'Send my application' }).click()
    await expect(page.getByText(SUCCESS)).toBeVisible()
    await expect(status(page)).toContainText('Waits for review')
  })
})

test('the form, its page and its steps have no accessibility faults', async ({ page }) => {
  await makeAccount(page)
  const dialog = await openDialog(page)
  await fillYou(dialog)
  await expect(saved(page)).toBeVisible()
  for (const step of ['Your move', 'Sessions', 'Picture', 'Check']) {
    expect((await axeOn(page).analyze()).violations, step).toEqual([])
    await goOn(dialog, step)
  }
  expect((await axeOn(page).analyze()).violations).toEqual([])
})
