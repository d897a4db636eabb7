/** Applying as a mentor on a narrow window with the keyboard alone: Tab, Enter, Space, arrows and typing. */
import type { Locator, Page } from '@playwright/test'
import { makeAccount } from '../support/accounts/account-journey.ts'
import { field, SUCCESS, tick, TYPED } from '../support/mentors/application-journey.ts'
import { LONG } from '../support/halves.ts'
import { expectNoViolation } from './axe.ts'
import { expect, scriptsRun, test } from './fixtures.ts'
import { hiddenFocus, tabTo } from './keys.ts'

test.use({ viewport: { width: 360, height: 780 } })

async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target)
  expect(await hiddenFocus(page), 'what has the focus can be seen').toBeNull()
  await page.keyboard.press(key)
}

async function type(page: Page, dialog: Locator, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    await tabTo(page, field(dialog, name))
    expect(await hiddenFocus(page), 'what has the focus can be seen').toBeNull()
    await page.keyboard.press('ControlOrMeta+a') // The name is there from the account.
    await page.keyboard.type(value)
  }
}

/** Types in a closed list of choices, which then chooses what begins so. */
async function choose(page: Page, list: Locator, begins: string, value: string): Promise<void> {
  await tabTo(page, list)
  await page.keyboard.type(begins)
  await expect(list).toHaveValue(value)
}

/** To the next step, once this one has no violation. */
async function goOn(page: Page, dialog: Locator, name: string): Promise<void> {
  await expectNoViolation(page)
  await press(page, dialog.getByRole('button', { name: `Next: ${name}` }))
}

test('a member applies with the keyboard alone, and adds, moves and removes sessions', LONG, async ({ page }) => {
  test.slow()
  await makeAccount(page)
  await page.goto('/become-a-mentor')
  await scriptsRun(page)
  await press(page, page.getByRole('main').getByRole('link', { name: 'Add Mentor Schedule' }))
  const dialog = page.getByRole('dialog')
  await expect(field(dialog, 'name')).toBeVisible()

  const { name, experience, role, company, location, ...others } = TYPED.you
  await type(page, dialog, { name, experience, role, company, location })
  await choose(page, field(dialog, 'timeZone'), 'Berlin', 'Europe/Berlin')
  await type(page, dialog, others)
  await goOn(page, dialog, 'Your move')
  await expect(dialog.getByRole('heading', { name: 'The move you made' })).toBeFocused()

  const { 'moves.0.fromCity': fromCity, 'moves.0.toCity': toCity, ...move } = TYPED.move
  await choose(page, field(dialog, 'moves.0.fromCountry'), 'Turk', 'TR')
  await type(page, dialog, { 'moves.0.fromCity': fromCity })
  await choose(page, field(dialog, 'moves.0.toCountry'), 'Germ', 'DE')
  await type(page, dialog, { 'moves.0.toCity': toCity, ...move })
  const [topic, otherTopic] = [0, 1].map((nth) => dialog.locator('input[name=topics]').nth(nth))
  await press(page, topic!, 'Space')
  await press(page, otherTopic!, 'Space')
  await page.keyboard.press('Space')
  await expect(topic!).toBeChecked()
  await expect(otherTopic!).not.toBeChecked()
  await press(page, dialog.getByRole('button', { name: 'Add another move' }))
  await expect(field(dialog, 'moves.1.fromCountry')).toBeFocused()
  await press(page, dialog.getByRole('button', { name: 'Remove move 2' }))
  await goOn(page, dialog, 'Sessions')
  await expect(dialog.getByRole('heading', { name: 'What people can book' })).toBeFocused()

  await press(page, dialog.getByRole('radio', { name: 'Yes', exact: true }), 'Space')
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: 'I am not sure' })).toBeChecked()
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.getByRole('radio', { name: 'Yes', exact: true })).toBeChecked()
  const { price, 'sessions.0.title': title, ...session } = TYPED.sessions
  await type(page, dialog, { price, 'sessions.0.title': title })
  await tabTo(page, dialog.locator('input[name="sessions.0.minutes"]:checked'))
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.locator('input[name="sessions.0.minutes"]:checked')).toHaveValue('45')
  await type(page, dialog, session)

  const add = dialog.getByRole('button', { name: 'Add a session' })
  await press(page, add)
  await expect(field(dialog, 'sessions.1.title')).toBeFocused()
  await page.keyboard.type('German job interviews')
  await tabTo(page, dialog.getByRole('button', { name: 'Move session 2 up' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(field(dialog, 'sessions.0.title')).toHaveValue('German job interviews')
  await expect(dialog.getByRole('button', { name: 'Move session 1 down' }), 'it cannot go further up').toBeFocused()
  await page.keyboard.press('Space')
  await expect(field(dialog, 'sessions.1.title')).toHaveValue('German job interviews')
  await expect(dialog.getByRole('button', { name: 'Move session 2 up' })).toBeFocused()
  await page.keyboard.press('Enter')

  await press(page, add)
  await page.keyboard.type('A mistake')
  await tabTo(page, dialog.getByRole('button', { name: 'Remove session 3' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  const undo = dialog.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Close session 3' })).toBeFocused()
  await tabTo(page, dialog.getByRole('button', { name: 'Remove session 3' }), 'Shift+Tab')
  await page.keyboard.press('Space')
  await expect(undo).toBeFocused()
  await expect(dialog.getByText('2 of up to 8 sessions')).toBeVisible()

  await goOn(page, dialog, 'Picture')
  await goOn(page, dialog, 'Check')
  await expectNoViolation(page)
  await press(page, tick(dialog), 'Space')
  await press(page, dialog.getByRole('button', { name: 'Send my application' }))
  await expect(page.getByText(SUCCESS)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main')).toContainText('In review')
})
