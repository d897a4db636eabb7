/** Every public page, and what is checked of all of them in the browser. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

/** An address of every kind of page, and of each state that has an address. */
export const PUBLIC_PAGES = [
  '/',
  '/mentors',
  '/mentors?open=how-it-works',
  '/mentors?q=no-such-name',
  '/mentors?moving_from=IN&moving_to=AU&speaks=hi&destination=AU',
  '/mentors?origin=IN&destination=NL', // No mentor made this move.
  '/mentors/wanjiru-kamau',
  '/mentors/diego-fuentes', // Without sessions.
  '/mentors/wanjiru-kamau/book',
  '/mentors/diego-fuentes/waiting',
  '/mentors/wanjiru-kamau/waiting', // There is a time.
  '/waiting', // Without a link, as with one that is over.
  '/mentor_profile',
  '/saved',
  '/saved?full',
  '/mentors/from/india/to/united-kingdom',
  '/mentors/in/australia',
  '/mentors/from/iceland/to/germany', // No mentor made this move.
  '/crossings',
  '/cohorts',
  '/cohorts/nothing', // Cohorts are not published.
  '/cohorts/nothing/joined',
  '/cohorts/nothing/waiting',
  '/CohortDetailsPage',
  '/about',
  '/faq',
  '/currency',
  '/terms',
  '/privacy',
  '/api/docs',
  '/ui',
  '/become-a-mentor',
  '/sign-in',
  '/sign-in?failed=google',
  '/sign-in/code',
  '/sign-up',
  '/forgot-password',
  '/set-password', // Without a link, as with one that is over.
  '/verify-email',
  '/reopen', // Without the end of its link.
  '/reopen?closed',
  '/reopen?token=over',
  '/AdminLogin',
  '/admin-dashboard',
  '/admin-dashboard/bookings',
  '/admin-dashboard/completion',
  '/admin-dashboard/feedback',
  '/admin-dashboard/mentors',
  '/admin-dashboard/people',
  '/admin-dashboard/audit',
  '/admin-dashboard/cohorts',
  '/admin-dashboard/imported',
  '/admin-dashboard/payouts',
  '/admin-dashboard/codes',
  '/admin-dashboard/api-keys',
  '/admin-dashboard/settings',
  '/admin-dashboard/webhooks',
  '/mentor/any',
  '/cohort/any',
  '/success',
  '/cancel',
  '/confirm',
  '/problem',
  '/bookings',
  '/erased',
  '/check-camera',
  '/nowhere',
]

/** What a page is, whatever its query. To a visitor, every admin page is the sign-in page. */
const describeKind = (path: string) =>
  path
    .replace(/\?.*/, '')
    .replace(/^\/mentors\/(from|in)\/.*/, 'landing page')
    .replace(/^\/mentors\/[^/]+$/, 'profile')
    .replace(/^\/(admin-dashboard|mentor|cohort)(\/.*)?$/, '/AdminLogin')

/** Whether another page of the list stands for this one in the short half. */
export const resemblesAnother = (path: string, pages: string[]): boolean =>
  pages.find((other) => describeKind(other) === describeKind(path)) !== path

/** Pages of who is signed in. Others are led to sign in. */
export const OWN_PAGES = [
  '/account',
  '/account?saved=details',
  '/account/bookings',
  '/account/picture',
  '/account/calendar',
  '/account/calendar?made',
  '/account/security',
  '/account/second-step',
  '/account/leave',
  '/account/confirm?next=/account/security',
  '/profile',
  '/profile/picture',
  '/become-a-mentor/check',
  '/cohorts/propose',
  '/claim', // Without a link, as with one that is over.
]

/** Pages of a mentor's desk. Members are led to where one applies. */
export const DESK_PAGES = [
  '/desk',
  '/desk/hours',
  '/desk/hours?saved',
  '/desk/calendars',
  '/desk/calendars?added',
  '/desk/money',
  '/desk/codes',
  '/desk/pause',
  '/desk/sessions',
  '/desk/statistics',
]

/**
 * The application's form is in `apply-keyboard.spec.ts`, the link to claim an imported record in `import.spec.ts`, a booking's pages
 * in `booking-page.spec.ts`, `move.spec.ts` and `leaving.spec.ts`, those of a session that has begun in
 * `after-session.spec.ts`, joining a cohort in `cohorts.spec.ts`, statements of a month in `statements.spec.ts`, links
 * that someone else pays with in `someone-else-pays.spec.ts`.
 */
const LOOKED_AT_ELSEWHERE = [
  '/become-a-mentor/apply',
  '/mentor/any/claim-link',
  '/admin-dashboard/bookings/any',
  '/bookings/any',
  '/bookings/any/any',
  '/bookings/any/join',
  '/bookings/any/cancel',
  '/bookings/any/receipt',
  '/bookings/any/links',
  '/bookings/any/move',
  '/bookings/any/propose',
  '/bookings/any/proposal',
  '/bookings/any/messages',
  '/bookings/any/brief',
  '/bookings/any/erase',
  '/bookings/any/absent',
  '/bookings/any/complete',
  '/bookings/any/feedback',
  '/bookings/any/problem',
  '/pay/any',
  '/pay/any/paid',
  '/payment-links/any/any',
  '/feedback/any',
  '/desk/money/statements/any',
  '/desk/money/statements/any/any',
  '/cohorts/any/join',
  '/cohorts/any/members',
  '/seats/any',
  '/seats/any/any',
  '/seats/any/cancel',
  '/seats/any/receipt',
  '/seats/any/erase',
  '/mentors/any/package',
  '/packages/bought',
  '/packages/any',
  '/packages/any/any',
  '/packages/any/book',
  '/packages/any/refund',
  '/packages/any/receipt',
  '/packages/any/erase',
]

/** Pages of the table of routes that no address above leads to. Second names of a page, and what is no page, aside. */
export function forgottenPages(): string[] {
  const table = readFileSync('app/routes.ts', 'utf8')
  return [...table.matchAll(/route\('([^'*]+)', '[^']+\.tsx'\)/g)]
    .map(([, path = '']) => new RegExp(`^/${path.replaceAll(/:\w+/g, '[^/]+')}(\\?.*)?$`, 'i'))
    .filter((path) => ![...PUBLIC_PAGES, ...OWN_PAGES, ...DESK_PAGES].some((address) => path.test(address)))
    .filter((path) => !LOOKED_AT_ELSEWHERE.some((address) => path.test(address)))
    .map(String)
}

/**
 * What reaches out of the window to the right, and words that reach out of a box around them where their line ends. Rows that scroll
 * by themselves may.
 */
export function spills(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const found = scrollWidth > clientWidth ? [`the page: ${scrollWidth} in ${clientWidth}`] : []
    const fromRight = document.dir === 'rtl'
    const words = document.createRange()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode
      const parent = text.parentElement!
      if (!text.textContent?.trim() || parent.closest('svg, .sr-only, [style*=clip-path], noscript, script')) continue
      if (!parent.checkVisibility({ visibilityProperty: true })) continue
      words.selectNodeContents(text)
      const { left, right } = words.getBoundingClientRect()
      for (let box: HTMLElement | null = parent; box; box = box.parentElement) {
        const { display, overflowX } = getComputedStyle(box)
        if (overflowX !== 'visible' && box !== document.body) break
        const around = box === document.body ? { left: 0, right: clientWidth } : box.getBoundingClientRect()
        const beyond = fromRight ? around.left - left : right - around.right
        if (!/^(inline|contents)$/.test(display) && beyond > 1) {
          found.push(`“${text.textContent.trim().slice(0, 40)}” ends ${beyond.toFixed(1)} px beyond ${box.localName}`)
          break
        }
      }
    }
    return found
  })
}
