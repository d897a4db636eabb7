/**
 * Languages as ISO 639-1 codes, with their usual names in each language. Names come from the runtime (CLDR). The package
 * `iso-639-1` has the codes, and names by which people write of languages that the runtime does not know in themselves. This file
 * adds what both lack.
 */
import iso from 'iso-639-1'
import { fold } from '#domain/search/words'
import { displayName, namesByLanguage, sortByName } from '#server/platform/reference/display-names'
import { ALL_LANGUAGES, FALLBACK, type Language } from '../../../messages/languages.ts'

/** Limits on languages without a known code, which are kept as typed. */
const MAX_UNKNOWN = 20
const MAX_UNKNOWN_LENGTH = 60

/** English names that cannot be CLDR's. */
const SPELT = new Map([
  // CLDR's are known to fewer of those who speak it, or look for it.
  ['bn', 'Bengali'],
  ['ny', 'Chichewa'],
  ['rn', 'Kirundi'],
  // CLDR's is the name of another code or of more than one language.
  ['tl', 'Tagalog'],
  ['tw', 'Twi'],
])

/** The same for every language: CLDR has Akan, of which it is a part. */
const SPELT_EVERYWHERE = new Map([['tw', 'Twi']])

/** Names and spellings that both sources lack. Not Cantonese for `zh`: people who look for Mandarin do not mean it. */
const ALSO: Record<string, string[]> = {
  az: ['Azeri'],
  bn: ['Bangla'],
  ca: ['Valencian'],
  es: ['Castilian', 'Castellano'],
  fa: ['Farsi', 'Dari'],
  ff: ['Fulani', 'Peul', 'Pular', 'Pulaar'],
  ga: ['Irish Gaelic'],
  gd: ['Gaelic'],
  he: ['Ivrit'],
  hi: ['Hindhi'],
  kl: ['Greenlandic'],
  ku: ['Kurmanji', 'Sorani'],
  ms: ['Bahasa Malaysia'],
  nl: ['Flemish', 'Vlaams'],
  ny: ['Chewa', 'Nyanja'],
  pt: ['Brazilian', 'Brazilian Portuguese'],
  ro: ['Moldovan'],
  si: ['Sinhalese'],
  sl: ['Slovene'],
  st: ['Sotho'],
  sw: ['Kiswahili'],
  tl: ['Filipino', 'Pilipino'],
  ug: ['Uighur'],
  zh: [
    'Mandarin',
    'Mandarin Chinese',
    'Putonghua',
    'Guoyu',
    '普通话',
    '普通話',
    '国语',
    '國語',
    '汉语',
    '漢語',
    '华语',
    '華語',
  ],
}

const namesIn = namesByLanguage((language) => {
  const spelt = language === FALLBACK ? SPELT : SPELT_EVERYWHERE
  const nameOf = (code: string) => spelt.get(code) ?? displayName('language', code, language) ?? iso.getName(code)
  return new Map(iso.getAllCodes().map((code) => [code as string, nameOf(code)]))
})

/** "German" for 'de', "alemán" in Spanish. Unknown codes are returned unchanged. */
export const languageName = (code: string, language?: Language): string => namesIn(language).get(code) ?? code

/** All languages with a code, in order of name. */
export const listLanguages = (): { code: string; name: string }[] =>
  sortByName([...namesIn()].map(([code, name]) => ({ code, name })))

/** The names of a mentor's languages: those with a code first, then those as written. */
export const spokenLanguages = (row: { languages: string[]; otherLanguages: string[] }): string[] => [
  ...row.languages.map((code) => languageName(code)),
  ...row.otherLanguages,
]

let known: Map<string, string> | null = null

/** Codes by folded name. Built at the first use, since that takes tens of milliseconds. */
function codesByName(): Map<string, string> {
  if (known) return known
  known = new Map()
  const names: ((code: string) => string[])[] = [
    (code) => [code, languageName(code, FALLBACK), iso.getName(code)],
    (code) => [iso.getNativeName(code), ...(ALSO[code] ?? [])],
    // CLDR's, since some of the package's are whole phrases ("български език" instead of "български").
    (code) => [displayName('language', code, FALLBACK) ?? '', ownName(code)],
    // Those of the pages' languages.
    (code) => ALL_LANGUAGES.map((language) => languageName(code, language)),
  ]
  for (const languageNames of names) {
    for (const code of iso.getAllCodes()) {
      for (const name of languageNames(code)) if (name && !known.has(fold(name))) known.set(fold(name), code)
    }
  }
  return known
}

function ownName(code: string): string {
  if (Intl.DisplayNames.supportedLocalesOf(code).length === 0) return ''
  return new Intl.DisplayNames(code, { type: 'language', fallback: 'none' }).of(code) ?? '' // Each is used once.
}

/**
 * Reads a typed list of languages, separated by commas, semicolons, slashes, lines or "and", as names in English, in the language
 * itself or in one that pages speak, or codes, in any case. 'Hindi, english ; বাংলা' gives the codes hi, en, bn. Unknown ones are
 * kept as typed. Both lists are distinct and in order.
 */
export function readLanguages(text: string): { codes: string[]; unknown: string[] } {
  const codes = new Set<string>()
  const unknown = new Map<string, string>()
  const parts = text.toWellFormed().split(/[,;/|\n\r&·•、،؛，；]|\s(?:and|und|et|y|e|और)\s/iu)
  for (const part of parts) {
    const name = part.replaceAll(/[\s\p{Cc}]+/gu, ' ').replaceAll(/^[ .:*-]+|[ .:]+$/g, '')
    if (!name) continue
    const code = findCode(name) ?? findCode(name.replaceAll(/\s*\([^()]*\)/g, '')) // "Hindi (native)"
    if (code) codes.add(code)
    else if (unknown.size < MAX_UNKNOWN && !unknown.has(fold(name))) unknown.set(fold(name), shortened(name))
  }
  return { codes: [...codes], unknown: [...unknown.values()] }
}

const findCode = (name: string): string | undefined => codesByName().get(fold(name).trim())

/** Cut by code points, so that no surrogate pair is split. */
const shortened = (name: string): string => [...name].slice(0, MAX_UNKNOWN_LENGTH).join('').trim()
