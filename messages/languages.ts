/** The languages that pages and emails speak. To add one: a folder of catalogs, and a line here. */

export const ENGLISH_TAG = 'en-GB'

/**
 * `tag`: of HTML's `lang`, and for `Intl`. `name`: in the language itself. `rightToLeft`: the direction of its script.
 */
export type LanguageFacts = { tag: string; name: string; rightToLeft?: true }

export const LANGUAGES = {
  en: { tag: ENGLISH_TAG, name: 'English' },
  es: { tag: 'es', name: 'Español' },
  fr: { tag: 'fr', name: 'Français' },
  'pt-BR': { tag: 'pt-BR', name: 'Português (Brasil)' },
  hi: { tag: 'hi', name: 'हिन्दी' },
  'zh-Hans': { tag: 'zh-Hans', name: '简体中文' },
  ar: { tag: 'ar', name: 'العربية', rightToLeft: true },
} satisfies Record<string, LanguageFacts>

export type Language = keyof typeof LANGUAGES

/** English has every message. */
export const FALLBACK: Language = 'en'

export const ALL_LANGUAGES = Object.keys(LANGUAGES) as Language[]

/** Those beside English. */
export const TRANSLATIONS = ALL_LANGUAGES.filter((language) => language !== FALLBACK)

/** The areas of catalogs that are English in every language: what admins and operators read, and names in the API. */
export const ENGLISH_AREAS = ['admin', 'api', 'import', 'metrics', 'operators', 'settings']

/** What the cookie has in place of a language once an offer was closed. */
export const NO_OFFER = 'none'

export const isLanguage = (text: string): text is Language => Object.hasOwn(LANGUAGES, text)
