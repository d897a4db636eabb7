/** Every page that anybody may open, and what is asked of all of them in the browser. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

/** An address of every kind of page, and of each state that has an address. */
export const PUBLIC_PAGES = [
  '/',
  '/mentors',
  '/mentors?q=nobody-is-called-this',
  '/mentors/wanjiru-kamau',
  '/mentors/diego-fuentes', // Without sessions.
  '/mentors/wanjiru-kamau/book',
  '/mentor_profile',
  '/cohorts',
  '/CohortDetailsPage',
  '/about',
  '/faq',
  '/terms',
  '/privacy',
  '/ui',
  '/become-a-mentor',
  '/profile',
  '/AdminLogin',
  '/admin-dashboard',
  '/mentor/any',
  '/cohort/any',
  '/success',
  '/cancel',
  '/problem',
  '/nowhere',
]

/** Pages of the table of routes that no address above leads to. Second names of a page, and what is no page, aside. */
export function forgottenPages(): string[] {
  const table = readFileSync('app/routes.ts', 'utf8')
  return [...table.matchAll(/route\('([^'*]+)', '[^']+\.tsx'\)/g)]
    .map(([, path = '']) => new RegExp(`^/${path.replaceAll(/:\w+/g, '[^/]+')}(\\?.*)?$`, 'i'))
    .filter((path) => !PUBLIC_PAGES.some((address) => path.test(address)))
    .map(String)
}

/** What reaches out of the window, or out of its own box, to the right. Rows that scroll by themselves may. */
export function spills(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const found = scrollWidth > clientWidth ? [`the page: ${scrollWidth} in ${clientWidth}`] : []
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('svg, .sr-only')) continue
      const name = `${element.localName} “${(element.textContent ?? '').trim().slice(0, 30)}”`
      const { right, width } = element.getBoundingClientRect()
      let clips: HTMLElement | null = element.parentElement
      while (clips && getComputedStyle(clips).overflowX === 'visible') clips = clips.parentElement
      if (width > 0 && right > clientWidth + 0.5 && (!clips || clips === document.body)) {
        found.push(`${name}: to ${right.toFixed(1)} in a window of ${clientWidth}`)
      }
      const { overflowX, display } = getComputedStyle(element)
      const wider = element.scrollWidth - element.clientWidth
      if (overflowX === 'visible' && display !== 'inline' && element.clientWidth > 0 && wider > 1) {
        found.push(`${name}: ${wider} px wider than its box`)
      }
    }
    return found
  })
}
