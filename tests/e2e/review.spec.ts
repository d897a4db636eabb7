/** Review: what waits, what changed, and the decision of an admin. On a product with people who wait. */
import type { Page } from '@playwright/test'
import { enterAs, settleReviewData } from '../support/mentors/review-data.ts'
import { LONG, longIf } from '../support/halves.ts'
import { expectAccessibleAndFitting } from './axe.ts'
import { bookByApi, expect, mailsTo, newContact, scriptsRun } from './fixtures.ts'
import { onOwnProduct } from './own-product.ts'

const test = onOwnProduct(settleReviewData)

type Someone = Parameters<typeof enterAs>[1]

type Own = { settled: Record<string, string> }

/** Opens a submission as an admin. */
async function review(page: Page, { settled: ids }: Own, who: Someone, admin: Someone = 'june'): Promise<void> {
  await enterAs(page, admin)
  await page.goto(`/mentor/${ids[who]}`)
}

const decision = (page: Page) => page.getByRole('region', { name: 'Decision' })
const press = (page: Page, name: string | RegExp) => decision(page).getByRole('button', { name }).click()
const row = (page: Page, name: string) =>
  page.locator('.review-row').filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })

async function ask(page: Page, field: string, request: string): Promise<void> {
  await row(page, field).locator('summary').click()
  await row(page, field).getByRole('textbox').fill(request)
}

test('the queue is walked by j and k, but not over something that was typed', async ({ page, own }) => {
  await review(page, own, 'amara')
  await scriptsRun(page)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Amara Okonkwo')
  await page.getByLabel(/^Message to Amara/).fill('Hello')
  await page.getByLabel(/^Message to Amara/).blur()
  await page.keyboard.press('k')
  await expect(page.getByText('You have unsent text here.')).toBeVisible()
  await page.getByLabel(/^Message to Amara/).fill('')
  await page.getByLabel(/^Message to Amara/).blur()
  const [before, after] = await Promise.all(
    ['Previous in the queue', 'Next in the queue'].map((name) => page.getByRole('link', { name }).count()),
  )
  expect(before! + after!).toBeGreaterThan(0)
  await page.keyboard.press(after ? 'j' : 'k')
  await expect(heading).not.toHaveText('Amara Okonkwo')
  await page.keyboard.press(after ? 'k' : 'j')
  await expect(heading).toHaveText('Amara Okonkwo')
})

test('an admin asks for a change, the applicant makes it, and once accepted is among the mentors within 2 seconds', async ({
  page,
  newVisitor,
  own,
}) => {
  await review(page, own, 'rosa')
  await scriptsRun(page)
  await ask(page, 'About', 'Name the clinic, please.')
  await press(page, 'Request changes (1)')
  await expect(decision(page)).toContainText('Changes requested by you on')
  await expect(decision(page)).toContainText('About: “Name the clinic, please.”')

  const rosa = await newVisitor()
  await enterAs(rosa, 'rosa')
  await rosa.goto('/become-a-mentor')
  await scriptsRun(rosa)
  await expect(rosa.getByRole('main')).toContainText('Name the clinic, please.')
  await rosa.getByRole('link', { name: 'Change and send again' }).click()
  const dialog = rosa.getByRole('dialog')
  await dialog.locator('[name=about]').fill('I came to the clinic of Mitte with a diploma no one could read.')
  await dialog.getByRole('link', { name: 'Check', exact: true }).click()
  await dialog.getByText('I share experience, I do not give immigration advice').click()
  await dialog.getByRole('button', { name: 'Send my application' }).click()
  await expect(rosa.getByRole('main')).toContainText('In review')

  await page.reload()
  await expect(page.getByText('Resubmitted', { exact: true })).toBeVisible()
  await expect(row(page, 'About')).toContainText(/You asked on .*: “Name the clinic, please\.” Answered/)
  await expect(row(page, 'About').locator('ins').first()).toContainText('to the clinic of Mitte')
  await press(page, 'Accept')
  await expect(decision(page)).toContainText('Accepted by you on')
  await expect
    .poll(async () => (await (await page.request.get('/api/mentors?q=Rosa')).json()).total, { timeout: 2_000 })
    .toBe(1)
  await rosa.goto('/mentors?q=Rosa')
  await expect(rosa.getByRole('main')).toContainText('Rosa Díaz')
  await expect
    .poll(async () => (await mailsTo(page.request, 'rosa@example.com')).map(({ subject }) => subject))
    .toContain('You’re now a mentor at Landfall')
})

test('an edit of a live profile is read as what changed, and is public once accepted', LONG, async ({ page, own }) => {
  await page.goto('/mentors/marek-novak')
  await expect(page.getByRole('main')).toContainText('a diploma no one could read')
  await review(page, own, 'marek')
  await expect(page.getByText('Edit of a live profile')).toBeVisible()
  await expect(row(page, 'About').locator('del').first()).toHaveText('no one could')
  await expect(row(page, 'About').locator('ins').first()).toHaveText('that two offices')
  await page.getByText('Clean', { exact: true }).click()
  await expect(row(page, 'About').locator('del').first()).toBeHidden()
  await press(page, 'Accept')
  await expect(decision(page)).toContainText('An edit of the profile: Accepted by you on')
  await page.goto('/mentors/marek-novak')
  await expect(page.getByRole('main')).toContainText('a diploma that two offices read in different ways')
})

test.describe('two admins', () => {
  test.use({ expected: /status of 409/ })

  test(
    'who decide about the same: the second sees by whom and when, and keeps what they typed',
    LONG,
    async ({ page, newVisitor, own }) => {
      const omar = await newVisitor()
      await review(omar, own, 'tomasz', 'omar')
      await scriptsRun(omar)
      await omar.getByLabel(/^Message to Tomasz/).fill('Welcome, Tomasz.')
      await review(page, own, 'tomasz')
      await page.getByLabel(/^Message to Tomasz/).fill('We know too little yet.')
      await press(page, 'Reject')
      await expect(decision(page)).toContainText('Rejected by you')
      await press(omar, 'Accept')
      await expect(decision(omar).getByRole('alert')).toHaveText(
        /^June Park rejected this on \d+ \w+ \d{4} at \d\d:\d\d, before you did\. Nothing was sent\.$/,
      )
      await expect(decision(omar).getByLabel('What you typed')).toHaveValue('Welcome, Tomasz.')
      await expect(decision(omar).getByRole('button')).toHaveCount(0)
    },
  )
})

test('an admin suspends a mentor with a paid session: the money goes back, and both are emailed', async ({
  page,
  request,
  own,
}) => {
  const subjects = async (address: string) => (await mailsTo(request, address)).map(({ subject }) => subject)
  const mentee = newContact()
  await bookByApi(request, 'ines-duarte', mentee)
  await expect.poll(() => subjects(mentee.email)).toHaveLength(1)
  await review(page, own, 'ines')
  await page.getByText('Suspend…').click()
  await expect(page.getByText(/1 booked session is cancelled\. Everyone who booked gets an email/)).toBeVisible()
  await page.getByLabel('Why, for Inês').last().fill('A mentee complained, and we look into it.')
  await page.getByRole('button', { name: 'Suspend Inês’s page' }).click()
  await expect(page.getByText('Suspended', { exact: true })).toBeVisible()
  expect((await request.get('/mentors/ines-duarte')).status()).toBe(404)
  await expect.poll(() => subjects('ines@example.com')).toContain('Your page at Landfall is suspended')
  await expect
    .poll(async () => (await mailsTo(page.request, mentee.email)).map(({ text }) => text).join())
    .toMatch(/£50/)
  await expect.poll(() => subjects(mentee.email)).toHaveLength(2)
})

test(
  'an applicant proves an address by an emailed code, an admin confirms it, and the profile says so',
  LONG,
  async ({ page, newVisitor, own }) => {
    const elif = await newVisitor()
    await enterAs(elif, 'elif')
    await elif.goto('/become-a-mentor/check')
    await elif.getByLabel('The university address').fill('elif@ankara.edu.tr')
    await elif.locator('#university_address').getByRole('button', { name: 'Email a code' }).click()
    await expect(elif.getByText(/^If elif@ankara\.edu\.tr can receive email/)).toBeVisible()
    const [mail] = await mailsTo(elif.request, 'elif@ankara.edu.tr')
    await elif.getByLabel('The code from the email').fill(/\b\d{6}\b/.exec(mail!.text)![0])
    await elif.getByRole('button', { name: 'Enter the code' }).click()
    await expect(elif.getByText(/^Code confirmed/)).toBeVisible()
    await elif.getByLabel('A document').setInputFiles({
      name: '../letter.html',
      mimeType: 'text/html',
      buffer: Buffer.from('%PDF-1.7\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
    })
    await elif.getByRole('button', { name: 'Upload' }).click()
    await expect(elif.getByText(/^Document 1: PDF, 1 KB/)).toBeVisible()

    await review(page, own, 'elif')
    const check = page.getByRole('listitem').filter({ hasText: 'University address' })
    await expect(check).toContainText('Code to e…@ankara.edu.tr entered')
    await check.getByText('Confirm…').click()
    await check.getByRole('button', { name: 'Confirm' }).click()
    await expect(check).toContainText('Shown on the profile.')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Save/ }).click()
    expect((await saving).suggestedFilename()).toBe('document-1.pdf')
    await page.reload()
    await expect(page.getByText('Document opened by June Park')).toBeVisible()
    await press(page, 'Accept')
    await expect(decision(page)).toContainText('Accepted by you')
    await elif.goto('/mentors/elif-demir')
    await expect(elif.getByRole('main')).toContainText(
      /University address confirmed by email, \d+ \w+ \d{4} \(ankara\.edu\.tr\)/,
    )
  },
)

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, expected: /status of 400/ })

  test('an admin requests changes, confirms before accepting drops them, and everything typed is kept', async ({
    page,
    own,
  }) => {
    await review(page, own, 'amara')
    await ask(page, 'About', 'Name the two firms.')
    await page.getByLabel(/^Message to Amara/).fill('Nearly there.')
    await press(page, 'Accept')
    await expect(decision(page).getByRole('alert')).toContainText('Accept and drop the request about “About”?')
    await press(page, 'Keep reviewing')
    await expect(row(page, 'About').getByRole('textbox')).toHaveValue('Name the two firms.')
    await expect(page.getByLabel(/^Message to Amara/)).toHaveValue('Nearly there.')
    await expect(decision(page).getByRole('button', { name: 'Accept' })).toBeVisible()
  })

  test('a rejection needs a reason, which the applicant reads', LONG, async ({ page, own }) => {
    await review(page, own, 'nadia')
    await press(page, 'Reject')
    await expect(page.getByLabel(/^Message to Nadia/)).toHaveAccessibleDescription(/Enter a reason/)
    await page.getByLabel(/^Message to Nadia/).fill('We know too little of your move yet.')
    await press(page, 'Reject')
    await expect(decision(page)).toContainText('Rejected by you on')
    await enterAs(page, 'nadia')
    await page.goto('/become-a-mentor')
    await expect(page.getByRole('main')).toContainText('We know too little of your move yet.')
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `the pages of a review are accessible and fit, ${colorScheme}`,
    longIf(colorScheme === 'dark'),
    async ({ page, own }) => {
      await page.emulateMedia({ colorScheme })
      const look = async (path: string) => {
        await expectAccessibleAndFitting(page, [768, 1440, 360], path)
      }
      await page.setViewportSize({ width: 360, height: 900 })
      await enterAs(page, 'june')
      for (const path of ['/admin-dashboard', `/mentor/${own.settled['amara']}`]) {
        await page.goto(path)
        if (path.startsWith('/mentor')) await ask(page, 'About', 'Name the two firms.')
        await look(path)
      }
      await enterAs(page, 'amara')
      await page.goto('/become-a-mentor/check')
      await look('/become-a-mentor/check')
    },
  )
}
