/** Applying as a mentor: in the dialog, on its page, without scripts, without a connection, and before signing in. */
import type { Page } from '@playwright/test'
import { makeAccount, signInAs, typeSignIn } from '../support/accounts/account-journey.ts'
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
import { LONG } from '../support/halves.ts'
import { expectNoViolation } from './axe.ts'
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
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, expected: /ERR_INTERNET_DISCONNECTED/ })

  test('a member applies in the dialog, and their page says what comes next', async ({ page, context }) => {
    test.slow()
    await makeAccount(page)
    const dialog = await openDialog(page)
    await fillYou(dialog)
    await goOn(dialog, 'Your move')
    await fillMove(dialog)
    await field(dialog, 'moves.0.toCity').fill('Ham')
    // The first to ask for a city waits until all are read.
    await expect(dialog.locator('datalist option', { hasText: /^Hamburg$/ })).toHaveCount(1, { timeout: 30_000 })
    await field(dialog, 'moves.0.toCity').fill(TYPED.move['moves.0.toCity'])
    await goOn(dialog, 'Sessions')
    await fillSessions(dialog)
    const times = dialog
      .getByRole('group', { name: 'When are you usually free?' })
      .getByRole('checkbox', { checked: true })
    await expect(times).toHaveCount(25) // The five starts on weekdays.
    await dialog.getByRole('checkbox', { name: 'Monday, 14:30' }).uncheck()
    await expect(times).toHaveCount(24)
    await dialog.getByRole('button', { name: 'Add a session' }).tap()
    await field(dialog, 'sessions.1.title').fill('German job interviews')
    await dialog.getByRole('button', { name: 'Move session 2 up' }).tap()
    await expect(field(dialog, 'sessions.0.title')).toHaveValue('German job interviews')
    await goOn(dialog, 'Picture')
    await goOn(dialog, 'Check')
    await dialog.getByText('I share experience, I do not give immigration advice').tap()
    await expect(saved(page)).toBeVisible()
    const send = dialog.getByRole('button', { name: 'Send my application' })
    await context.setOffline(true)
    await send.tap()
    await expect(dialog.getByRole('alert')).toContainText('You’re offline. What you typed is still here.')
    await expect(send).toBeEnabled()
    await dialog.getByRole('link', { name: /^You( |$)/ }).tap()
    await field(dialog, 'role').fill('Head physiotherapist')
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await context.setOffline(false)
    await dialog.getByRole('link', { name: /^Check( |$)/ }).tap()
    await send.tap()
    await expect(page.getByText(SUCCESS)).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(status(page)).toContainText('In review')
    await expect(status(page)).toContainText(/reply by \w+day \d+ \w+/)
    expect(await page.evaluate(() => localStorage.getItem('application'))).toBeNull()

    await page.getByText('Withdraw…').tap()
    await page.getByRole('button', { name: 'Withdraw my application' }).tap()
    await expect(status(page)).toContainText('Withdrawn')
    await page.getByRole('link', { name: 'Apply again' }).tap()
    await expect(field(page.getByRole('dialog'), 'role')).toHaveValue('Head physiotherapist')
  })
})

test.describe('what is wrong', () => {
  test.use({ expected: /status of 400/ })

  test('is listed in a summary that takes the focus and leads to each field, on whatever step', async ({ page }) => {
    await makeAccount(page)
    const dialog = await openDialog(page)
    await fillYou(dialog)
    await field(dialog, 'experience').fill('many')
    await dialog.getByRole('button', { name: 'Next: Your move' }).click()
    await expect(dialog.getByRole('alert')).toBeFocused()
    await expect(dialog.getByRole('alert')).toContainText('One answer on this step needs changes.')
    await expect(dialog.getByRole('link', { name: 'You', exact: true })).toHaveAttribute('aria-current', 'step')
    // The step can be left by its line, and is shown as not complete.
    await dialog.getByRole('link', { name: 'Sessions', exact: true }).click()
    await expect(dialog.getByRole('link', { name: 'You (needs answers)', exact: true })).toBeVisible()
    await fillSessions(dialog)
    await field(dialog, 'sessions.0.price').fill('1e3')
    await dialog.getByRole('link', { name: 'Check', exact: true }).click()
    await dialog.getByRole('button', { name: 'Send my application' }).click()
    const summary = dialog.getByRole('alert')
    await expect(summary).toBeFocused()
    await expect(summary).toContainText('Something went wrong. Nothing was sent yet')
    await expect(summary).toContainText('We kept what you typed.')
    await summary.getByRole('link', { name: /^Session 1: Enter 0, or an amount/ }).click()
    await expect(field(dialog, 'sessions.0.price')).toBeFocused()
    await expect(field(dialog, 'sessions.0.price')).toHaveValue('1e3')
    await expect(field(dialog, 'sessions.0.price')).toHaveAccessibleDescription(/an amount between £5 and £1,000/)
    await field(dialog, 'sessions.0.price').fill('10')
    await expect(summary.getByRole('link', { name: /^Session 1/ })).toHaveCount(0)
    await summary.getByRole('link', { name: 'Enter your years of experience as a number' }).click()
    await expect(field(dialog, 'experience')).toBeFocused()
  })
})

test.describe('what is typed', () => {
  test.use({ expected: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of (401|409)/ })

  test('survives a lost connection and a reload, and is saved when the connection is back', async ({
    page,
    context,
  }) => {
    await makeAccount(page)
    const dialog = await openDialog(page)
    await field(dialog, 'role').fill('Physiotherapist')
    await expect(saved(page)).toBeVisible()
    await context.setOffline(true)
    await field(dialog, 'about').fill('Typed in a tunnel')
    await expect(page.getByText(/^Offline\. Saved on this computer at \d\d:\d\d\.$/)).toBeVisible()
    await context.setOffline(false)
    await expect(saved(page)).toBeVisible()
    await context.setOffline(true)
    await field(dialog, 'about').fill('Typed in a second tunnel')
    await expect(page.getByText(/^Offline\./)).toBeVisible()
    // The tab is closed and opened again.
    await page.route('**/become-a-mentor/draft', (route) => route.abort())
    await context.setOffline(false)
    await page.goto('/become-a-mentor/apply')
    await expect(field(page, 'about')).toHaveValue('Typed in a second tunnel')
    await page.unroute('**/become-a-mentor/draft')
    await field(page, 'whyMentor').fill('I wish I had known')
    await expect(saved(page)).toBeVisible()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('application'))).toBeNull()
    await page.reload()
    await expect(field(page, 'about')).toHaveValue('Typed in a second tunnel')
    await expect(field(page, 'whyMentor')).toHaveValue('I wish I had known')
  })

  test(
    'before signing in is in the form afterwards; of two tabs one chooses which counts; none of it stays after signing out',
    LONG,
    async ({ page, context, newVisitor }) => {
      const person = await makeAccount(await newVisitor())
      await page.goto('/become-a-mentor/apply')
      await scriptsRun(page)
      await fillYou(page)
      await page.getByRole('link', { name: 'Check', exact: true }).click()
      await page.getByRole('button', { name: 'Sign in to send it' }).click()
      await expect(page).toHaveURL('/sign-in?next=%2Fbecome-a-mentor%2Fapply')
      await typeSignIn(page, person)
      await expect(page).toHaveURL('/become-a-mentor/apply')
      await expect(page.getByText('You’re signed in.')).toBeVisible()
      await expect(field(page, 'about')).toHaveValue(TYPED.you.about)
      await expect(saved(page)).toBeVisible()

      const other = await context.newPage()
      await other.goto('/become-a-mentor/apply')
      await scriptsRun(other)
      await field(page, 'role').fill('Nurse')
      await expect(saved(page)).toBeVisible()
      await field(other, 'role').fill('Doctor')
      const choice = other.getByRole('alert')
      await expect(choice).toContainText('changed in another tab or on another device')
      await expect(field(other, 'role')).toHaveValue('Doctor')
      await choice.getByRole('button', { name: 'Keep this version' }).click()
      await expect(choice).toBeHidden()
      await expect(saved(other)).toBeVisible()
      await field(page, 'role').fill('Midwife')
      await page.getByRole('alert').getByRole('button', { name: 'Use the newer version' }).click()
      await expect(field(page, 'role')).toHaveValue('Doctor')
      await other.close()

      await page.route('**/become-a-mentor/draft', (route) => route.fulfill({ status: 401, body: '{}' }))
      await field(page, 'about').fill('A secret of mine')
      await expect(page.getByText(/^Not signed in\. Saved on this computer/)).toBeVisible()
      await page.getByRole('button', { name: /^Your account/ }).click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await expect(page.getByRole('button', { name: 'Sign Up / Login' })).toBeVisible()
      expect(await page.evaluate(() => localStorage.getItem('application'))).toBeNull()
      await page.unroute('**/become-a-mentor/draft')
      await page.goto('/become-a-mentor/apply')
      await scriptsRun(page) // An untouched form is kept nowhere.
      await expect(field(page, 'about')).toHaveValue('')
      // What the account had is there again for its owner.
      await signInAs(page, person, '/become-a-mentor/apply')
      await expect(field(page, 'role')).toHaveValue('Doctor')
    },
  )
})

/** A picture with a red left half and a blue right half. */
async function redAndBlue(page: Page): Promise<Buffer> {
  const data = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 800
    canvas.height = 400
    const context = canvas.getContext('2d')!
    context.fillStyle = '#ff0000'
    context.fillRect(0, 0, 400, 400)
    context.fillStyle = '#0000ff'
    context.fillRect(400, 0, 400, 400)
    return canvas.toDataURL('image/png').split(',')[1]!
  })
  return Buffer.from(data, 'base64')
}

test('a picture is cut with the keyboard, uploaded, shown in the preview and removed', LONG, async ({ page }) => {
  await makeAccount(page)
  const dialog = await openDialog(page)
  await dialog.getByRole('link', { name: 'Picture', exact: true }).click()
  const file = dialog.getByLabel('A picture of you')
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await redAndBlue(page) })
  const crop = dialog.getByRole('application', { name: 'Visible part of the picture' })
  await expect(crop).toBeVisible()
  await crop.focus()
  await page.keyboard.press('+')
  for (let pressed = 0; pressed < 30; pressed++) await page.keyboard.press('ArrowRight')
  await expectNoViolation(page)
  await dialog.getByRole('button', { name: 'Use picture' }).press('Enter')
  await expect(dialog.getByText('Picture saved.')).toBeVisible({ timeout: 20_000 })
  const shown = dialog.getByRole('complementary', { name: 'Preview' }).locator('img')
  const address = (await shown.getAttribute('src'))!
  const colour = await shown.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d')!
    context.drawImage(image, 0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data]
  })
  // All of it is from the right half.
  expect(colour[0]).toBeLessThan(40)
  expect(colour[2]).toBeGreaterThan(200)
  expect((await page.request.get(address)).status()).toBe(200)
  await page.reload()
  await page.goto('/become-a-mentor/apply#apply-step-picture')
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByText('Picture removed.')).toBeVisible()
  await expect.poll(async () => (await page.request.get(address)).status()).toBe(404)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, expected: /status of 400/ })

  test('a member applies on the page, with sessions added, moved and removed', async ({ page }) => {
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
    await expect(page.getByText('Draft saved.')).toBeVisible()
    await expect(field(page, 'about')).toHaveValue(TYPED.you.about)
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
    await expect(status(page)).toContainText('In review')
  })
})

test('what is sent to be checked is refused unless every field is text', async ({ request }) => {
  for (const data of [{ price: 45 }, { name: null }, { topics: ['visa'] }, ['visa']]) {
    const response = await request.post('/become-a-mentor/errors', { data })
    expect(response.status(), JSON.stringify(data)).toBe(400)
  }
})
