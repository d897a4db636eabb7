/** The languages of addresses, before any route is met. */
import type { MiddlewareHandler } from 'hono'
import { FALLBACK, type Language } from '../../messages/languages.ts'
import { inLanguage } from '#server/platform/language/language'
import { canonicalPath, splitLanguage } from '#server/platform/language/language-path'
import type { SiteEnv } from '#server/site/hono-env'

/** Whatever responds to `/es/…` speaks Spanish. */
export function readerLanguage(offered: readonly Language[]): MiddlewareHandler<SiteEnv> {
  return (c, next) => {
    const { language } = splitLanguage(readAddress(c.req.raw), offered)
    return language === FALLBACK ? next() : inLanguage(language, next)
  }
}

/**
 * Redirects addresses that people write or guess, `/zh-Hans/faq` and `/en/faq`, to the one that a page has, so that search
 * engines find each page once. A prefix that is no language of ours is a page that does not exist.
 */
export function canonicalLanguages(offered: readonly Language[]): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    const path =
      c.req.method === 'GET' || c.req.method === 'HEAD' ? canonicalPath(readAddress(c.req.raw), offered) : null
    return path === null ? next() : c.redirect(path, 301)
  }
}

/** The path of a request with its query, after the scheme and the host. */
export const readAddress = ({ url }: Request): string => url.slice(url.indexOf('/', 8))
