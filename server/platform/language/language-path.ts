/** Languages in addresses: `/es/mentors` is `/mentors` in Spanish. English has no prefix. */
import { FALLBACK, LANGUAGES, type Language } from '../../../messages/languages.ts'

/** Languages by the first part of their addresses. */
const PREFIXES = new Map(
  (Object.keys(LANGUAGES) as Language[])
    .filter((language) => language !== FALLBACK)
    .map((language) => [language.toLowerCase(), language]),
)

/** The first part of a language's addresses, with its slash. Empty for English. */
export const languagePrefix = (language: Language): string =>
  language === FALLBACK ? '' : `/${language.toLowerCase()}`

/** The language of a path or an address of ours, and the path without its prefix. `/es` is the home page. */
export function splitLanguage(path: string): { language: Language; path: string } {
  const [, first = '', rest = ''] = /^\/([a-z-]{2,10})((?:[/?].*)?)$/s.exec(path) ?? []
  const language = PREFIXES.get(first)
  if (!language) return { language: FALLBACK, path }
  return { language, path: rest.startsWith('/') ? rest : `/${rest}` }
}
