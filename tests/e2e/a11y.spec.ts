/** Every public page for everybody: WCAG 2.2 AA as axe sees it, enlarged, narrow, in forced colours and without scripts. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import {
  chooseSession,
  chooseTime,
  expect,
  next,
  openBooking,
  pay,
  priya,
  scriptsRun,
  test,
  typeDetails,
} from './fixtures.ts'
import { forgottenPages, PUBLIC_PAGES, spills } from './public-pages.ts'

test.describe.configure({ mode: 'parallel' })
// Nothing counts down and nothing moves while it is looked at.
test.use({ contextOptions: { reducedMotion: 'reduce' }, expected: /status of 40[04]/ })

const LOOKS = [360, 1440].flatMap((width) => [
  { width, colorScheme: 'light' as const },
  { width, colorScheme: 'dark' as const },
])

/** Looks at the page as it stands, narrow and wide, by day and by night. */
async function expectNoViolation(page: Page, what: string, looks = LOOKS): Promise<void> {
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ rules: { 'target-size': { enabled: true } } })
    const { violations } = await axe.analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
    expect(found, `${what}, ${width} px, ${colorScheme}`).toEqual([])
  }
}

test('no page of the table of routes is left out here', () => {
  expect(forgottenPages()).toEqual([])
})

for (const path of PUBLIC_PAGES) {
  test(`${path} has no violation, nothing to scroll sideways and shows where the focus is`, async ({ page }) => {
    test.slow() // Looking at everything takes a while on a small machine.
    await page.goto(path)
    await scriptsRun(page)
    for (const answer of await page.locator('details').all()) {
      await answer.evaluate((details: HTMLDetailsElement) => (details.open = true))
    }
    await expectNoViolation(page, path)

    // 640 px are a window of 1280 at 200 % zoom, 320 the same at 400 %.
    for (const width of [640, 320]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await spills(page), `${path} at ${width} px`).toEqual([])
    }

    await page.keyboard.press('Tab') // From here on the focus is somebody's who uses the keyboard.
    expect(await withoutFocusRing(page), path).toEqual([])
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await withoutFocusRing(page), `${path}, forced colours`).toEqual([])
    expect(await edgeless(page), `${path}, forced colours`).toEqual([])
  })
}

/** What takes the focus without showing it: on itself, on the label around it, or by the stroke of what is drawn in it. */
function withoutFocusRing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const focusable = 'a[href], button:enabled, input:enabled, select, textarea, summary, [tabindex="0"]'
    const found: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>(focusable)) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert]')) continue
      const strokes = () =>
        [...element.querySelectorAll('circle')].map((shape) => getComputedStyle(shape).strokeWidth).join()
      ;(document.activeElement as HTMLElement).blur()
      const before = strokes()
      element.focus({ preventScroll: true })
      if (document.activeElement !== element || strokes() !== before) continue
      const rings = [element, element.closest('label')].filter((box) => box !== null)
      const shown = rings.some((box) => {
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(box)
        return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && !/, 0\)$|transparent/.test(outlineColor)
      })
      if (!shown) found.push(element.outerHTML.slice(0, 200))
    }
    return found
  })
}

/** Buttons and fields whose edge cannot be told from what is around them. */
function edgeless(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = 'button, input:not([type=hidden]), select, textarea, a.line'
    return [...document.querySelectorAll<HTMLElement>(controls)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]'))
      .filter((element) => {
        const { borderTopWidth, borderTopColor, backgroundColor, appearance } = getComputedStyle(element)
        const box = element.closest('label, .segmented') ?? element
        const edge = parseFloat(borderTopWidth) > 0 && borderTopColor !== backgroundColor
        const around = box !== element && parseFloat(getComputedStyle(box).borderTopWidth) > 0
        const drawn = element.textContent.trim() !== '' || element.querySelector('svg') !== null
        const ownLook = appearance !== 'none' && element.localName === 'input'
        return !edge && !around && !drawn && !ownLook && !element.closest('.segmented')
      })
      .map((element) => element.outerHTML.slice(0, 200))
  })
}

test('the booking dialog has no violation in any step', async ({ page }) => {
  test.slow() // Looking at everything takes a while on a small machine.
  await openBooking(page, 'Wanjiru Kamau')
  await expectNoViolation(page, 'sessions')
  await chooseSession(page)
  await chooseTime(page)
  await expectNoViolation(page, 'times')
  await next(page).click()
  await typeDetails(page, { ...priya, email: 'wrong' })
  await pay(page).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectNoViolation(page, 'refused details')
})

test('the sign-in dialog and the menu have no violation', async ({ page }) => {
  test.slow() // Looking at everything takes a while on a small machine.
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/cohorts')
  await scriptsRun(page)
  const narrow = LOOKS.filter(({ width }) => width === 360)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expectNoViolation(page, 'menu', narrow)
  await page.getByRole('button', { name: 'Sign Up / Login' }).click()
  const dialog = page.getByRole('dialog')
  await expectNoViolation(page, 'sign in')
  await dialog.getByText('Sign up', { exact: true }).click()
  await expectNoViolation(page, 'sign up')
})

test('without scripts every page reads', async ({ newVisitor }) => {
  test.slow() // All of them.
  const page = await newVisitor({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } })
  for (const path of PUBLIC_PAGES) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    const words = await page.getByRole('main').innerText()
    expect(words.length, path).toBeGreaterThan(60)
    expect(words, path).not.toMatch(/loading/i)
    const dead = page.locator('button[type=button]:visible:not([popovertarget], [commandfor])')
    expect(await dead.evaluateAll((buttons) => buttons.map((button) => button.outerHTML)), path).toEqual([])
    expect(await spills(page), path).toEqual([])
  }
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click()
  await page.getByText('How long is a session?').click()
  await expect(page.getByText(/45–60 minutes/)).toBeVisible()
})
