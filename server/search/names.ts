/**
 * What people call countries, cities, languages and topics in the languages of the pages. Search finds mentors by these names in any
 * of them, whatever language the page has. Mentors are indexed by codes, and by the words of their own texts, so the index needs no
 * names: a typed word leads to codes, or to the words by which a city is found.
 */
import { fold, indexedWords, splitWords, wordMatch } from '#domain/search/words'
import { inLanguage } from '#server/platform/language/language'
import { listCityNames } from '#server/platform/reference/cities-abroad'
import { countryName, listCountries } from '#server/platform/reference/countries'
import { languageName, listLanguages } from '#server/platform/reference/languages'
import { TOPIC_NAMES } from '#words/mentors/topics'
import { ALL_LANGUAGES, type Language } from '../../messages/languages.ts'

/** `names`: the words of each name of a city. `label`: those by which mentors with a topic are found unless an admin has renamed it. */
export type Named =
  | { kind: 'country' | 'language'; code: string }
  | { kind: 'topic'; code: string; label: string[] }
  | { kind: 'city'; names: string[][] }

/** Names of countries that people type and CLDR lacks. */
const ALSO: Record<string, string> = {
  AE: 'EAU यूएई 阿联酋 الإمارات',
  CI: 'Costa de Marfil, Costa do Marfim',
  CZ: 'República Checa, République tchèque, República Tcheca, चेक',
  GB: 'Inglaterra, Escocia, Gran Bretaña, Angleterre, Écosse, Grande-Bretagne, Escócia, Grã-Bretanha, ब्रिटेन, इंग्लैंड, यूके, 英格兰, 苏格兰, بريطانيا, إنجلترا, إنكلترا',
  IN: 'हिंदुस्तान, इंडिया',
  NL: 'Holanda, Hollande, हॉलैंड',
  SA: '沙特, السعودية',
  TR: 'तुर्की',
  US: 'EEUU, EUA, अमेरिका, أمريكا, أميركا',
}

/** Shorter words are of no use. Latin ones of this length, such as "de", begin too many names, so they must be one themselves. */
const MIN_LENGTH = 2
/** The minimum length of a word in which a typing error is tolerated: names are many, and close to words of other languages. */
const MIN_TYPO_LENGTH = 6

const LATIN = /^[\p{Script=Latin}\p{N}]+$/u

let known: Map<string, Set<Named>> | null = null

/** The things of which a name has a word that begins with this one, or has one typing error. `typed`: folded. */
export function findNamed(typed: string): Set<Named> {
  const found = new Set<Named>()
  const word = withoutArticle(typed)
  if (word.length < MIN_LENGTH) return found
  known ??= indexNames()
  if (word.length === MIN_LENGTH && LATIN.test(word)) return known.get(word) ?? found
  for (const [own, things] of known) {
    const how = wordMatch(word, own)
    if (how === 'begins' || (how === 'typo' && word.length >= MIN_TYPO_LENGTH))
      for (const each of things) found.add(each)
  }
  return found
}

/** The parts of a typed word in a script without spaces: "慕尼黑签证" is "慕尼黑" and "签证". */
export function segmentWord(typed: string): string[] {
  return [...new Intl.Segmenter('zh', { granularity: 'word' }).segment(typed)].map(({ segment }) => segment)
}

/** Built at the first search. */
function indexNames(): Map<string, Set<Named>> {
  const index = new Map<string, Set<Named>>()
  const add = (thing: Named, names: string[]) => {
    for (const word of new Set(names.flatMap(indexedWords).map(withoutArticle))) {
      const things = index.get(word) ?? new Set()
      index.set(word, things.add(thing))
    }
  }
  const inEach = (name: (language: Language) => string) => ALL_LANGUAGES.map(name)
  for (const { code } of listCountries())
    add({ kind: 'country', code }, [...inEach((language) => countryName(code, language)), ALSO[code] ?? ''])
  for (const { code } of listLanguages())
    add(
      { kind: 'language', code },
      inEach((language) => languageName(code, language)),
    )
  for (const [code, [stored, name]] of Object.entries(TOPIC_NAMES))
    add(
      { kind: 'topic', code, label: indexedWords(stored) },
      inEach((language) => inLanguage(language, name)),
    )
  for (const names of listCityNames()) add({ kind: 'city', names: names.map(splitWords) }, names)
  return index
}

const ARTICLE = fold('ال')

/** Without the Arabic article: "الهند" and "هند" are one word. */
const withoutArticle = (word: string): string =>
  word.startsWith(ARTICLE) && word.length > ARTICLE.length + MIN_LENGTH ? word.slice(ARTICLE.length) : word
