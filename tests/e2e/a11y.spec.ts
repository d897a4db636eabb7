/** Every page for everybody: WCAG 2.2 AA as axe sees it, enlarged, narrow, in forced colours and without scripts. */
import type { Page } from '@playwright/test'
import { makeAccount } from '../support/accounts/account-journey.ts'
import { enterAsMentor } from '../support/accounts/demo-mentors.ts'
import { makeHold } from '../support/bookings/booking-journey.ts'
import { LONG, longIf } from '../support/halves.ts'
import { axeOn, expectNoViolation } from './axe.ts'
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
  completePayment,
} from './fixtures.ts'
import { visitWithinBudget } from './first-visit.ts'
import { tabTo } from './keys.ts'
import { DESK_PAGES, forgottenPages, OWN_PAGES, PUBLIC_PAGES, resemblesAnother, spills } from './public-pages.ts'

test.describe.configure({ mode: 'parallel' })
test.use({ expected: /status of 40[04]/ })

type Look = { width: number; colorScheme: 'light' | 'dark' }

const LOOKS: Look[] = [{ width: 360, colorScheme: 'light' }]
/** Nearly all of what is wrong in these is wrong in that. */
const OTHER_LOOKS: Look[] = [
  { width: 360, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
]

/** Night differs from day in its colours alone, so that is all that is looked at a second time. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block']

/** Looks at the page as it stands, in windows of several kinds. */
async function expectNoViolationIn(page: Page, what: string, looks = LOOKS): Promise<void> {
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
    await expectNoViolation(page, axe, `${what}, ${width} px, ${colorScheme}`)
  }
}

test('no page of the table of routes is left out here', () => {
  expect(forgottenPages()).toEqual([])
})

/** For which others of the short half stand: pages of text, forms of a few fields, and pages of a heading, a sentence and a way on. */
const LIKE_OTHERS = [
  '/mentors/wanjiru-kamau/waiting',
  '/crossings',
  '/cohorts/nothing',
  '/CohortDetailsPage',
  '/about',
  '/currency',
  '/terms',
  '/privacy',
  '/api/docs',
  '/sign-up',
  '/forgot-password',
  '/AdminLogin',
  '/bookings',
  '/check-camera',
  '/problem',
  '/success',
  '/confirm',
  '/erased',
  '/waiting',
  '/reopen',
  '/set-password',
  '/verify-email',
  '/sign-in/code',
  '/mentor_profile',
  '/cohorts/nothing/joined',
  '/cohorts/nothing/waiting',
  '/claim',
]

const isOfShortHalf = (path: string, pages: string[]) => !resemblesAnother(path, pages) && !LIKE_OTHERS.includes(path)

for (const path of PUBLIC_PAGES) {
  test(
    `${path} keeps to its budgets, has no violation, nothing to scroll sideways and shows where the focus is`,
    longIf(!isOfShortHalf(path, PUBLIC_PAGES)),
    async ({ page, request }) => {
      test.slow() // Looking at everything takes a while on a small machine.
      if (path === '/ui') await page.goto(path) // It shows every component at once.
      else await visitWithinBudget(page, request, path)
      await expectForEverybody(page, path)
    },
  )

  test(`${path} has no violation by night and in a wide window`, LONG, async ({ page }) => {
    test.slow() // As above.
    await page.goto(path)
    await prepare(page)
    await expectNoViolationIn(page, path, OTHER_LOOKS)
  })
}

const INSIDERS: [reader: string, pages: string[], enter: (page: Page) => Promise<unknown>][] = [
  ['a member', OWN_PAGES, (page) => makeAccount(page)],
  ['a mentor', DESK_PAGES, (page) => enterAsMentor(page, 'lukasz-wisniewski')], // Who travels.
]

for (const [reader, pages, enter] of INSIDERS) {
  test(`the pages of ${reader} have no violation, nothing to scroll sideways and show where the focus is`, async ({
    page,
  }) => {
    test.setTimeout(300_000) // All of them, looked at in one browser: coming in takes longer than a page.
    await enter(page)
    for (const path of pages.filter((each) => isOfShortHalf(each, pages))) {
      await page.emulateMedia({ forcedColors: 'none' })
      await page.goto(path)
      await expect(page).toHaveURL(path)
      await expectForEverybody(page, path)
    }
  })

  test(`the pages of ${reader} have no violation in other windows, and after a change`, LONG, async ({ page }) => {
    test.setTimeout(300_000) // As above.
    await enter(page)
    for (const path of pages) {
      await page.emulateMedia({ forcedColors: 'none' })
      await page.goto(path)
      await prepare(page)
      await expectNoViolationIn(page, path, OTHER_LOOKS)
      if (resemblesAnother(path, pages)) await expectForEverybody(page, path)
    }
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
  await expectNoViolationIn(page, what)

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
        return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && !/^rgba\(.*, 0\)$/.test(outlineColor)
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

for (const looks of [LOOKS, OTHER_LOOKS]) {
  const inWords = looks.map(({ width, colorScheme }) => `${width} px, ${colorScheme}`).join(', and ')

  test.describe(`at ${inWords}`, longIf(looks === OTHER_LOOKS), () => {
    const [narrow] = looks

    test('the booking dialog has no violation in any step', async ({ page }) => {
      test.slow() // Looking at everything takes a while on a small machine.
      await openBooking(page, 'Wanjiru Kamau')
      await expectNoViolationIn(page, 'sessions', looks)
      await chooseSession(page)
      await chooseTime(page)
      await expectNoViolationIn(page, 'times', looks)
      await page.setViewportSize({ width: narrow!.width, height: 800 })
      await page.getByRole('link', { name: 'Change time zone' }).click()
      await page.getByRole('combobox', { name: 'Your time zone' }).fill('united')
      await page.keyboard.press('ArrowDown')
      await expect(page.locator('[role=option][data-focused]')).toBeVisible()
      await expectNoViolationIn(page, 'time zones', [narrow!])
      await page.keyboard.press('Enter')
      await chooseTime(page)
      await next(page).click()
      await typeDetails(page, { ...priya, email: 'wrong' })
      await pay(page).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await expectNoViolationIn(page, 'refused details', looks)
    })

    test('the page after paying and the stand-ins for paying and for emails have no violation', async ({ page }) => {
      test.slow() // As above.
      const { url } = await makeHold(page.request, 'yuting-chen')
      await page.goto(new URL(url).pathname)
      await expect(page.getByLabel('Card number')).toBeVisible()
      await expectNoViolationIn(page, 'payment', [narrow!])
      await completePayment(page)
      await expectNoViolationIn(page, 'success', looks)
      for (const path of ['/sandbox/mail', '/sandbox']) {
        await page.goto(path)
        await expectNoViolationIn(page, path, [narrow!])
      }
    })

    test('the sign-in dialog and the menu have no violation', async ({ page }) => {
      test.slow() // Looking at everything takes a while on a small machine.
      await page.setViewportSize({ width: 360, height: 800 })
      await page.goto('/cohorts')
      await scriptsRun(page)
      await page.getByRole('button', { name: 'Menu' }).click()
      await expectNoViolationIn(page, 'menu', [narrow!])
      await page.getByRole('button', { name: 'Sign Up / Login' }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByLabel('Email')).toBeVisible()
      await expectNoViolationIn(page, 'sign in', looks)
      await dialog.getByRole('radio', { name: 'Sign up' }).check()
      await expectNoViolationIn(page, 'sign up', looks)
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

    await button.click()
    await page.goBack()
    await expect(page).toHaveURL('/cohorts')
    await expect(menu).toBeHidden()
    await button.click()
    await page.locator('#menu').getByRole('button', { name: 'Sign Up / Login' }).click()
    await expect(page.getByRole('dialog', { name: 'Sign in or sign up' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
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
})

test('without scripts every kind of page reads', LONG, async ({ newVisitor }) => {
  test.slow() // One of each kind.
  const page = await newVisitor({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } })
  for (const path of PUBLIC_PAGES.filter((each) => !resemblesAnother(each, PUBLIC_PAGES))) {
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
