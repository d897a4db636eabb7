/** Keyboard shortcuts for tests without a mouse. */
import { expect, type Locator, type Page } from '@playwright/test'

/** Waits until the keys of the admins' desk do something, which their button then says of its own. */
export const keysAnswer = (page: Page) =>
  expect(page.getByRole('button', { name: 'Keys' })).toHaveAttribute('aria-keyshortcuts', '?', { timeout: 15_000 })

/** Presses a key, by default Tab, until something has the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 150; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not lead to ${target}`)
}

/**
 * What has the focus while it cannot be seen: it lies outside the window or wholly below something else. Null if it can
 * be seen, or nothing has the focus.
 */
export function hiddenFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return null
    // A radio button of a segmented choice is drawn by its label.
    const shown = focused.matches('input[type=radio]') ? (focused.closest('label') ?? focused) : focused
    const { left, top, width, height } = shown.getBoundingClientRect()
    const isSeen = [0.1, 0.5, 0.9].some((share) => {
      const at = document.elementFromPoint(left + width / 2, top + height * share)
      return at !== null && (shown.contains(at) || at.contains(shown))
    })
    return isSeen ? null : focused.outerHTML.slice(0, 200)
  })
}
