/** A booking's own page, from the link in the mail on. */
import type { Page } from '@playwright/test'
import { axeOn } from './axe.ts'
import { bookingLinkOf, bookUpToPayment, expect, expectSuccess, payByCard, PAYS, somebody, test } from './fixtures.ts'
import { spills } from './public-pages.ts'

/** Books and pays a session, and gives the link to it that was mailed. */
async function bookedLink(page: Page, mentor: string): Promise<string> {
  const visitor = somebody()
  await bookUpToPayment(page, mentor, visitor)
  await payByCard(page, PAYS)
  await expectSuccess(page)
  return bookingLinkOf(page.request, visitor.email)
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await axeOn(page).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
  expect(await spills(page)).toEqual([])
}

test('the link in the mail opens the booking in another browser, and its secret leaves the address bar', async ({
  page,
  newVisitor,
}) => {
  const link = await bookedLink(page, 'Wanjiru Kamau')
  const reader = await newVisitor()
  await reader.goto(link)
  await expect(reader).toHaveURL(link.replace(/\/[^/]+$/, ''))
  await expect(reader.getByText('60 minutes on video with Wanjiru Kamau')).toBeVisible()
  await expect(reader.getByRole('listitem').filter({ hasText: 'Confirmed' })).toContainText(', done')
  await expect(reader.getByRole('heading', { name: 'If your plans change' })).toBeVisible()
  await reader.reload()
  await expect(reader.getByText('60 minutes on video with Wanjiru Kamau')).toBeVisible()
})

test.describe('without the link', () => {
  test.use({ expected: /status of 404/ })

  test('a booking is not found', async ({ page, newVisitor }) => {
    const link = await bookedLink(page, 'Wanjiru Kamau')
    const stranger = await newVisitor()
    for (const path of [link.replace(/\/[^/]+$/, ''), `${link.slice(0, -43)}${'A'.repeat(43)}`]) {
      await stranger.goto(path)
      await expect(stranger.getByRole('heading', { name: 'No booking opens here' })).toBeVisible()
    }
  })
})

const cancelButton = (page: Page) => page.getByRole('button', { name: /^Cancel and get £\d+\.00 back$/ })

test('a guest cancels after seeing what goes back, and sees where the money is', async ({ page, request }) => {
  await page.goto(await bookedLink(page, 'Wanjiru Kamau'))
  const price = (await page.getByRole('definition').first().textContent())!
  await page.getByRole('link', { name: 'Cancel', exact: true }).click()
  await expect(page.getByText(`If you cancel now, all ${price} goes back to the card`)).toBeVisible()
  await cancelButton(page).click()
  await expect(page.getByText('This session is cancelled')).toBeVisible()
  await expect(page.getByText(/The whole £\d+\.00 (is on its way back|has been returned)/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cancel', exact: true })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Book another session with Wanjiru Kamau' })).toBeVisible()
  await expect
    .poll(async () => {
      await page.reload()
      return page.getByText(`The whole ${price} has been returned.`).isVisible()
    })
    .toBe(true)
  expect((await request.get(page.url())).status()).toBe(404)
})

test('of two tabs that ask whether to cancel, the later leads to what the earlier did', async ({ page }) => {
  await page.goto(await bookedLink(page, 'Wanjiru Kamau'))
  const other = await page.context().newPage()
  for (const tab of [page, other]) {
    await tab.goto(page.url().replace(/(\/cancel)?$/, '/cancel'))
    await expect(cancelButton(tab)).toBeVisible()
  }
  for (const tab of [other, page]) {
    await cancelButton(tab).click()
    await expect(tab.getByText('This session is cancelled')).toBeVisible()
  }
})

test('without scripts the link opens the booking, and cancelling works', async ({ page, newVisitor }) => {
  const link = await bookedLink(page, 'Wanjiru Kamau')
  const reader = await newVisitor({ javaScriptEnabled: false })
  await reader.goto(link)
  await reader.getByRole('link', { name: 'Cancel', exact: true }).click()
  await cancelButton(reader).click()
  await expect(reader).toHaveURL(link.replace(/\/[^/]+$/, ''))
  await expect(reader.getByText('This session is cancelled')).toBeVisible()
})

for (const { width, colorScheme } of [
  { width: 360, colorScheme: 'dark' },
  { width: 768, colorScheme: 'light' },
  { width: 1440, colorScheme: 'light' },
] as const) {
  test.describe(`at ${width} px, ${colorScheme}`, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme })

    test('the pages of a booking have no violation', async ({ page }) => {
      test.slow() // Looking at everything takes a while on a small machine.
      await page.goto(await bookedLink(page, 'Wanjiru Kamau'))
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Cancel', exact: true }).click()
      await expect(cancelButton(page)).toBeVisible()
      await expectAccessible(page)
      await cancelButton(page).click()
      await expect(page.getByText('This session is cancelled')).toBeVisible()
      await expectAccessible(page)
    })
  })
}
