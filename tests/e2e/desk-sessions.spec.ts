/** A mentor edits the sessions that people can book. */
import type { APIRequestContext, Page } from '@playwright/test'
import { enterAsMentor } from '../support/accounts/demo-mentors.ts'
import { LONG } from '../support/halves.ts'
import { expectNoViolation } from './axe.ts'
import { expect, scriptsRun, test } from './fixtures.ts'

const SLUG = 'sujata-gurung'
const main = (page: Page) => page.getByRole('main')
const save = (page: Page) => page.getByRole('button', { name: 'Save sessions' }).last()

async function titles(request: APIRequestContext): Promise<string[]> {
  const response = await request.get(`/api/mentors/${SLUG}`)
  const { sessionTypes } = (await response.json()) as { sessionTypes: { title: string }[] }
  return sessionTypes.map(({ title }) => title)
}

async function open(page: Page): Promise<void> {
  await enterAsMentor(page, SLUG)
  await page.goto('/desk/sessions')
  await expect(page.getByRole('heading', { level: 1, name: 'Your sessions' })).toBeVisible()
}

test.describe('a mentor', () => {
  test.use({ expected: /status of 400/ })

  test('adds and removes a session at their price at once, keeps what is wrong, and waits for a new price', async ({
    page,
    request,
  }) => {
    const before = await titles(request)
    await open(page)
    await scriptsRun(page)
    await page.getByRole('button', { name: 'Add a session' }).click()
    await page.getByLabel('Title').last().fill('Reading a lease')
    await save(page).click()
    await expect(main(page)).toContainText('Sessions saved. They’re live on your page.')
    expect(await titles(request)).toEqual([...before, 'Reading a lease'])
    await page.goto('/desk/sessions')
    await scriptsRun(page)
    await page.getByRole('button', { name: `Remove session ${before.length + 1}` }).click()
    await expect(main(page)).toContainText('Session removed.')
    await save(page).click()
    await expect(main(page)).toContainText('Sessions saved.')
    expect(await titles(request)).toEqual(before)

    await page.goto('/desk/sessions')
    await scriptsRun(page)
    await page.getByRole('button', { name: 'Add a session' }).click()
    await page.getByLabel('Title').last().fill('A whole afternoon')
    await page.getByLabel('Price (£)').last().fill('1e3')
    await save(page).click()
    await expect(page.getByRole('alert')).toContainText('We kept what you typed.')
    await expect(page.getByLabel('Price (£)').last()).toBeFocused()
    await expect(page.getByLabel('Title').last()).toHaveValue('A whole afternoon')
    await page.getByLabel('Price (£)').last().fill('90')
    await save(page).click()
    await expect(main(page)).toContainText('New prices are public once we’ve approved them.')
    expect(await titles(request)).toEqual(before)
    await page.goto('/desk/sessions')
    await expect(main(page)).toContainText('New prices are in review.')
  })
})

test(
  'a session that its mentor marks as one on visas says what it is not where it is booked',
  LONG,
  async ({ page }) => {
    await enterAsMentor(page, 'harpreet-gill')
    await page.goto('/desk/sessions')
    await scriptsRun(page)
    await page
      .getByRole('checkbox', { name: /^This session is about visas or permits/ })
      .first()
      .check()
    await save(page).click()
    await expect(main(page)).toContainText('Sessions saved.')
    await page.goto('/mentors/harpreet-gill/book')
    const sessions = main(page)
      .getByRole('listitem')
      .filter({ has: page.locator('a[href*="book?session="]') })
    await expect(sessions).toHaveCount(2)
    await expect(sessions.first()).toContainText('Experience, not immigration advice.')
    await expect(sessions.first().getByRole('link', { name: 'Register of migration agents (OMARA)' })).toBeVisible()
    await expectNoViolation(page)
  },
)

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('sessions are reordered and saved', async ({ page, request }) => {
    const before = await titles(request)
    await open(page)
    await page.getByRole('button', { name: 'Move session 1 down' }).click()
    await expect(page.getByLabel('Title').nth(1)).toHaveValue(before[0]!)
    await save(page).click()
    await expect(main(page)).toContainText('Sessions saved.')
    expect((await titles(request)).slice(0, 2)).toEqual([before[1], before[0]])
  })
})

test('the cancellation policy is chosen on the desk, and said on the mentor’s page', async ({ page }) => {
  await open(page)
  await scriptsRun(page)
  await expect(page.getByRole('radio', { name: 'Flexible' })).toBeChecked()
  await page.getByRole('radio', { name: 'Moderate' }).check()
  await page.getByRole('button', { name: 'Save policy' }).click()
  await expect(main(page)).toContainText('Policy saved. It applies to new bookings.')
  await expect(page.getByRole('radio', { name: 'Moderate' })).toBeChecked()
  await page.goto(`/mentors/${SLUG}`)
  await expect(main(page)).toContainText('Full refund if you cancel up to 72 hours before the session')
})
