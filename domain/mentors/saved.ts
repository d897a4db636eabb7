/**
 * Mentors saved for later. A visitor's are in a cookie, an account's in the database. Newest first, by the name
 * that the mentor has in addresses.
 */

/** As many fit a cookie without a stranger's proxy refusing the request. */
export const MAX_SAVED_IN_BROWSER = 24
export const MAX_SAVED_IN_ACCOUNT = 100

const YEAR_SECONDS = 31_536_000
const MAX_SLUG_LENGTH = 80
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

export const isMentorSlug = (text: string): boolean => text.length <= MAX_SLUG_LENGTH && SLUG.test(text)

/** From a Cookie header or `document.cookie`. Whatever is no slug is left out. */
export function savedOfCookie(cookies: string | null): string[] {
  const value = /(?:^|;\s*)saved=([^;]*)/.exec(cookies ?? '')?.[1] ?? ''
  return [...new Set(value.split('.').filter(isMentorSlug))].slice(0, MAX_SAVED_IN_BROWSER)
}

/** A `Set-Cookie` header. Without mentors it removes the cookie. */
export function savedCookie(slugs: string[]): string {
  const seconds = slugs.length > 0 ? YEAR_SECONDS : 0
  return `saved=${slugs.slice(0, MAX_SAVED_IN_BROWSER).join('.')}; Path=/; Max-Age=${seconds}; SameSite=Lax`
}
