import { expect, expectSuccess, scriptsRun, newContact, test } from './fixtures.ts'
import { tabTo } from './keys.ts'

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Date(Date.UTC(2026, month)).toLocaleDateString('en-GB', { month: 'long' }),
)

/** The month after that of a day, by its name: "December" of "Monday 30 November, 2 free times". */
function monthAfter(day: string): string {
  const now = MONTHS.findIndex((month) => day.includes(month))
  return MONTHS[(now + 1) % 12]!
}

test('a visitor books and pays with the keyboard alone', async ({ page }) => {
  const visitor = newContact()
  const { keyboard } = page
  await page.goto('/mentors/sujata-gurung')
  await scriptsRun(page)
  await tabTo(page, page.getByRole('radio', { name: /£/ }).first())
  await tabTo(page, page.getByRole('button', { name: 'Book Now: Sujata Gurung' }))
  await keyboard.press('Enter')

  const dialog = page.getByRole('dialog')
  const chosenDay = dialog.getByRole('button', { name: /, chosen$/ })
  await expect(chosenDay).toBeVisible()
  await tabTo(page, chosenDay)
  const day = page.locator('[role=gridcell] :focus')
  const month = monthAfter((await day.getAttribute('aria-label'))!)
  await keyboard.press('PageDown')
  await expect(day).toHaveAccessibleName(new RegExp(` ${month}, `))
  await keyboard.press('Home')
  await expect(day).toHaveAccessibleName(new RegExp(`^\\w+ 1 ${month}, `))
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowRight')
  await expect(day).toHaveAccessibleName(new RegExp(`^\\w+ 9 ${month}, `))
  for (let days = 0; days < 7 && /no free time/.test((await day.getAttribute('aria-label'))!); days++) {
    await keyboard.press('ArrowRight')
  }
  await keyboard.press('Enter')
  await expect(day).toHaveAccessibleName(new RegExp(` ${month}, \\d free times?, chosen$`))

  await tabTo(page, dialog.locator('input[name=at]:enabled').first())
  await keyboard.press('Space')
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(1)
  await keyboard.press('Enter')

  await tabTo(page, dialog.getByLabel('Full name'))
  await keyboard.type(visitor.name)
  await keyboard.press('Tab')
  await keyboard.type(visitor.email)
  await keyboard.press('Tab')
  await keyboard.type(visitor.phone)
  await tabTo(page, dialog.getByRole('checkbox', { name: /terms/ }))
  await keyboard.press('Space')
  await tabTo(page, dialog.getByRole('button', { name: /^Pay £/ }))
  await keyboard.press('Enter')

  for (const [label, text] of [
    ['Card number', '4242 4242 4242 4242'],
    ['Expiry', '12 / 34'],
    ['CVC', '123'],
    ['Name on card', visitor.name],
  ] as const) {
    await tabTo(page, page.getByLabel(label))
    await keyboard.type(text)
  }
  await keyboard.press('Enter')
  await expectSuccess(page)
})

test('who comes back is at the link that led away', async ({ page }) => {
  await page.goto('/mentors')
  await scriptsRun(page)
  const link = page.getByRole('link', { name: 'View Profile: Sujata Gurung' })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Sujata Gurung', level: 1 })).toBeVisible()
  await expect(page.locator('main')).toBeFocused()
  await page.goBack()
  await expect(link).toBeFocused()
})
