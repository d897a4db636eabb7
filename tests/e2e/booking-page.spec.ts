/** A booking's own page, from the link in the email on. */
import type { Page } from '@playwright/test'
import { enterAsMentor } from '../support/accounts/demo-mentors.ts'
import { LONG, longIf } from '../support/halves.ts'
import { axeOn } from './axe.ts'
import {
  findBookingLink,
  bookUpToPayment,
  expect,
  expectSuccess,
  mailsTo,
  payByCard,
  PAYS,
  newContact,
  test,
} from './fixtures.ts'
import { spills } from './public-pages.ts'

/** Books and pays a session, and gives the link to it that was emailed. */
async function bookedLink(page: Page, mentor: string): Promise<string> {
  const visitor = newContact()
  await bookUpToPayment(page, mentor, visitor)
  await payByCard(page, PAYS)
  await expectSuccess(page)
  return findBookingLink(page.request, visitor.email)
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await axeOn(page).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
  expect(await spills(page)).toEqual([])
}

test('the link in the email opens the booking in another browser, and its secret leaves the address bar', async ({
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
      await expect(stranger.getByRole('heading', { name: 'We can’t open this booking' })).toBeVisible()
    }
  })
})

const cancelButton = (page: Page) => page.getByRole('button', { name: /^Cancel and refund £\d+\.00$/ })

test('a guest cancels after seeing what goes back, and sees where the money is', async ({ page, request }) => {
  await page.goto(await bookedLink(page, 'Wanjiru Kamau'))
  const price = (await page.getByRole('definition').first().textContent())!
  await page.getByRole('link', { name: 'Cancel', exact: true }).click()
  await expect(page.getByText(`If you cancel now, all ${price} is refunded to the card`)).toBeVisible()
  await cancelButton(page).click()
  await expect(page.getByText('This session is cancelled')).toBeVisible()
  await expect(page.getByText(/The whole £\d+\.00 (is being refunded|was refunded)/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cancel', exact: true })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Book another session with Wanjiru Kamau' })).toBeVisible()
  await expect
    .poll(async () => {
      await page.reload()
      return page.getByText(`The whole ${price} was refunded.`).isVisible()
    })
    .toBe(true)
  expect((await request.get(page.url())).status()).toBe(404)
})

test('of two tabs that ask whether to cancel, the later leads to what the earlier did', LONG, async ({ page }) => {
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

test('a mentor opens a booking from the desk and cancels it, and the mentee reads that everything goes back', async ({
  page,
  newVisitor,
}) => {
  const link = await bookedLink(page, 'Harpreet Gill')
  const reference = link.split('/')[2]!
  const mentor = await newVisitor()
  await enterAsMentor(mentor, 'harpreet-gill')
  await mentor.goto('/desk')
  await mentor.getByRole('link', { name: reference }).click()
  await expect(mentor.getByText('on video with Priya Sharma')).toBeVisible()
  await expect(mentor.getByText(newContact().topic)).toBeVisible()
  expect(await mentor.content()).not.toContain('@example.com')
  await mentor.getByRole('link', { name: 'Cancel', exact: true }).click()
  await mentor.getByRole('button', { name: /^Cancel and refund £\d+\.00 to Priya$/ }).click()
  await expect(mentor.getByText('This session is cancelled')).toBeVisible()
  await page.goto(link)
  await expect(page.getByText('Harpreet cancelled it')).toBeVisible()
  await expect(page.getByText(/The whole £\d+\.00 (is being refunded|was refunded)/)).toBeVisible()
})

test(
  'a mistyped address is corrected on the page after paying, and the first email’s link ends',
  LONG,
  async ({ page, newVisitor }) => {
    const [mistyped, right] = [newContact(), newContact()]
    await bookUpToPayment(page, 'Wanjiru Kamau', mistyped)
    await payByCard(page, PAYS)
    await expectSuccess(page)
    await expect(page.getByText(`We wrote to ${mistyped.email}`)).toBeVisible()
    const first = await findBookingLink(page.request, mistyped.email)
    await page.getByText('Not yours? Correct it').click()
    await page.getByLabel('Your email address').fill(right.email)
    await page.getByRole('button', { name: 'Correct the address' }).click()
    await expect(page.getByText(`We wrote to ${right.email}`)).toBeVisible()
    const second = await findBookingLink(page.request, right.email)
    expect(second).not.toBe(first)
    expect((await page.request.get(first)).status()).toBe(404)
    await page.getByRole('link', { name: 'Open your booking' }).click()
    await expect(page).toHaveURL(second.replace(/\/[^/]+$/, ''))

    const stranger = await newVisitor({ javaScriptEnabled: false })
    await stranger.goto('/success')
    await expect(stranger.getByText('Not yours?')).toBeHidden()
  },
)

test.describe('without the link at hand', () => {
  test.use({ expected: /status of 400/ })
  test('a lost link comes by email, and earlier links can be ended', async ({ page, newVisitor }) => {
    const visitor = newContact()
    await bookUpToPayment(page, 'Wanjiru Kamau', visitor)
    await payByCard(page, PAYS)
    await expectSuccess(page)
    const first = await findBookingLink(page.request, visitor.email)

    const reader = await newVisitor({ javaScriptEnabled: false })
    await reader.goto('/bookings')
    await reader.getByLabel('Email that you booked with').fill(visitor.email)
    await reader.getByLabel('Reference').fill('nothing')
    await reader.getByRole('button', { name: 'Email me the link' }).click()
    await expect(reader.getByText('Enter a reference such as B-7KQ2-M9XP')).toBeVisible()
    await reader.getByLabel('Reference').fill(first.split('/')[2]!.replaceAll('-', ' ').toLowerCase())
    await reader.getByRole('button', { name: 'Email me the link' }).click()
    await expect(reader.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    await expect
      .poll(async () => (await mailsTo(page.request, visitor.email)).map(({ subject }) => subject))
      .toContain(`The link to your booking ${first.split('/')[2]}`)

    await reader.goto(first)
    await reader.getByRole('link', { name: 'Reset links' }).click()
    await reader.getByRole('button', { name: 'Reset links' }).click()
    await expect(reader.getByText('All earlier links are ended.')).toBeVisible()
    expect((await page.request.get(first)).status()).toBe(404)
    await expect.poll(() => findBookingLink(page.request, visitor.email)).not.toBe(first)
  })
})

test('a receipt is printed on one page, with what went back', LONG, async ({ page }) => {
  await page.goto(await bookedLink(page, 'Wanjiru Kamau'))
  await page.getByRole('link', { name: 'Cancel', exact: true }).click()
  await cancelButton(page).click()
  await page.getByRole('link', { name: 'Print' }).click()
  await expect(page).toHaveURL(/\/receipt$/)
  await expect
    .poll(async () => {
      await page.reload()
      return page.getByRole('row').filter({ hasText: 'Returned' }).isVisible()
    })
    .toBe(true)
  await expect(page.getByRole('row').filter({ hasText: 'Paid in the end' })).toContainText('£0.00')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  const printed = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(printed.match(/\/Type \/Page\b/g)).toHaveLength(1)
})

for (const { width, colorScheme } of [
  { width: 360, colorScheme: 'dark' },
  { width: 768, colorScheme: 'light' },
  { width: 1440, colorScheme: 'light' },
] as const) {
  test.describe(`at ${width} px, ${colorScheme}`, longIf(width !== 360), () => {
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
      for (const path of ['/receipt', '/links']) {
        await page.goto(`${new URL(page.url()).pathname.split('/').slice(0, 3).join('/')}${path}`)
        await expectAccessible(page)
      }
    })
  })
}
