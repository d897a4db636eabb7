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

for (const { width, colorScheme } of [
  { width: 360, colorScheme: 'dark' },
  { width: 768, colorScheme: 'light' },
  { width: 1440, colorScheme: 'light' },
] as const) {
  test.describe(`at ${width} px, ${colorScheme}`, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme })

    test('the page of a booking has no violation', async ({ page }) => {
      test.slow() // Looking at everything takes a while on a small machine.
      await page.goto(await bookedLink(page, 'Wanjiru Kamau'))
      await expectAccessible(page)
    })
  })
}
