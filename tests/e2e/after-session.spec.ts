/**
 * What happens to a session and follows it: a move across a clock change, a no-show, completing it, feedback, a problem. On a
 * product whose time is moved, with mentors who have accounts, and with sessions that are booked already. Clocks in the
 * mentee's zone change four days after its start, so the first tests are those that move no time.
 */
import type { Page } from '@playwright/test'
import { dayIn, timeIn } from '#domain/time/clock'
import { momentIn } from '#domain/time/moment-words'
import { minutesAfter } from '#domain/time/wall-time'
import { enterAsMentor, settleDemoMentors } from '../support/accounts/demo-mentors.ts'
import {
  enterAs,
  MENTEE_ZONE,
  referenceOf,
  settleBookedSessions,
  type BookedSessionName,
} from '../support/bookings/booked-data.ts'
import { startProduct, type Product } from '../support/product/processes.ts'
import { copySeededData, seedData } from '../support/product/seeded.ts'
import { LONG } from '../support/halves.ts'
import { axeOn } from './axe.ts'
import {
  findBookingLink,
  bookUpToPayment,
  expect,
  expectSuccess,
  mailsTo,
  next,
  payByCard,
  PAYS,
  newContact,
  test as base,
} from './fixtures.ts'
import { spills } from './public-pages.ts'

type BookedProduct = Product & { clockChange: Date }

const test = base.extend<object, { product: BookedProduct }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures it needs from here.
    async ({}, use) => {
      const data = copySeededData(await seedData())
      const { now, clockChange } = await settleBookedSessions(data)
      await settleDemoMentors(data, now)
      const product = await startProduct({ data })
      await use({ ...product, clockChange })
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
})

async function forward(product: Product, step: 'hour' | 'day'): Promise<void> {
  const answer = await fetch(`${product.url}/sandbox/clock`, {
    method: 'POST',
    headers: { origin: product.url },
    body: new URLSearchParams({ step, zone: 'Asia/Kolkata' }),
    redirect: 'manual',
  })
  if (answer.status >= 400) throw new Error(`${answer.status} ${await answer.text()}`)
}

/** Books and pays a session, opens its page, and moves the time hour by hour until it can be said that one is here. */
async function toTheStart(page: Page, product: Product, mentor: string): Promise<void> {
  const visitor = newContact()
  await bookUpToPayment(page, mentor, visitor)
  await payByCard(page, PAYS)
  await expectSuccess(page)
  await page.goto(await findBookingLink(page.request, visitor.email))
  const here = page.getByRole('button', { name: 'I’m here' })
  for (let hours = 0; hours < 200 && !(await here.isVisible()); hours += 1) {
    await forward(product, 'hour')
    await page.reload()
  }
  await expect(here).toBeVisible()
}

/** The minute's job makes it true some time after the clock was moved. */
async function expectSoon(page: Page, text: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 90_000, intervals: [1_000] })
}

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await axeOn(page).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await spills(page)).toEqual([])
    }
  }
}

const pageOf = (session: BookedSessionName) => `/bookings/${referenceOf(session)}`

test(
  'a session that is moved across a clock change says both clocks and when 24 hours before it is',
  LONG,
  async ({ page, request, product }) => {
    const { clockChange } = product
    const [own, other] = [
      { timeZone: MENTEE_ZONE, place: 'London' },
      { timeZone: 'Asia/Kolkata', place: 'Bengaluru' },
    ]
    const span = { from: clockChange.toISOString(), to: minutesAfter(clockChange, 1_320).toISOString() }
    const { slots } = await (await request.get('/api/mentors/arjun-mehta/slots', { params: span })).json()
    const at = new Date(slots[0].startsAt)
    const dayBefore = minutesAfter(at, -1_440)
    expect(timeIn(dayBefore, MENTEE_ZONE), 'a day before it by the clock is not 24 hours before it').not.toBe(
      timeIn(at, MENTEE_ZONE),
    )

    await enterAs(page, 'grace')
    await page.goto(pageOf('ahead'))
    const before = new Date((await page.locator('.booking-clocks time').getAttribute('datetime'))!)
    await page.getByRole('link', { name: 'Move', exact: true }).click()
    await page.getByRole('button', { name: new RegExp(`^${dayIn(at, MENTEE_ZONE)}`) }).click()
    await page.locator(`input[name=at][value="${at.toISOString()}"]`).check()
    await next(page).click()
    const words = `${dayIn(dayBefore, MENTEE_ZONE)}, ${timeIn(dayBefore, MENTEE_ZONE)}`
    await expect(page.getByText(`Cancel by ${words} (London) for a full refund.`)).toBeVisible()
    await expect(
      page.getByText(/^Clocks in London go (forward|back) 1 hour on .*, before your session\.$/),
    ).toBeVisible()
    await page.getByRole('button', { name: /^Move to / }).click()

    const clocks = page.locator('.booking-clocks')
    await expect(clocks.locator('time')).toHaveAttribute('datetime', at.toISOString())
    await expect(clocks).toContainText(timeIn(at, MENTEE_ZONE))
    await expect(clocks).toContainText(timeIn(at, 'Asia/Kolkata'))
    await expect(clocks).toContainText('Clocks in London')
    await expect
      .poll(async () =>
        (await mailsTo(request, 'grace@example.com')).find(({ subject }) => subject.startsWith('Moved: ')),
      )
      .toMatchObject({ subject: expect.stringContaining(`now ${momentIn(at, own)}`) })
    const { text } = (await mailsTo(request, 'grace@example.com')).find(({ subject }) => subject.startsWith('Moved: '))!
    expect(text).toContain(`Before: ${momentIn(before, own)}; ${momentIn(before, other)}`)
    expect(text).toContain(`Your time: ${momentIn(at, own)}`)
    expect(text).toContain(`Arjun’s time: ${momentIn(at, other)}`)
    expect(text).toContain(`Cancel by ${momentIn(dayBefore, own)} for a full refund.`)
  },
)

test('a no-show is reported by one side and contested by the other, and an admin decides', async ({
  page,
  newVisitor,
}) => {
  const address = pageOf('begun')
  await enterAs(page, 'grace')
  await page.goto(address)
  await page.getByRole('button', { name: 'I’m here' }).click()
  await page.getByRole('link', { name: 'Arjun is not here' }).click()
  await page.getByRole('button', { name: 'Report it' }).click()
  await expect(page.getByText('You reported that Arjun did not come')).toBeVisible()

  const mentor = await newVisitor()
  await enterAs(mentor, 'arjun')
  await mentor.goto(address)
  await expect(mentor.getByText('Grace reports that you did not come')).toBeVisible()
  await mentor.getByRole('link', { name: 'I was there' }).click()
  await mentor.getByLabel('What happened?').fill('I waited in the other room.')
  await expectAccessible(mentor)
  await mentor.getByRole('button', { name: 'I was there' }).click()
  await expect(mentor.getByText('You said that you were there')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Arjun says they were there')).toBeVisible()

  const admin = await newVisitor()
  await enterAs(admin, 'june')
  await admin.goto('/admin-dashboard')
  const contested = admin.getByRole('article').filter({ hasText: referenceOf('begun') })
  await expect(contested).toContainText('I waited in the other room.')
  await expectAccessible(admin)
  await contested.getByRole('button', { name: 'Arjun Mehta was there' }).click()
  await expect(contested).toHaveCount(0)
  for (const [side, title] of [
    [page, 'We found that Arjun was there'],
    [mentor, 'We found that you were there'],
  ] as const) {
    await side.reload()
    await expect(side.getByText(title)).toBeVisible()
  }
})

test(
  'without scripts both sides say all there is to say of a session, and an admin decides a problem',
  LONG,
  async ({ newVisitor, request }) => {
    const plain = { javaScriptEnabled: false }
    const [page, mentor, admin] = [await newVisitor(plain), await newVisitor(plain), await newVisitor(plain)]
    await enterAs(admin, 'june')
    await enterAs(page, 'grace')
    await enterAs(mentor, 'arjun')
    await mentor.goto(pageOf('begunToo'))
    await mentor.getByRole('button', { name: 'I’m here' }).click()
    await expect(mentor.getByText('Grace hasn’t checked in yet.')).toBeVisible()
    await mentor.getByRole('link', { name: 'Grace is not here' }).click()
    await mentor.getByRole('button', { name: 'Report it' }).click()
    await expect(mentor.getByText('You reported that Grace did not come')).toBeVisible()
    await page.goto(`${pageOf('begunToo')}/absent`)
    await page.getByLabel('What happened?').fill('My camera was off.')
    await page.getByRole('button', { name: 'I was there' }).click()
    await expect(page.getByText('You said that you were there')).toBeVisible()

    await mentor.goto(pageOf('over'))
    await mentor.getByRole('link', { name: 'Complete the session' }).click()
    await mentor.getByLabel('A note').fill('Well begun.')
    await mentor.getByLabel('Step 1', { exact: true }).fill('Open a bank account')
    await mentor.getByRole('button', { name: 'Complete the session' }).click()
    await expect(mentor.getByText('Well begun.')).toBeVisible()
    await page.goto(pageOf('over'))
    await expect(page.getByText('Open a bank account')).toBeVisible()
    await page.getByRole('link', { name: 'Give feedback' }).click()
    await page.getByText('4 ★').click()
    await page.getByLabel('How did it go?').fill('Calm and exact.')
    await page.getByRole('button', { name: 'Send feedback' }).click()
    await expect(page.getByText('Calm and exact.')).toBeVisible()
    await page.getByRole('link', { name: 'Report a problem' }).click()
    await page.getByLabel('What went wrong?').fill('We ended early.')
    await page.getByRole('button', { name: 'Report the problem' }).click()
    await expect(page.getByText(/^You reported a problem on /)).toBeVisible()

    await admin.goto('/admin-dashboard')
    const problem = admin.getByRole('article').filter({ hasText: 'We ended early.' })
    await problem.getByLabel('Refund amount in pounds').fill('10')
    await problem.getByLabel('Your answer, emailed to both').fill('We are sorry for that.')
    await problem.getByRole('button', { name: 'Refund this part' }).click()
    await expect(problem).toHaveCount(0)
    for (const side of [page, mentor]) {
      await side.goto(pageOf('over'))
      await expect(side.getByText('We are sorry for that.')).toContainText('The refund is £10.00.')
    }
    await expect
      .poll(async () => (await mailsTo(request, 'arjun@example.com')).map(({ subject }) => subject).join())
      .toContain('About the problem with ')
  },
)

test(
  'a mentee whose mentor does not come gets everything back a day after reporting it',
  LONG,
  async ({ page, product }) => {
    test.setTimeout(240_000)
    await toTheStart(page, product, 'Diego Salazar')
    await page.getByRole('button', { name: 'I’m here' }).click()
    await expect(page.getByText('Diego hasn’t checked in yet.')).toBeVisible()
    await forward(product, 'hour')
    await page.reload()
    await page.getByRole('link', { name: 'Diego is not here' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Report it' }).click()
    await expect(page.getByText('You reported that Diego did not come')).toBeVisible()
    await expectAccessible(page)
    await forward(product, 'day')
    await expectSoon(page, 'This session was missed')
    await expectSoon(page, /^The whole £\d+\.\d\d (is being refunded|was refunded)/)
  },
)

test.describe('a session that took place', () => {
  test.use({ expected: /status of 400/ }) // Feedback without words.

  test(
    'is completed with next steps, and feedback appears once both have written',
    LONG,
    async ({ page, product, newVisitor }) => {
      test.setTimeout(240_000)
      await toTheStart(page, product, 'Sanne de Vries')
      for (let hours = 0; hours < 2; hours += 1) await forward(product, 'hour')
      const address = page.url()
      const mentor = await newVisitor()
      await enterAsMentor(mentor, 'sanne-de-vries')

      await page.reload()
      await page.getByRole('link', { name: 'Give feedback' }).click()
      await page.getByRole('button', { name: 'Send feedback' }).click()
      await expect(page.getByText('Choose how many stars')).toBeVisible()
      await expectAccessible(page)
      await page.getByText('5 ★').click()
      await page.getByLabel('How did it go?').fill('She knew every form by name.')
      await page.getByRole('button', { name: 'Send feedback' }).click()
      await expect(page.getByText('Sanne reads it once both of you have written')).toBeVisible()

      await mentor.goto(address)
      await expect(mentor.getByText('She knew every form by name.')).toHaveCount(0)
      await mentor.getByRole('link', { name: 'Leave a note and next steps' }).click()
      await mentor.getByLabel('A note').fill('Well begun.')
      await mentor.getByLabel('Step 1', { exact: true }).fill('Open a bank account')
      await expectAccessible(mentor)
      await mentor.getByRole('button', { name: 'Send it' }).click()
      await mentor.getByRole('link', { name: 'Give feedback' }).click()
      await mentor.getByLabel('How did it go?').fill('Came well prepared.')
      await mentor.getByRole('button', { name: 'Send it' }).click()
      await expect(mentor.getByText('She knew every form by name.')).toBeVisible()

      await page.reload()
      await expect(page.getByText('Open a bank account')).toBeVisible()
      await expect(page.getByText('Came well prepared.')).toBeVisible()
      await expectAccessible(page)

      await mentor.getByRole('link', { name: 'Answer the feedback' }).click()
      await mentor.getByLabel('Your answer').fill('Thank you.')
      await mentor.getByRole('button', { name: 'Publish reply' }).click()
      await expect(mentor.getByLabel('Your answer')).toBeHidden()
      await page.goto('/mentors/sanne-de-vries')
      const said = page.locator('.said > li').first()
      await expect(said).toContainText('She knew every form by name.')
      await expect(said).toContainText('Thank you.')
      await said.getByRole('link', { name: /^Report/ }).click()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Report it' }).click()
      await expect(page.getByRole('heading', { name: 'Thank you. We’ll review it' })).toBeVisible()
    },
  )
})
