/** Languages in addresses: `/es/mentors` is `/mentors` in Spanish. English has no prefix. */
import { prefixOf } from '#words/local-path'
import { ALL_LANGUAGES, FALLBACK, LANGUAGES, TRANSLATIONS, type Language } from '../../../messages/languages.ts'

/** The first part of a language's addresses, with its slash. Empty for English. */
export const languagePrefix = (language: Language): string => prefixOf(LANGUAGES[language].tag)

/** Languages by the first part of their addresses. */
const PREFIXES = new Map(TRANSLATIONS.map((language) => [languagePrefix(language).slice(1), language]))

/**
 * The language of a path or an address of ours, and the path without its prefix. `/es` is the home page, whose data the browser’s
 * router requests at `/es.data`, and at `/_.data` without a language. A language that is not `offered` has no addresses.
 */
export function splitLanguage(
  path: string,
  offered: readonly Language[] = ALL_LANGUAGES,
): { language: Language; path: string } {
  const [, first = '', data, rest = ''] = /^\/([a-z-]{2,10})(\.data(?=\?|$))?((?:[/?].*)?)$/s.exec(path) ?? []
  const language = PREFIXES.get(first)
  if (!language || !offered.includes(language)) return { language: FALLBACK, path }
  if (data) return { language, path: `/_.data${rest}` }
  return { language, path: rest.startsWith('/') ? rest : `/${rest}` }
}

/**
 * Where a path leads that names a language otherwise than its addresses do: `/zh-Hans/faq` is at `/zh-hans/faq`, and
 * `/en/faq` at `/faq`. Null for every other path.
 */
export function canonicalPath(path: string, offered: readonly Language[]): string | null {
  const [, first = '', rest = ''] = /^\/([a-z-]{2,10})((?:[/?].*)?)$/is.exec(path) ?? []
  const name = first.toLowerCase()
  const language = name === FALLBACK ? FALLBACK : PREFIXES.get(name)
  if (!language || !offered.includes(language)) return null
  const prefix = languagePrefix(language)
  if (prefix === `/${first}` || rest.startsWith('//')) return null // Browsers read `//evil` as another site.
  return prefix + (rest.startsWith('/') || prefix ? rest : `/${rest}`)
}
