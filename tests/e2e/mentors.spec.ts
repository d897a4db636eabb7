/** The list of mentors: asking, narrowing, ordering and turning pages, by mouse, by keyboard and without scripts. */
import type { Page } from '@playwright/test'
import { LONG } from '../support/halves.ts'
import { expect, scriptsRun, test } from './fixtures.ts'
import { tabTo } from './keys.ts'

test.describe.configure({ mode: 'parallel' })

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search mentors' })
const count = (page: Page) => page.getByRole('main').getByRole('status')
const filter = (page: Page, name: RegExp) => page.getByRole('checkbox', { name })
const rows = (page: Page) => page.locator('.mentor-row')
const names = (page: Page) => rows(page).getByRole('heading').allTextContents()
const chips = (page: Page) => page.getByRole('list', { name: 'Filters in use' }).getByRole('link')

async function open(page: Page, address = '/mentors'): Promise<void> {
  await page.goto(address)
  await scriptsRun(page)
}

test('choosing filters narrows the list at once, keeps the focus and says how many are left, and going back restores it', async ({
  page,
}) => {
  await open(page)
  await expect(count(page)).toHaveText('24 mentors')
  await expect(page.getByText('Times shown in Kolkata')).toBeVisible()
  let loads = 0
  page.on('domcontentloaded', () => (loads += 1))
  const australia = filter(page, /^Australia/).first()
  await australia.focus()
  await page.keyboard.press('Space')
  await expect(count(page)).toHaveText('4 mentors')
  await expect(page).toHaveURL('/mentors?destination=AU')
  await expect(australia).toBeFocused()
  await expect(rows(page)).toHaveCount(4)
  await expect(filter(page, /^Canada 3 mentors$/).first()).toBeEnabled()
  await expect(filter(page, /^Arabic 0 mentors$/)).toBeDisabled()
  await expect(filter(page, /^English \d+ mentors?$/)).toBeEnabled()

  const years = page.getByRole('radio', { name: '5+ years' })
  await years.check()
  await expect(page).toHaveURL('/mentors?experience=5&destination=AU')
  await expect(years).toBeFocused()
  await expect(page).toHaveTitle(/^Mentors: Australia, 5\+ years/)

  await page.goBack()
  await expect(years).not.toBeChecked()
  await page.getByLabel('Sort by').selectOption('Price: low to high')
  await expect(page).toHaveURL('/mentors?destination=AU&order=price')
  await box(page).fill('gill')
  await expect(count(page)).toHaveText('1 mentor')
  await page.goBack()
  await expect(count(page)).toHaveText('4 mentors')
  await expect(box(page)).toHaveValue('')
  await expect(page.getByLabel('Sort by')).toHaveValue('price')
  await page.goBack()
  await expect(page.getByLabel('Sort by')).toHaveValue('best')
  await page.goBack()
  await expect(count(page)).toHaveText('24 mentors')
  await expect(australia).not.toBeChecked()
  await page.goForward()
  await expect(count(page)).toHaveText('4 mentors')
  await expect(australia).toBeChecked()

  // Far down the page, which does not jump.
  const length = page.getByRole('group', { name: 'Session length' }).getByRole('checkbox').first()
  await length.scrollIntoViewIfNeeded()
  await length.check()
  await expect(page).toHaveURL(/destination=AU/)
  await expect(page).not.toHaveURL('/mentors?destination=AU')
  await expect(length).toBeFocused()
  await expect(length).toBeInViewport()
  expect(loads).toBe(0)
})

test('the list follows what is typed, and the caret stays where it is', async ({ page }) => {
  await open(page)
  await box(page).pressSequentially('mumbia', { delay: 20 }) // A city, with a typing error.
  await expect(count(page)).toHaveText('1 mentor')
  expect(await names(page)).toEqual(['Ananya Rao'])
  await expect(box(page)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('x')
  await expect(box(page)).toHaveValue('mumbixa')
  await expect(page).toHaveURL('/mentors?q=mumbixa')
  await expect(box(page)).toHaveValue('mumbixa')
  expect(await box(page).evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(6)
  await page.goBack() // What was typed in one go is one step.
  await expect(page).toHaveURL('/mentors')
  await expect(box(page)).toHaveValue('')
})

test(
  'what is sent before the list has followed the entry that it just made is no second entry',
  LONG,
  async ({ page }) => {
    await open(page)
    await page.evaluate(() => {
      const pushState = history.pushState.bind(history)
      const input = document.querySelector<HTMLInputElement>('input[name=q]')!
      // The address has changed then, and React has not drawn it yet.
      history.pushState = (...entry) => {
        history.pushState = pushState
        pushState(...entry)
        input.value = 'mumbai'
        queueMicrotask(() => input.form!.requestSubmit())
      }
    })
    await box(page).fill('mumb')
    await expect(page).toHaveURL('/mentors?q=mumbai')
    await expect(count(page)).toHaveText('1 mentor')
    await page.goBack()
    await expect(page).toHaveURL('/mentors')
  },
)

test('filters in use can be removed one by one and all at once, and the focus goes to the results', async ({
  page,
}) => {
  await open(page, '/mentors?q=rao&destination=AU&destination=CA&language=en')
  await expect(chips(page)).toHaveText([/Australia/, /Canada/, /English/, 'Clear all'])
  await page.getByLabel('I am moving from').focus()
  await tabTo(page, page.getByRole('link', { name: 'Remove filter: Canada' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/mentors?q=rao&destination=AU&language=en')
  await expect(page.getByRole('region', { name: 'Mentors found' })).toBeFocused()
  await expect(filter(page, /^Canada/).first()).not.toBeChecked()

  await expect(count(page)).toHaveText('0 mentors')
  await expect(page.getByRole('heading', { name: 'No mentors match all filters' })).toBeVisible()
  await page.getByRole('link', { name: 'Without “rao”: 4 mentors' }).click()
  await expect(count(page)).toHaveText('4 mentors')
  await expect(page).toHaveURL('/mentors?destination=AU&language=en')
  await expect(box(page)).toHaveValue('')
  await page.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/mentors')
  await expect(count(page)).toHaveText('24 mentors')
  await expect(page.getByRole('link', { name: 'Clear all' })).toHaveCount(0)
})

test(
  'a page in the middle leads back, which begins at the top with the focus on the results',
  LONG,
  async ({ page }) => {
    const after45Pounds = Buffer.from(JSON.stringify(['price', 45, 1_000_000, Date.now()])).toString('base64url')
    await open(page, `/mentors?order=price&after=${after45Pounds}`)
    await expect(count(page)).toHaveText('24 mentors') // Of the whole list, whichever page.
    const shown = await rows(page).count()
    expect(shown).toBeGreaterThan(2)
    expect(shown).toBeLessThan(24)
    await expect(page.getByRole('link', { name: 'Next page' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Previous page' }).click()
    await expect(rows(page)).toHaveCount(24)
    await expect(page.getByRole('region', { name: 'Mentors found' })).toBeFocused()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await expect(page.getByLabel('Sort by')).toHaveValue('price')
  },
)

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('filters are a sheet whose button says how many it leaves, and closing it returns the focus', async ({
    page,
  }) => {
    await open(page)
    const opener = page.getByRole('button', { name: /^Filters/ })
    const australia = filter(page, /^Australia/).first()
    const show = page.getByRole('button', { name: /^Show \d+ mentor/ })
    await expect(australia).toBeHidden()
    await opener.focus()
    await page.keyboard.press('Enter')
    await australia.check()
    await expect(page).toHaveURL('/mentors?destination=AU')
    await expect(page.getByRole('button', { name: 'Show 4 mentors' })).toBeInViewport({ ratio: 1 })
    await show.click()
    await expect(australia).toBeHidden()
    await expect(opener).toBeFocused()
    await expect(opener).toHaveText('Filters · 1')
    await expect(rows(page)).toHaveCount(4)

    await page.keyboard.press('Enter')
    await expect(australia).toBeVisible()
    await show.focus()
    await page.keyboard.press('Tab') // Nothing behind the sheet takes the focus unseen.
    await expect(australia).toBeHidden()

    await opener.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Clear all' }).locator('visible=true').click()
    await expect(page).toHaveURL('/mentors')
    await expect(page.getByRole('button', { name: 'Show 24 mentors' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(australia).toBeHidden()
  })

  test('a visitor enters their move behind the line that asks for it, and sees in groups who made it', async ({
    page,
  }) => {
    await open(page)
    await expect(page.getByLabel('I am moving from')).toBeHidden()
    await page.getByText('Search or set your move').click()
    await page.getByLabel('I am moving from').selectOption({ label: 'India' })
    await expect(page).toHaveURL('/mentors?moving_from=IN')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('India to anywhere')
    await page.getByRole('combobox', { name: 'to', exact: true }).selectOption({ label: 'United Kingdom' })
    await expect(page).toHaveURL('/mentors?moving_from=IN&moving_to=GB')
    await expect(count(page)).toHaveText('1 made your crossing · 1 more landed in the UK · 22 others') // No mentor is left out.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mentors for the move India to United Kingdom')
    const headings = page.getByRole('region', { name: 'Mentors found' }).getByRole('heading')
    const groups = ['Made your crossing', 'Ananya Rao', 'Landed in the United Kingdom', 'Noor Haddad', 'Others']
    await expect(headings).toContainText(groups)
    await expect(rows(page)).toHaveCount(24)
    await expect(
      rows(page)
        .first()
        .getByRole('link', { name: /^View Profile/ }),
    ).toHaveAttribute(
      'href',
      '/mentors/ananya-rao?moving_from=IN&moving_to=GB', // The query goes on to the page.
    )

    await box(page).fill('berlin')
    await expect(page).toHaveURL('/mentors?q=berlin&moving_from=IN&moving_to=GB')
    await page.reload()
    await expect(box(page)).toHaveValue('berlin') // What narrows the list is never hidden.
    await expect(box(page)).toBeVisible()
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor enters their move, filters, orders and removes a filter', async ({ page }) => {
    await page.goto('/mentors')
    await page.getByLabel('I am moving from').selectOption({ label: 'India' })
    await filter(page, /^Australia/)
      .first()
      .check()
    await page.getByLabel('Lowest price').fill('10')
    await page.getByRole('button', { name: 'Apply filters' }).click()
    await expect(count(page)).toHaveText('1 moved from India · 3 others')
    await expect(filter(page, /^Australia/).first()).toBeChecked()
    await expect(page.getByLabel('I am moving from')).toHaveValue('IN')

    await page.getByLabel('Sort by').selectOption('Newest')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByLabel('Sort by')).toHaveValue('newest')
    await expect(count(page)).toHaveText('4 mentors')
    await expect(page.getByText('Times shown in each mentor’s city')).toBeVisible()

    await page.getByRole('link', { name: 'Remove filter: Australia' }).click()
    await expect(count(page)).toHaveText('23 mentors') // One has a session that costs nothing.

    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/mentors')
    await page.getByRole('button', { name: 'Filters' }).click()
    await filter(page, /^Australia/)
      .first()
      .check()
    await page.getByRole('button', { name: 'Apply filters' }).click()
    await expect(count(page)).toHaveText('4 mentors')
  })
})
