/** A mentor edits the sessions that people can book. */
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { enterAsMentor } from '../support/accounts/demo-mentors.ts'
import { LONG, longIf } from '../support/halves.ts'
import { axeOn } from './axe.ts'
import { chooseSession, expect, openBooking, scriptsRun, test } from './fixtures.ts'

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

test('a mentor adds a session at their price, which people can book at once, and removes it again', async ({
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
})

test('a new price waits for review, and the page says so', async ({ page, request }) => {
  const before = await titles(request)
  await open(page)
  await scriptsRun(page)
  await page.getByRole('button', { name: 'Add a session' }).click()
  await page.getByLabel('Title').last().fill('A whole afternoon')
  await page.getByLabel('Price (£)').last().fill('90')
  await save(page).click()
  await expect(main(page)).toContainText('New prices are public once we’ve approved them.')
  expect(await titles(request)).toEqual(before)
  await page.goto('/desk/sessions')
  await expect(main(page)).toContainText('New prices are in review.')
})

test(
  'a session that its mentor marks as one on visas says what it is not where it is booked, with and without scripts',
  LONG,
  async ({ page, newVisitor }) => {
    await enterAsMentor(page, 'harpreet-gill')
    await page.goto('/desk/sessions')
    await scriptsRun(page)
    await page
      .getByRole('checkbox', { name: /^This session is about visas or permits/ })
      .first()
      .check()
    await save(page).click()
    await expect(main(page)).toContainText('Sessions saved.')

    const visitor = await newVisitor({ viewport: { width: 360, height: 740 } })
    await openBooking(visitor, 'Harpreet Gill')
    await expectNotice(visitor.getByRole('dialog'))
    expect((await axeOn(visitor).analyze()).violations).toEqual([])
    await chooseSession(visitor)

    const plain = await newVisitor({ javaScriptEnabled: false })
    await plain.goto('/mentors/harpreet-gill/book')
    await expectNotice(main(plain))
  },
)

/** Below the first of two sessions: the notice for Australia. */
async function expectNotice(choice: Locator): Promise<void> {
  const sessions = choice.getByRole('listitem').filter({ has: choice.page().locator('a[href*="book?session="]') })
  await expect(sessions).toHaveCount(2)
  await expect(sessions.last()).not.toContainText('immigration')
  await expect(sessions.first()).toContainText('Experience, not immigration advice.')
  await expect(sessions.first().getByRole('link', { name: 'Register of migration agents (OMARA)' })).toHaveAttribute(
    'href',
    'https://portal.mara.gov.au/search-the-register-of-migration-agents/',
  )
}

test.describe('a wrong field', () => {
  test.use({ expected: /status of 400/ })

  test('keeps everything and takes the focus', async ({ page, request }) => {
    const before = await titles(request)
    await open(page)
    await scriptsRun(page)
    await page.getByRole('button', { name: 'Add a session' }).click()
    await page.getByLabel('Title').last().fill('Cheap')
    await page.getByLabel('Price (£)').last().fill('1e3')
    await save(page).click()
    await expect(page.getByRole('alert')).toContainText('We kept what you typed.')
    await expect(page.getByLabel('Price (£)').last()).toBeFocused()
    await expect(page.getByLabel('Title').last()).toHaveValue('Cheap')
    expect(await titles(request)).toEqual(before)
  })
})

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

for (const scripts of [true, false]) {
  test.describe(`the cancellation policy with scripts ${scripts ? 'on' : 'off'}`, longIf(!scripts), () => {
    test.use({ javaScriptEnabled: scripts })

    test('is chosen on the desk, and said on the mentor’s page', async ({ page }) => {
      await open(page)
      if (scripts) await scriptsRun(page)
      await expect(page.getByRole('radio', { name: 'Flexible' })).toBeChecked()
      await page.getByRole('radio', { name: 'Moderate' }).check()
      await page.getByRole('button', { name: 'Save policy' }).click()
      await expect(main(page)).toContainText('Policy saved. It applies to new bookings.')
      await expect(page.getByRole('radio', { name: 'Moderate' })).toBeChecked()
      await page.goto(`/mentors/${SLUG}`)
      await expect(main(page)).toContainText('Full refund if you cancel up to 72 hours before the session')

      await page.goto('/desk/sessions')
      if (scripts) await scriptsRun(page)
      await page.getByRole('radio', { name: 'Flexible' }).check()
      await page.getByRole('button', { name: 'Save policy' }).click()
      await expect(main(page)).toContainText('Policy saved.')
    })
  })
}
