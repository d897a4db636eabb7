/**
 * A package of sessions: its mentor sets the price; someone buys it, moves, cancels and has a session, and gets the rest back. On a
 * product of its own, whose clock passes the session.
 */
import type { Page } from '@playwright/test'
import { DAY_MS, HOUR_MS } from '#domain/time/wall-time'
import { enterAsMentor, settleDemoMentors } from '../support/accounts/demo-mentors.ts'
import { expectAccessibleAndFitting } from './axe.ts'
import { chooseDay, expect, mailsTo, newContact, next, payByCard, PAYS, scriptsRun, type Visitor } from './fixtures.ts'
import { onOwnProduct } from './own-product.ts'

const test = onOwnProduct(settleDemoMentors)

const MENTOR = { name: 'Imran Siddiqui', slug: 'imran-siddiqui' } as const
const main = (page: Page) => page.getByRole('main')

test.use({ expected: /status of 400/ })

async function sellPackage(page: Page): Promise<void> {
  await enterAsMentor(page, MENTOR.slug)
  await page.goto('/desk/sessions')
  await scriptsRun(page)
  const price = page.getByLabel(/^Price of 3 sessions/).first()
  await price.fill('9999')
  await page.getByRole('button', { name: 'Save packages' }).click()
  await expect(main(page)).toContainText('Nothing was saved. Check the marked prices.')
  await expect(price).toHaveValue('9999')
  await price.fill('240')
  await page.getByRole('button', { name: 'Save packages' }).click()
  await expect(main(page)).toContainText('Packages saved.')
  await expectAccessibleAndFitting(page)
}

async function buy(page: Page, visitor: Visitor): Promise<void> {
  await page.goto(`/mentors/${MENTOR.slug}`)
  await main(page)
    .getByRole('link', { name: /^3 sessions for £240/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: `3 sessions with ${MENTOR.name}` })).toBeVisible()
  await expectAccessibleAndFitting(page)
  await page.getByLabel('Full name').fill(visitor.name)
  await page.getByLabel('Email').fill(visitor.email)
  await page.getByLabel('Phone').fill(visitor.phone)
  await page.getByLabel('I accept the terms').check()
  await page.getByRole('button', { name: 'Pay £240.00' }).click()
  await payByCard(page, PAYS)
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Successful' })).toBeVisible({ timeout: 20_000 })
  await page.getByRole('link', { name: 'Open your package' }).click()
  await expect(page).toHaveURL(/\/packages\/B-[\dA-Z]{4}-[\dA-Z]{4}$/) // The secret has left the address.
}

const SESSION = /\/bookings\/B-[\dA-Z]{4}-[\dA-Z]{4}$/

/** Chooses the last time of a day: of the first free one, or of the last one of the next month. Gives the instant. */
async function chooseTime(page: Page, when: 'soon' | 'next month'): Promise<Date> {
  await scriptsRun(page)
  if (when === 'next month') await page.getByRole('button', { name: 'Next month' }).first().click()
  await chooseDay(page, when === 'soon' ? 'first' : 'last')
  await expect(page.getByRole('button', { name: /, chosen$/ })).toBeVisible()
  const time = page.locator('input[name=at]:enabled').last()
  await time.check()
  const at = new Date(await time.inputValue())
  await next(page).click()
  return at
}

/** Gives the instant of the session and its address. */
async function bookOne(page: Page, packageUrl: string, when: 'soon' | 'next month') {
  await page.goto(packageUrl)
  await page.getByRole('link', { name: 'Book a session' }).click()
  const at = await chooseTime(page, when)
  await expect(main(page)).toContainText('This uses 1 session of your package.')
  await expectAccessibleAndFitting(page)
  await page.getByRole('button', { name: /^Book / }).click()
  await expect(page).toHaveURL(SESSION)
  const link = page.getByRole('link', { name: /^Session [123] of 3 from your package$/ })
  await expect(link).toHaveAttribute('href', new URL(packageUrl).pathname)
  return { at, url: page.url() }
}

/** Moves the product's clock by whole days to after a session. */
async function passSession(page: Page, at: Date): Promise<void> {
  const { origin } = new URL(page.url())
  for (let now = Date.now(); now < at.getTime() + HOUR_MS; now += DAY_MS) {
    const form = { step: 'day', zone: 'Europe/London' }
    const moved = await page.request.post('/sandbox/clock', { headers: { origin }, form, maxRedirects: 0 })
    expect(moved.status()).toBe(303)
  }
}

test('a visitor buys three sessions, moves one, cancels one and has one, and gets the one that is left refunded', async ({
  page,
  request,
  newVisitor,
}) => {
  test.slow()
  const mentor = await newVisitor()
  await sellPackage(mentor)
  const visitor = newContact()
  await page.setViewportSize({ width: 360, height: 740 })
  await buy(page, visitor)
  const packageUrl = page.url()
  await expect(main(page)).toContainText('3 sessions left to book')
  await expectAccessibleAndFitting(page)
  const stranger = await newVisitor()
  expect((await stranger.request.get(packageUrl)).status()).toBe(404)

  const held = await bookOne(page, packageUrl, 'soon')
  await bookOne(page, packageUrl, 'next month')
  await page.getByRole('link', { name: 'Move', exact: true }).click()
  const moved = await chooseTime(page, 'next month')
  await page.getByRole('button', { name: /^Move to / }).click()
  await expect(page.locator('.booking-clocks time')).toHaveAttribute('datetime', moved.toISOString())

  await bookOne(page, packageUrl, 'next month')
  await page.getByRole('link', { name: 'Cancel', exact: true }).click()
  await expect(main(page)).toContainText('The session goes back to your package.')
  await page.getByRole('button', { name: 'Cancel the session' }).click()
  await expect(page).toHaveURL(SESSION)
  await page.goto(packageUrl)
  await expect(main(page)).toContainText('1 session left to book')

  await passSession(page, held.at)
  await mentor.goto(held.url)
  await mentor.getByRole('link', { name: 'Complete the session' }).click()
  await mentor.getByLabel('A note').fill('Well begun.')
  await mentor.getByRole('button', { name: 'Complete the session' }).click()
  await expect(mentor.getByText('Well begun.')).toBeVisible()
  await page.goto(packageUrl)
  await expect(main(page).getByRole('listitem')).toHaveText([/Used: /, /Booked: /, /Not booked/])

  await page.getByRole('link', { name: 'Refund sessions that aren’t booked' }).click()
  await expect(main(page)).toContainText('You get £80.00 back for 1 session.')
  await expectAccessibleAndFitting(page)
  await page.getByRole('button', { name: 'Refund £80.00' }).click()
  await expect(main(page)).toContainText('This package was refunded.')
  await expect(main(page)).toContainText('of which £80.00 is refunded')
  await expect(main(page).getByRole('listitem')).toHaveText([/Used: /, /Booked: /, /Refunded: £80\.00/])
  await expectAccessibleAndFitting(page)
  const subjects = async () => (await mailsTo(request, visitor.email)).map(({ subject }) => subject)
  await expect.poll(subjects).toContain(`Refund for your package with ${MENTOR.name}`)
  expect(await subjects()).toContain(`3 sessions with ${MENTOR.name}`)
})
