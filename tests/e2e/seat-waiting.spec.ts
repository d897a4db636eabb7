/** From a cohort that is full to the one email that says that a seat is free. On a product of its own, since it publishes one. */
import { joinForFree, publishCohort } from '../support/bookings/published-cohort.ts'
import { enterAs, settleReviewData } from '../support/mentors/review-data.ts'
import { startProduct, type Product } from '../support/product/processes.ts'
import { copySeededData, seedData } from '../support/product/seeded.ts'
import { LONG } from '../support/halves.ts'
import { axeOn } from './axe.ts'
import { expect, mailsTo, newContact, test as base } from './fixtures.ts'
import { spills } from './public-pages.ts'

const test = base.extend<object, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures it needs from here.
    async ({}, use) => {
      const data = copySeededData(await seedData())
      await settleReviewData(data)
      await publishCohort(data)
      const product = await startProduct({ data })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
})

test.use({ javaScriptEnabled: false, expected: /status of (400|404)/ })

const COHORT = '/cohorts/first-term-in-lyon'
const NOTIFY_ME = { name: 'Notify me when a seat is free' }

test(
  'a visitor without scripts is notified once when a seat in a full cohort is free, and takes the address off by a button',
  LONG,
  async ({ page, newVisitor }) => {
    test.setTimeout(180_000) // The job that notifies people runs once a minute.
    for (const name of ['Nadia Rahman', 'Samuel Adeyemi'])
      await joinForFree(await newVisitor({ javaScriptEnabled: false }), { ...newContact(), name })

    const { email } = newContact()
    await page.goto(`${COHORT}/join`)
    await expect(page.getByRole('link', NOTIFY_ME)).toBeVisible()
    await page.goto(COHORT)
    await expect(page.getByRole('link', { name: 'Join', exact: true })).toHaveCount(0)
    await page.getByRole('link', NOTIFY_ME).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notify me when a seat is free')
    await page.getByRole('button', { name: 'Notify me' }).click()
    await expect(page.getByLabel('Your email')).toHaveAccessibleDescription('Enter your email address')
    await page.getByLabel('Your email').fill(email)
    await page.getByRole('button', { name: 'Notify me' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')

    const [requested] = await mailsTo(page.request, email)
    const link = /\/waiting\?link=\S+/.exec(requested!.text)![0]
    await page.goto(link)
    await page.getByRole('button', { name: 'Join waitlist' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re on the waitlist')

    const admin = await newVisitor({ javaScriptEnabled: true })
    await enterAs(admin, 'june')
    await admin.goto(`${COHORT}/waiting`)
    await expect(admin.getByLabel('Your email')).toHaveValue('june@example.com')
    expect((await axeOn(admin).analyze()).violations).toEqual([])
    await admin.goto('/admin-dashboard/cohorts')
    await expect(admin.getByRole('row', { name: /First term in Lyon/ })).toContainText('1 waiting')
    await admin.goto(`${COHORT}/members`)
    await expect(admin.getByRole('main')).toContainText('2 of 2 seats taken')
    await expect(admin.getByRole('main')).toContainText('One person waits for a free seat.')
    await admin.setViewportSize({ width: 360, height: 780 })
    expect(await spills(admin)).toEqual([])
    await admin.getByText('Cancel this seat…').first().click()
    await admin.getByRole('button', { name: /^Cancel the seat of/ }).click()
    await expect(admin.getByRole('main')).toContainText('1 of 2 seats taken')

    const notifications = async () =>
      (await mailsTo(page.request, email)).filter(({ subject }) => subject === 'A seat in “First term in Lyon” is free')
    await expect.poll(async () => (await notifications()).length, { timeout: 120_000 }).toBe(1)
    await page.goto(/\/cohorts\/first-term-in-lyon\/join/.exec((await notifications())[0]!.text)![0])
    await expect(page.getByRole('button', { name: 'Join for free' })).toBeVisible()
    await page.goto(`${COHORT}/waiting`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A seat is free')

    await page.goto(link)
    await expect(page.getByRole('link', { name: 'Take the seat' })).toBeVisible()
    await page.getByRole('button', { name: 'Delete my address' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’ve left the waitlist')
  },
)
