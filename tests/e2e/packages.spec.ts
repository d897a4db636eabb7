/** A package of sessions: its mentor sets the price, someone buys it, books and cancels sessions, and gets the rest back. */
import type { Page } from '@playwright/test'
import { enterAsMentor } from '../support/accounts/demo-mentors.ts'
import { expectNoViolation } from './axe.ts'
import { expect, mailsTo, newContact, payByCard, PAYS, scriptsRun, test, type Visitor } from './fixtures.ts'
import { spills } from './public-pages.ts'

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
  await expectInOrder(page)
}

/** Nothing is wider than the screen, and axe finds nothing. */
async function expectInOrder(page: Page): Promise<void> {
  expect(await spills(page)).toEqual([])
  await expectNoViolation(page)
}

async function buy(page: Page, visitor: Visitor): Promise<void> {
  await page.goto(`/mentors/${MENTOR.slug}`)
  await main(page)
    .getByRole('link', { name: /^3 sessions for £240/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: `3 sessions with ${MENTOR.name}` })).toBeVisible()
  await expectInOrder(page)
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

/** Books the latest time that is shown, and returns to the package. */
async function bookOne(page: Page, packageUrl: string): Promise<void> {
  await page.goto(packageUrl)
  await page.getByRole('link', { name: 'Book a session' }).click()
  await page.locator('input[name=at]:enabled').last().check()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(main(page)).toContainText('This uses 1 session of your package.')
  await expectInOrder(page)
  await page.getByRole('button', { name: /^Book / }).click()
  await expect(page).toHaveURL(/\/bookings\/B-[\dA-Z]{4}-[\dA-Z]{4}$/)
}

test('a visitor buys three sessions, books two, cancels one, and gets what is left refunded', async ({
  page,
  request,
  newVisitor,
}) => {
  test.slow()
  await sellPackage(await newVisitor())
  const visitor = newContact()
  await page.setViewportSize({ width: 360, height: 740 })
  await buy(page, visitor)
  const packageUrl = page.url()
  await expect(main(page)).toContainText('3 sessions left to book')
  await expectInOrder(page)
  const stranger = await newVisitor()
  expect((await stranger.request.get(packageUrl)).status()).toBe(404)

  await bookOne(page, packageUrl)
  await bookOne(page, packageUrl)
  await page.goto(packageUrl)
  await expect(main(page)).toContainText('1 session left to book')
  await main(page)
    .getByRole('link', { name: /^Booked: / })
    .first()
    .click()
  await page.getByRole('link', { name: 'Cancel', exact: true }).click()
  await expect(main(page)).toContainText('The session goes back to your package.')
  await page.getByRole('button', { name: 'Cancel the session' }).click()
  await expect(page).toHaveURL(/\/bookings\/B-[\dA-Z]{4}-[\dA-Z]{4}$/)
  await page.goto(packageUrl)
  await expect(main(page)).toContainText('2 sessions left to book')

  await page.getByRole('link', { name: 'Refund sessions that aren’t booked' }).click()
  await expect(main(page)).toContainText('You get £160.00 back for 2 sessions.')
  await expectInOrder(page)
  await page.getByRole('button', { name: 'Refund £160.00' }).click()
  await expect(main(page)).toContainText('This package was refunded.')
  await expect(main(page)).toContainText('of which £160.00 is refunded')
  await expectInOrder(page)
  const subjects = async () => (await mailsTo(request, visitor.email)).map(({ subject }) => subject)
  await expect.poll(subjects).toContain(`Refund for your package with ${MENTOR.name}`)
  expect(await subjects()).toContain(`3 sessions with ${MENTOR.name}`)
})
