/**
 * The pages and the data of the API that look the same to every visitor, and what each of them depends on. The page cache renders them from their
 * address and the cookies named here alone, so a page cannot show what is not declared. Decision 0012.
 */
import { canShow } from '#domain/payments/currency'
import { isTimeZone } from '#domain/time/zone'
import { currencyOfZone } from '#server/platform/reference/currencies'
import { isLanguage } from '../../../messages/languages.ts'

/**
 * The cookies that public pages may read, each with the function that returns a value's one spelling, empty for a value
 * that no page knows. A new one is added here and to the pages that read it. Of the language only that which the page
 * offers is part of it (`platform/language/offer.ts`).
 */
const COOKIES = {
  theme: (value: string) => (value === 'day' || value === 'night' ? value : ''),
  zone: (value: string) => (isTimeZone(value) ? encodeURIComponent(value) : ''),
  language: (value: string) => (isLanguage(value) ? value : ''),
}

/** The currency is read after the zone, which says it for all who have chosen none. */
type PageCookie = keyof typeof COOKIES | 'currency'

const SPELLINGS = { ...COOKIES, currencyOfZone: (zone: string) => currencyOfZone(zone) ?? '' }

/**
 * `cookies`: what the page reads of the visitor. `changes`: `always` with a mentor's change and each minute, because it
 * shows mentors, free times, dates or counted figures; otherwise only when the page version rises, which every page
 * follows (`server/search/page-version-queries.ts`).
 */
export type PublicPage = {
  cookies: readonly PageCookie[]
  changes: 'always' | 'seldom'
  /** It says whose it is, and who has saved it. */
  of?: 'mentor'
  /** For programs: the same for all, signed in or not, and true at the moment of the response, not a second before. */
  data?: true
}

const still: PublicPage = { cookies: ['theme', 'language'], changes: 'seldom' }
const living: PublicPage = { cookies: ['theme', 'currency', 'language'], changes: 'always' }
const timed: PublicPage = { cookies: ['theme', 'zone', 'currency', 'language'], changes: 'always' }
const data: PublicPage = { cookies: [], changes: 'always', data: true }

const PAGES: ReadonlyMap<string, PublicPage> = new Map([
  ['/', living],
  ['/mentors', timed],
  ['/crossings', living],
  ['/cohorts', living],
  ['/CohortDetailsPage', still],
  ['/about', living],
  ['/contat', living],
  ['/faq', still],
  ['/Faq', still],
  ['/terms', still],
  ['/privacy', still],
  ['/api/docs', still],
])

/** The API's mentors, and the free times of one. */
const DATA = /^\/api\/(?:v1\/)?mentors(?:\/[a-z0-9-]+(?:\/slots)?)?$/

/** Pages of which there are many. */
const FAMILIES: [path: RegExp, page: PublicPage][] = [
  [/^\/mentors\/(?:from|in)\/[a-z-]+(?:\/[a-z-]+)*$/, timed],
  [/^\/mentors\/[a-z0-9]+(?:-[a-z0-9]+)*$/, { ...timed, of: 'mentor' }],
  [/^\/cohorts\/(?!(?:propose|notify)$)[a-z0-9]+(?:-[a-z0-9]+)*$/, living],
]

/**
 * The public page at a path, also as the router's `.data`. Undefined for every other page, and for other spellings of
 * an address, which are rendered for their visitor.
 */
export function publicPage(path: string): PublicPage | undefined {
  if (DATA.test(path)) return data
  const page = path === '/_.data' ? '/' : path.replace(/(?<=[^/])\.data$/, '')
  return PAGES.get(page) ?? FAMILIES.find(([family]) => family.test(page))?.[1]
}

type ReadCookie = (name: PageCookie) => string | null

/**
 * What a page reads of a visitor, as the Cookie header it is rendered from: the declared cookies whose values it knows, in
 * one order and spelling. `read` returns a cookie's value. `own`: the site's currency.
 */
export function declaredCookies({ cookies }: PublicPage, own: string, read: ReadCookie): string {
  return cookies
    .flatMap((name) => {
      const value = name === 'currency' ? shownCurrency(cookies, own, read) : spelled(name, read(name) ?? '')
      return value ? [`${name}=${value}`] : []
    })
    .join('; ')
}

/**
 * The currency that a page shows, where it is another one than the page shows by the zone that it reads. So a page that
 * reads no zone is cached once for all zones with one currency, and for all who see the site's own.
 */
function shownCurrency(cookies: readonly PageCookie[], own: string, read: ReadCookie): string {
  const ofZone = spelled('currencyOfZone', read('zone') ?? '') || own
  const chosen = read('currency') ?? ''
  const shown = canShow(chosen, own) ? chosen : ofZone
  return shown === (cookies.includes('zone') ? ofZone : own) ? '' : shown
}

const MAX_VALUE_LENGTH = 100 // Our longest is a zone of 32 letters.
const MAX_REMEMBERED = 1_000
const spellings = new Map<string, string>()

/** Remembers values, of which there are few and of which a zone takes long to check and to find. Forgets all when full. */
function spelled(name: keyof typeof SPELLINGS, value: string): string {
  if (value === '' || value.length > MAX_VALUE_LENGTH) return ''
  const known = spellings.get(`${name}=${value}`)
  if (known !== undefined) return known
  const spelling = SPELLINGS[name](value)
  if (spellings.size >= MAX_REMEMBERED) spellings.clear()
  spellings.set(`${name}=${value}`, spelling)
  return spelling
}
