/** Account pages: personal details and bookings. Signing in is in `account-security.spec.ts`. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { makeAccount } from '../support/accounts/account-journey.ts'
import { LONG } from '../support/halves.ts'
import {
  chooseSession,
  chooseTime,
  expect,
  next,
  openBooking,
  pay,
  scriptsRun,
  terms,
  test,
  completePayment,
} from './fixtures.ts'

const main = (page: Page) => page.getByRole('main')
const part = (page: Page, name: string) => main(page).getByRole('region', { name })

/** A picture that any machine can read: of the page itself. */
const takePicture = (page: Page) => page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 160 } })

const pictureFile = (buffer: Buffer) => ({ name: 'me.png', mimeType: 'image/png', buffer })

async function editDetails(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Priya Sharma-Jones')
  await page.getByLabel('Time zone').selectOption('Europe/London')
  await page.getByLabel('Where you are moving to').selectOption('GB')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(main(page).getByText('Details saved.')).toBeVisible()
  await page.goto('/account')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Priya Sharma-Jones')
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/London')
  await expect(page.getByLabel('Where you are moving to')).toHaveValue('GB')
  await expect(part(page, 'My bookings')).toContainText('Times are in London time.')
  await expect(page.getByRole('button', { name: 'Your account, Priya Sharma-Jones' })).toBeVisible()
}

test.describe('a member', () => {
  test.use({ expected: /status of (400|422)/ })

  test('changes name, time zone, destination and picture, and loses nothing that cannot be saved', async ({ page }) => {
    const person = await makeAccount(page)
    await page.goto('/account')
    await scriptsRun(page)
    const name = page.getByLabel('Name', { exact: true })
    await expect(name).toHaveValue(person.name)
    await name.fill(' ')
    await page.getByLabel('Where you are moving to').selectOption('NZ')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('We kept what you typed.')
    await expect(name).toHaveAccessibleDescription('Enter your name')
    await expect(name).toBeFocused()
    await expect(page.getByLabel('Where you are moving to')).toHaveValue('NZ')
    await editDetails(page)

    await scriptsRun(page)
    const picture = page.getByLabel('A picture of you')
    await picture.setInputFiles(pictureFile(Buffer.from('no picture')))
    await page.getByRole('button', { name: 'Upload' }).click()
    await expect(picture).toHaveAccessibleDescription(/We can’t read this file/)
    const avatar = page.getByRole('button', { name: /^Your account, / })
    await expect(avatar.locator('span')).toHaveAttribute('data-initials', /^\p{Lu}{1,2}$/u)
    await picture.setInputFiles(pictureFile(await takePicture(page)))
    await page.getByRole('button', { name: 'Upload' }).click()
    await expect(main(page).getByText('Picture saved.')).toBeVisible()
    const shown = part(page, 'Picture').locator('img')
    const address = (await shown.getAttribute('src'))!
    const key = /^\/pictures\/([^/]+)\//.exec(address)![1]!
    await expect(avatar.locator('img')).toHaveAttribute('src', `/pictures/${key}/96.webp`)
    expect((await page.request.get(address)).headers()['content-type']).toBe('image/webp')
    await page.getByRole('button', { name: 'Remove picture' }).click()
    await expect(main(page).getByText('Picture removed.')).toBeVisible()
    await expect(shown).toHaveCount(0)
    await expect(avatar.locator('span')).toHaveAttribute('data-initials', /^\p{Lu}{1,2}$/u)
    expect((await page.request.get(address)).status()).toBe(404)
  })
})

test('a session that is booked while signed in is among one’s bookings and one’s data', async ({ page }) => {
  const person = await makeAccount(page)
  await openBooking(page, 'Wanjiru Kamau')
  const title = await chooseSession(page)
  await chooseTime(page)
  await next(page).click()
  await expect(page.getByLabel('Full name')).toHaveValue(person.name)
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email)
  await page.getByRole('textbox', { name: 'Phone' }).fill('+91 98200 00000')
  await terms(page).check()
  await pay(page).click()
  await completePayment(page)
  await page.goto('/account')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('landfall-data.json')
  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, unknown>
  expect(data['accounts']).toMatchObject([{ name: person.name, email: person.email }])

  await part(page, 'My bookings').getByRole('link', { name: 'All my bookings' }).click()
  const booking = part(page, 'Sessions').getByRole('listitem')
  await expect(booking).toContainText(title)
  await expect(booking).toContainText('Booked')
  await expect(booking).toContainText(/B-[\dA-Z]{4}-[\dA-Z]{4}/)
  await booking.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(/\/bookings\/B-[\dA-Z]{4}-[\dA-Z]{4}$/)
  await expect(page.getByText('60 minutes on video with Wanjiru Kamau')).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('details and picture are changed all the same', LONG, async ({ page }) => {
    await makeAccount(page)
    await page.goto('/account')
    await editDetails(page)
    await page.getByLabel('A picture of you').setInputFiles(pictureFile(await takePicture(page)))
    await page.getByRole('button', { name: 'Upload' }).click()
    await expect(main(page).getByText('Picture saved.')).toBeVisible()
    await page.goto('/account/security')
    await expect(page.getByText('Turn on JavaScript to add a passkey')).toBeVisible()
  })
})
