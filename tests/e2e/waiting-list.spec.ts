/** From a mentor who has nothing to book to the one email that says that there is a time. */
import { enterAsMentor, settleDemoMentors } from '../support/accounts/demo-mentors.ts'
import { startProduct, type Product } from '../support/product/processes.ts'
import { copySeededData, seedData } from '../support/product/seeded.ts'
import { axeOn } from './axe.ts'
import { expect, mailsTo, scriptsRun, newContact, test as base } from './fixtures.ts'

/** A product of its own, whose mentor without sessions gets one. */
const test = base.extend<object, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures it needs from here.
    async ({}, use) => {
      const data = copySeededData(await seedData())
      await settleDemoMentors(data)
      const product = await startProduct({ data })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
})

test.use({ expected: /status of 404/ }) // Once the address is deleted, its link leads to nothing.

const NOTIFY_ME = 'Notify me when there is a time: Diego Fuentes'

test('a visitor is notified once when a mentor without sessions can be booked, and takes the address off by a button', async ({
  page,
  newVisitor,
}) => {
  test.setTimeout(150_000) // The job that notifies people runs once a minute.
  const { email } = newContact()
  await page.goto('/mentors?q=Diego+Fuentes')
  await page.getByRole('link', { name: NOTIFY_ME }).click()
  await scriptsRun(page)
  await page.getByLabel('Your email').fill(email)
  await page.getByRole('button', { name: 'Notify me' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible()

  const [requested] = await mailsTo(page.request, email)
  const link = /\/waiting\?link=\S+/.exec(requested!.text)![0]
  for (let scan = 0; scan < 2; scan += 1) expect((await page.request.get(link)).ok()).toBe(true)
  await page.goto(link)
  await scriptsRun(page) // Without them the answer is a new page, which takes no focus.
  expect((await axeOn(page).analyze()).violations).toEqual([])
  await page.getByRole('button', { name: 'Join waitlist' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You’re on the waitlist' })).toBeVisible()
  await expect(page.locator(':focus')).toContainText('You get one email when Diego Fuentes has a time to book.')

  const mentor = await newVisitor()
  await enterAsMentor(mentor, 'diego-fuentes')
  await mentor.goto('/desk')
  await expect(mentor.getByText('One person waits on your waitlist.')).toBeVisible()
  await mentor.goto('/desk/sessions')
  await scriptsRun(mentor)
  await mentor.getByRole('button', { name: 'Add a session' }).click()
  await mentor.getByLabel('Title').last().fill('Getting a degree recognised')
  await mentor.getByRole('button', { name: 'Save sessions' }).last().click()
  await expect(mentor.getByRole('main')).toContainText('Sessions saved.')

  const notifications = async () =>
    (await mailsTo(page.request, email)).filter(({ subject }) => subject === 'Diego Fuentes has a time to book')
  await expect.poll(async () => (await notifications()).length, { timeout: 120_000 }).toBe(1)
  await page.goto(/\/mentors\/diego-fuentes\/book\S+/.exec((await notifications())[0]!.text)![0])
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Getting a degree recognised')

  await page.goto(link)
  await page.getByRole('button', { name: 'Delete my address' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You’ve left the waitlist' })).toBeVisible()
})
