/** Every public page for everybody: WCAG 2.2 AA as axe sees it, enlarged, narrow, in forced colours and without scripts. */
import type { Locator, Page } from '@playwright/test'
import { makeAccount } from '../support/accounts/account-journey.ts'
import { enterAsMentor } from '../support/accounts/demo-mentors.ts'
import { LONG, longIf } from '../support/halves.ts'
import { axeOn } from './axe.ts'
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
import { visitWithinBudget } from './first-visit.ts'
import { DESK_PAGES, forgottenPages, OWN_PAGES, PUBLIC_PAGES, resemblesAnother, spills } from './public-pages.ts'

test.describe.configure({ mode: 'parallel' })
// Nothing counts down and nothing moves while it is looked at.
test.use({ contextOptions: { reducedMotion: 'reduce' }, expected: /status of 40[04]/ })

type Look = { width: number; colorScheme: 'light' | 'dark' }

const LOOKS: Look[] = [
  { width: 360, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
]
/** Nearly all of what is wrong in these is wrong in those. */
const OTHER_LOOKS: Look[] = [
  { width: 360, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
]

/** Night differs from day in its colours alone, so that is all that is looked at a second time. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block']

/** Looks at the page as it stands. */
async function expectNoViolation(page: Page, what: string, looks = LOOKS): Promise<void> {
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    // What a bar at the window's end covers can be scrolled from under it, so look where it covers nothing.
    await page.evaluate(() => {
      if (document.querySelector('.hours-foot')) scrollTo(0, document.documentElement.scrollHeight)
    })
    // By day also `target-size`, a rule of WCAG 2.2 that axe leaves out unasked.
    const axe =
      colorScheme === 'dark'
        ? axeOn(page).withRules(OF_COLOUR)
        : axeOn(page, { rules: { 'target-size': { enabled: true } } })
    const { violations } = await axe.analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
    expect(found, `${what}, ${width} px, ${colorScheme}`).toEqual([])
  }
}

test('no page of the table of routes is left out here', () => {
  expect(forgottenPages()).toEqual([])
})

for (const path of PUBLIC_PAGES) {
  const ofHalf = resemblesAnother(path, PUBLIC_PAGES) ? LONG : {}
  test(
    `${path} keeps to its budgets, has no violation, nothing to scroll sideways and shows where the focus is`,
    ofHalf,
    async ({ page, request }) => {
      test.slow() // Looking at everything takes a while on a small machine.
      if (path === '/ui') await page.goto(path) // It shows every component at once.
      else await visitWithinBudget(page, request, path)
      await expectForEverybody(page, path)
    },
  )

  test(`${path} has no violation in a dark narrow and a light wide window`, LONG, async ({ page }) => {
    test.slow() // As above.
    await page.goto(path)
    await prepare(page)
    await expectNoViolation(page, path, OTHER_LOOKS)
  })
}

test('the pages of an account have no violation, nothing to scroll sideways and show where the focus is', async ({
  page,
}) => {
  test.setTimeout(300_000) // All of them, looked at in one browser: making an account takes longer than a page.
  await makeAccount(page)
  for (const path of OWN_PAGES.filter((each) => !resemblesAnother(each, OWN_PAGES))) {
    await page.emulateMedia({ forcedColors: 'none' })
    await page.goto(path)
    await expect(page).toHaveURL(path)
    await expectForEverybody(page, path)
  }
})

test('the pages of an account have no violation in other windows, and after a change', LONG, async ({ page }) => {
  test.setTimeout(300_000) // As above.
  await makeAccount(page)
  for (const path of OWN_PAGES) {
    await page.emulateMedia({ forcedColors: 'none' })
    await page.goto(path)
    await prepare(page)
    await expectNoViolation(page, path, OTHER_LOOKS)
    if (resemblesAnother(path, OWN_PAGES)) await expectForEverybody(page, path)
  }
})

for (const path of DESK_PAGES) {
  const ofHalf = resemblesAnother(path, DESK_PAGES) ? LONG : {}
  test(
    `${path} has no violation for a mentor, nothing to scroll sideways and shows where the focus is`,
    ofHalf,
    async ({ page }) => {
      test.slow()
      await enterAsMentor(page, 'lukasz-wisniewski') // Who travels.
      await page.goto(path)
      await expectForEverybody(page, path)
    },
  )

  test(`${path} has no violation for a mentor in a dark narrow and a light wide window`, LONG, async ({ page }) => {
    test.slow()
    await enterAsMentor(page, 'lukasz-wisniewski')
    await page.goto(path)
    await prepare(page)
    await expectNoViolation(page, path, OTHER_LOOKS)
  })
}

/** Opens what is closed, once scripts run. */
async function prepare(page: Page): Promise<void> {
  await scriptsRun(page)
  for (const answer of await page.locator('details').all()) {
    await answer.evaluate((details: HTMLDetailsElement) => (details.open = true))
  }
}

async function expectForEverybody(page: Page, what: string): Promise<void> {
  await prepare(page)
  await expectNoViolation(page, what)

  // 640 px are a window of 1280 at 200 % zoom, 320 the same at 400 %.
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await spills(page), `${what} at ${width} px`).toEqual([])
  }

  await page.keyboard.press('Tab') // From here on the focus is a keyboard user's.
  expect(await withoutFocusRing(page), what).toEqual([])
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await withoutFocusRing(page), `${what}, forced colours`).toEqual([])
  expect(await edgeless(page), `${what}, forced colours`).toEqual([])
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

/** Buttons and fields whose edge has too little contrast with its surroundings. */
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

/** Presses Tab until something has the focus, as a keyboard user does. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not lead to ${target}`)
}

for (const looks of [LOOKS, OTHER_LOOKS]) {
  const inWords = looks.map(({ width, colorScheme }) => `${width} px, ${colorScheme}`).join(', and ')

  test.describe(`at ${inWords}`, longIf(looks === OTHER_LOOKS), () => {
    test('the booking dialog has no violation in any step', async ({ page }) => {
      test.slow() // Looking at everything takes a while on a small machine.
      await openBooking(page, 'Wanjiru Kamau')
      await expectNoViolation(page, 'sessions', looks)
      await chooseSession(page)
      await chooseTime(page)
      await expectNoViolation(page, 'times', looks)
      await next(page).click()
      await typeDetails(page, { ...priya, email: 'wrong' })
      await pay(page).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await expectNoViolation(page, 'refused details', looks)
    })

    test('the sign-in dialog and the menu have no violation', async ({ page }) => {
      test.slow() // Looking at everything takes a while on a small machine.
      await page.setViewportSize({ width: 360, height: 800 })
      await page.goto('/cohorts')
      await scriptsRun(page)
      const narrow = looks.filter(({ width }) => width === 360)
      await page.getByRole('button', { name: 'Menu' }).click()
      await expectNoViolation(page, 'menu', narrow)
      await page.getByRole('button', { name: 'Sign Up / Login' }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByLabel('Email')).toBeVisible()
      await expectNoViolation(page, 'sign in', looks)
      await dialog.getByRole('radio', { name: 'Sign up' }).check()
      await expectNoViolation(page, 'sign up', looks)
    })
  })
}

test.describe('with the keyboard alone', () => {
  test('the menu opens, leads on and closes, and the focus is where one left it', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto('/cohorts')
    await scriptsRun(page)
    const button = page.getByRole('button', { name: 'Menu' })
    const menu = page.getByRole('navigation', { name: 'Main' })
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
    await tabTo(page, button)
    await page.keyboard.press('Enter')
    await expect(menu).toBeVisible()
    await tabTo(page, menu.getByRole('link', { name: 'Home' }))
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
    await tabTo(page, menu.getByRole('link', { name: 'FAQ' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/faq')
    await expect(menu).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('the accordion opens and closes, and only what is open is read', async ({ page }) => {
    await page.goto('/faq')
    await scriptsRun(page)
    const question = page.locator('summary').first()
    const answer = page.getByText(/45–60 minutes/)
    await tabTo(page, question)
    await page.keyboard.press('Enter')
    await expect(answer).toBeVisible()
    await page.keyboard.press('Space')
    await expect(answer).toBeHidden()
  })

  test('the sign-in dialog toggles, closes and gives the focus back', async ({ page }) => {
    await page.goto('/cohorts')
    await scriptsRun(page)
    const opener = page.getByRole('banner').getByRole('button', { name: 'Sign Up / Login' })
    const dialog = page.getByRole('dialog')
    await tabTo(page, opener)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    await tabTo(page, dialog.getByRole('radio', { name: 'Sign in' }))
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('radio', { name: 'Sign up' })).toBeChecked()
    await expect(dialog.getByLabel('Name')).toBeVisible()
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab')
      const within = await page.evaluate(() => {
        const { activeElement, body } = document
        return activeElement === body || activeElement!.closest('dialog') !== null // The body stands for the browser's own bar.
      })
      expect(within).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })

  test.describe('the carousel', () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' } })

    test('stands still while it has the focus, pauses, and steps on and back', async ({ page }) => {
      await page.clock.install()
      await page.goto('/')
      await scriptsRun(page)
      const row = page.getByRole('list', { name: 'Mentors' })
      const left = () => row.evaluate((list) => Math.round(list.scrollLeft))
      await row.scrollIntoViewIfNeeded()
      const atCard = async () => (await left()) % 504 === 0
      const moveOn = async () => (await left()) > 0 || (await page.clock.runFor(5_100), false)
      await expect.poll(moveOn, { message: 'it moves on by itself', intervals: [1_000] }).toBe(true)

      await tabTo(page, page.getByRole('button', { name: 'Pause' }))
      await page.keyboard.press('Enter')
      const play = page.getByRole('button', { name: 'Play' })
      await expect(play).toBeFocused()
      await expect.poll(atCard, 'a step is a whole card').toBe(true)
      const paused = await left()
      await page.clock.runFor(11_000)
      expect(await left()).toBe(paused)
      await tabTo(page, page.getByRole('button', { name: 'Next mentor' }))
      await page.keyboard.press('Enter')
      await expect.poll(left).toBe(paused + 504)
      await tabTo(page, page.getByRole('button', { name: 'Previous mentor' }), 'Shift+Tab')
      await page.keyboard.press('Enter')
      await expect.poll(left).toBe(paused)

      await tabTo(page, play, 'Shift+Tab')
      await page.keyboard.press('Enter')
      await tabTo(page, row.getByRole('link').first())
      const held = await left()
      await page.clock.runFor(11_000)
      expect(await left(), 'nothing moves away under the focus').toBe(held)

      const links = await row.getByRole('link', { name: /^View Profile/ }).count()
      const mentors = await row.locator('> li:not([inert])').count()
      expect(links, 'each mentor once, copies are for the eye').toBe(mentors)
    })
  })
})

test('without scripts every page reads', async ({ newVisitor }) => {
  test.slow() // All of them.
  const page = await newVisitor({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } })
  for (const path of PUBLIC_PAGES) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    const words = await page.getByRole('main').innerText()
    expect(words.length, path).toBeGreaterThan(40)
    expect(await spills(page), path).toEqual([])
    if (path === '/ui') continue // There buttons and loading states are only shown.
    expect(words, path).not.toMatch(/loading/i)
    const dead = page.locator('button[type=button]:visible:not([popovertarget])')
    expect(await dead.evaluateAll((buttons) => buttons.map((button) => button.outerHTML)), path).toEqual([])
  }
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click()
  await page.getByText('How long is a session?').click()
  await expect(page.getByText(/45–60 minutes/)).toBeVisible()
})
