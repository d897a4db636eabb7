/**
 * Languages as ISO 639-1 codes, and the names by which people know them. Names come from the package `iso-639-1` and from
 * the runtime's own data (CLDR); what is written here is only what both lack.
 */
import iso from 'iso-639-1'
import { fold } from '#domain/search/words'

/** What no code is known for is kept, but not without end: so many, of so many letters. */
const MOST_UNKNOWN = 20
const LONGEST_UNKNOWN = 60

/** Where the package's English name is not the one that people use. */
const SHOWN = new Map([
  ['ht', 'Haitian Creole'],
  ['or', 'Odia'],
  ['pa', 'Punjabi'],
])

/** Names and spellings that stand in no data. Cantonese is not among them: who looks for Mandarin does not mean it. */
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

/** "German" for 'de'. A code that is none is its own name. */
export const languageName = (code: string): string => SHOWN.get(code) ?? (iso.validate(code) ? iso.getName(code) : code)

/** All that have a code, by name. */
export function listLanguages(): { code: string; name: string }[] {
  return iso
    .getAllCodes()
    .map((code) => ({ code, name: languageName(code) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** What somebody speaks, by name: first what has a code, then what they wrote themselves. */
export const spokenLanguages = (row: { languages: string[]; other_languages: string[] }): string[] => [
  ...row.languages.map(languageName),
  ...row.other_languages,
]

let known: Map<string, string> | null = null

/** Every name, folded, and whose it is. Made when somebody first asks: it takes the runtime some tens of milliseconds. */
function codesByName(): Map<string, string> {
  if (known) return known
  const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  known = new Map()
  const names: ((code: string) => string[])[] = [
    (code) => [code, languageName(code), iso.getName(code)],
    (code) => [iso.getNativeName(code), ...(ALSO[code] ?? [])],
    // The package's own "български език" is a whole phrase; CLDR says "български".
    (code) => [english.of(code) ?? '', ownName(code)],
  ]
  for (const namesOf of names) {
    for (const code of iso.getAllCodes()) {
      for (const name of namesOf(code)) if (name && !known.has(fold(name))) known.set(fold(name), code)
    }
  }
  return known
}

function ownName(code: string): string {
  if (Intl.DisplayNames.supportedLocalesOf(code).length === 0) return ''
  return new Intl.DisplayNames(code, { type: 'language', fallback: 'none' }).of(code) ?? ''
}

/**
 * Languages as people list them: with commas, semicolons, slashes, lines or "and" between, by English name, own name or
 * code, in any case. 'Hindi, english ; বাংলা' has the codes hi, en, bn. What is unknown is kept as it was typed. Both in
 * order, each once.
 */
export function readLanguages(text: string): { codes: string[]; unknown: string[] } {
  const codes = new Set<string>()
  const unknown = new Map<string, string>()
  const parts = text.toWellFormed().split(/[,;/|\n\r&·•、،؛，；]|\s(?:and|und|et|y)\s/iu)
  for (const part of parts) {
    const name = part.replaceAll(/[\s\p{Cc}]+/gu, ' ').replaceAll(/^[ .:*-]+|[ .:]+$/g, '')
    if (!name) continue
    const code = codeOf(name) ?? codeOf(name.replaceAll(/\s*\([^()]*\)/g, '')) // "Hindi (native)"
    if (code) codes.add(code)
    else if (unknown.size < MOST_UNKNOWN && !unknown.has(fold(name))) unknown.set(fold(name), shortened(name))
  }
  return { codes: [...codes], unknown: [...unknown.values()] }
}

const codeOf = (name: string): string | undefined => codesByName().get(fold(name).trim())

/** By letters and not by units, so that none is cut in half. */
const shortened = (name: string): string => [...name].slice(0, LONGEST_UNKNOWN).join('').trim()
