/** A booking's own page, from the link in the email on, and the check of camera and microphone before it. */
import type { Page } from '@playwright/test'
import { enterAsMentor } from '../support/accounts/demo-mentors.ts'
import { makeBooking } from '../support/bookings/booking-journey.ts'
import { LONG, longIf } from '../support/halves.ts'
import { expectAccessibleAndFitting } from './axe.ts'
import { findBookingLink, bookUpToPayment, expect, mailsTo, newContact, test, completePayment } from './fixtures.ts'

test.describe('the link in the email', () => {
  test.use({ expected: /status of 404/ })

  test('opens the booking in another browser and leaves the address bar, and nothing else opens it', async ({
    page,
    request,
    newVisitor,
  }) => {
    const { link, path } = await makeBooking(request, 'wanjiru-kamau')
    await page.goto(link)
    await expect(page).toHaveURL(path)
    await expect(page.getByText('60 minutes on video with Wanjiru Kamau')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Confirmed' })).toContainText(', done')
    await expect(page.getByRole('heading', { name: 'If your plans change' })).toBeVisible()
    await page.reload()
    await expect(page.getByText('60 minutes on video with Wanjiru Kamau')).toBeVisible()

    const stranger = await newVisitor()
    for (const guess of [path, `${link.slice(0, -43)}${'A'.repeat(43)}`]) {
      await stranger.goto(guess)
      await expect(stranger.getByRole('heading', { name: 'We can’t open this booking' })).toBeVisible()
    }
  })
})

const cancelButton = (page: Page) => page.getByRole('button', { name: /^Cancel and refund £\d+\.00$/ })

for (const { width, colorScheme } of [
  { width: 360, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
] as const) {
  test.describe(`at ${width} px, ${colorScheme}`, longIf(width !== 360), () => {
    test.use({ viewport: { width, height: 800 }, colorScheme })

    test('a guest cancels after seeing what goes back, and prints a receipt, on pages without a violation', async ({
      page,
      request,
    }) => {
      test.slow() // Looking at everything takes a while on a small machine.
      const { link, path } = await makeBooking(request, 'wanjiru-kamau')
      await page.goto(link)
      await expectAccessibleAndFitting(page)
      const price = (await page.getByRole('definition').first().textContent())!
      await page.getByRole('link', { name: 'Cancel', exact: true }).click()
      await expect(page.getByText(`If you cancel now, all ${price} is refunded to the card`)).toBeVisible()
      await expectAccessibleAndFitting(page)
      await cancelButton(page).click()
      await expect(page.getByText('This session is cancelled')).toBeVisible()
      await expect(page.getByText(/The whole £\d+\.00 (is being refunded|was refunded)/)).toBeVisible()
      await expect(page.getByRole('link', { name: 'Cancel', exact: true })).toBeHidden()
      await expect(page.getByRole('link', { name: 'Book another session with Wanjiru Kamau' })).toBeVisible()
      await expectAccessibleAndFitting(page)
      await expect
        .poll(async () => {
          await page.reload()
          return page.getByText(`The whole ${price} was refunded.`).isVisible()
        })
        .toBe(true)

      await page.goto(`${path}/links`)
      await expectAccessibleAndFitting(page)
      await page.goto(path)
      await page.getByRole('link', { name: 'Print' }).click()
      await expect(page).toHaveURL(/\/receipt$/)
      const creditNote = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Credit note' }) })
      await expect
        .poll(async () => {
          await page.reload()
          return creditNote.isVisible()
        })
        .toBe(true)
      await expect(creditNote.getByRole('row').filter({ hasText: 'Total' })).toContainText(`−${price}`)
      const download = page.waitForEvent('download')
      await creditNote.getByRole('link', { name: 'Download PDF' }).click()
      expect((await download).suggestedFilename()).toMatch(/^C-.*-\d{6}\.pdf$/)
      await expectAccessibleAndFitting(page)
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('contentinfo')).toBeHidden()
      await expect(page.getByRole('banner')).toBeHidden()
      const printed = (await page.pdf({ format: 'A4' })).toString('latin1')
      expect(printed.match(/\/Type \/Page\b/g)).toHaveLength(2) // A receipt and a credit note.
    })
  })
}

test('a mentor opens a booking from the desk and cancels it, and the mentee reads that everything goes back', async ({
  page,
  request,
  newVisitor,
}) => {
  const { link, reference } = await makeBooking(request, 'harpreet-gill')
  const mentor = await newVisitor()
  await enterAsMentor(mentor, 'harpreet-gill')
  await mentor.goto('/desk')
  await mentor.getByRole('link', { name: reference }).click()
  await expect(mentor.getByText('on video with Grace Hopper')).toBeVisible()
  expect(await mentor.content()).not.toContain('@example.com')
  await mentor.getByRole('link', { name: 'Cancel', exact: true }).click()
  await mentor.getByRole('button', { name: /^Cancel and refund £\d+\.00 to Grace$/ }).click()
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
    await completePayment(page)
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

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, expected: /status of 400/ })

  test(
    'a lost link comes by email, earlier links can be ended, and the session cancelled',
    LONG,
    async ({ page, request }) => {
      const { email, reference, link, path } = await makeBooking(request, 'wanjiru-kamau')
      await page.goto('/bookings')
      await page.getByLabel('Email that you booked with').fill(email)
      await page.getByLabel('Reference').fill('nothing')
      await page.getByRole('button', { name: 'Email me the link' }).click()
      await expect(page.getByText('Enter a reference such as B-7KQ2-M9XP')).toBeVisible()
      await page.getByLabel('Reference').fill(reference.replaceAll('-', ' ').toLowerCase())
      await page.getByRole('button', { name: 'Email me the link' }).click()
      await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
      await expect
        .poll(async () => (await mailsTo(request, email)).map(({ subject }) => subject))
        .toContain(`The link to your booking ${reference}`)

      await page.goto(link)
      await page.getByRole('link', { name: 'Reset links' }).click()
      await page.getByRole('button', { name: 'Reset links' }).click()
      await expect(page.getByText('All earlier links are ended.')).toBeVisible()
      expect((await request.get(link)).status()).toBe(404)
      await expect.poll(() => findBookingLink(request, email)).not.toBe(link)

      await page.goto(await findBookingLink(request, email))
      await page.getByRole('link', { name: 'Cancel', exact: true }).click()
      await cancelButton(page).click()
      await expect(page).toHaveURL(path)
      await expect(page.getByText('This session is cancelled')).toBeVisible()
    },
  )

  test('the check of camera and microphone says where else one can try', async ({ page }) => {
    await page.goto('/check-camera')
    await expect(page.getByText('asks for camera and microphone first')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Start the check' })).toBeHidden()
  })
})

test(
  'the check of camera and microphone says what to do where there is neither, or the browser refuses',
  LONG,
  async ({ page }) => {
    await page.goto('/check-camera')
    await page.getByRole('button', { name: 'Start the check' }).click()
    await expect(page.getByRole('alert')).toContainText(/blocked the camera and microphone|was found/)
    await expect(page.getByRole('button', { name: 'Start again' })).toBeEnabled()
  },
)
