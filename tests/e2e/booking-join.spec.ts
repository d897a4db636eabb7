/** From the booking's page to the calendar and to the meeting, and the check of camera and microphone. */
import { DAY_MS } from '#domain/time/wall-time'
import { startProduct, type Product } from '../support/product/processes.ts'
import { copySeededData, seedData } from '../support/product/seeded.ts'
import { axeOn } from './axe.ts'
import {
  findBookingLink,
  bookUpToPayment,
  expect,
  expectSuccess,
  payByCard,
  PAYS,
  newContact,
  test as base,
} from './fixtures.ts'
import { parseEntries } from '../support/calendars/parsed-entries.ts'

/** A product whose time is moved. */
const test = base.extend<object, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures it needs from here.
    async ({}, use) => {
      const product = await startProduct({ data: copySeededData(await seedData()) })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
})

async function forwardOneDay(product: string): Promise<void> {
  const answer = await fetch(`${product}/sandbox/clock`, {
    method: 'POST',
    headers: { origin: product },
    body: new URLSearchParams({ step: 'day', zone: 'Europe/London' }),
    redirect: 'manual',
  })
  if (answer.status >= 400) throw new Error(`${answer.status} ${await answer.text()}`)
}

test('a guest downloads the session, and joins it from 24 hours before on', async ({ page, product }) => {
  const visitor = newContact()
  const at = await bookUpToPayment(page, 'Wanjiru Kamau', visitor)
  await payByCard(page, PAYS)
  await expectSuccess(page)
  await page.goto(await findBookingLink(page.request, visitor.email))
  const address = new URL(page.url()).pathname

  await page.getByText('Add to calendar').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Apple, or a file' }).click(),
  ])
  const chunks = await (await download.createReadStream()).toArray()
  const [event] = parseEntries(Buffer.concat(chunks).toString())
  expect(event!.start!.toISOString()).toBe(new Date(at).toISOString())
  expect(event).toMatchObject({ summary: expect.stringMatching(/ with Wanjiru Kamau$/), method: 'PUBLISH' })

  await expect(page.getByRole('button', { name: 'Join' })).toBeDisabled()
  expect(await page.content()).not.toContain('meet.jit.si')
  await page.goto(`${address}/join`)
  await expect(page.getByRole('heading', { level: 1, name: 'Not open yet' })).toBeVisible()
  expect(await page.content()).not.toContain('meet.jit.si')

  const days = Math.ceil((new Date(at).getTime() - Date.now()) / DAY_MS) - 1
  for (let day = 0; day < days; day += 1) await forwardOneDay(product.url)
  await page.goto(address)
  const join = page.getByRole('link', { name: 'Join', exact: true })
  await expect(join).toHaveAttribute('href', `${address}/join`)
  expect(await page.content()).not.toContain('meet.jit.si')
  for (let opened = 0; opened < 2; opened += 1) {
    const redirect = await page.request.get(`${address}/join`, { maxRedirects: 0 })
    expect(redirect.status()).toBe(302)
    expect(redirect.headers()['location']).toMatch(/^https:\/\/meet\.jit\.si\/[0-9a-f]{32}$/)
    expect(redirect.headers()['referrer-policy']).toBe('no-referrer')
  }
})

test('the check of camera and microphone says what to do where there is neither, or the browser refuses', async ({
  page,
}) => {
  await page.goto('/check-camera')
  expect((await axeOn(page).analyze()).violations).toEqual([])
  await page.getByRole('button', { name: 'Start the check' }).click()
  await expect(page.getByRole('alert')).toContainText(/blocked the camera and microphone|was found/)
  await expect(page.getByRole('button', { name: 'Start again' })).toBeEnabled()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the check of camera and microphone says where else one can try', async ({ page }) => {
    await page.goto('/check-camera')
    await expect(page.getByText('asks for camera and microphone first')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Start the check' })).toBeHidden()
  })
})
