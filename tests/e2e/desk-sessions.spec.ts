/** A mentor edits the sessions that people can book. */
import type { APIRequestContext, Page } from '@playwright/test'
import { enterAsMentor } from '../support/accounts/demo-mentors.ts'
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
  await expect(main(page)).toContainText('Your sessions are saved. Your page shows them.')
  expect(await titles(request)).toEqual([...before, 'Reading a lease'])

  await page.goto('/desk/sessions')
  await scriptsRun(page)
  await page.getByRole('button', { name: `Remove session ${before.length + 1}` }).click()
  await expect(main(page)).toContainText('The session was removed.')
  await save(page).click()
  await expect(main(page)).toContainText('Your sessions are saved.')
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
  await expect(main(page)).toContainText('New prices are public once a person has read them.')
  expect(await titles(request)).toEqual(before)
  await page.goto('/desk/sessions')
  await expect(main(page)).toContainText('New prices wait for review.')
})

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
    await expect(page.getByRole('alert')).toContainText('What you typed is kept.')
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
    await expect(main(page)).toContainText('Your sessions are saved.')
    expect((await titles(request)).slice(0, 2)).toEqual([before[1], before[0]])
  })
})
