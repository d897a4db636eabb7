/** Names as the runtime has them (CLDR), and their order, in each language. */
import { FALLBACK, type Language } from '../../../messages/languages.ts'
import { currentLanguage, perLanguage } from '../../../messages/runtime.ts'

/** Keeps what `make` returns for each language. The result takes a language, without one the current. */
export function namesByLanguage<Names>(make: (language: Language) => Names): (language?: Language) => Names {
  const made = new Map<Language, Names>()
  return (language = currentLanguage()) => {
    let names = made.get(language)
    if (names === undefined) made.set(language, (names = make(language)))
    return names
  }
}

type Kind = 'region' | 'language'

const kinds = {
  region: namesByLanguage((language) => nameTable(language, 'region')),
  language: namesByLanguage((language) => nameTable(language, 'language')),
}

/** Regions whose full names are more than names: "RAE de Hong Kong (China)". For English, `countries.ts` says what it has instead. */
const SHORT = new Set(['HK', 'MO', 'PS'])

/** The name of a country or a language by its code. Undefined for a code without a name. Throws for a malformed code. */
export function displayName(kind: Kind, code: string, language: Language): string | undefined {
  const { full, short, known } = kinds[kind](language)
  if (known.has(code)) return known.get(code)
  const isEnglish = language === FALLBACK
  const name = (kind === 'region' && SHORT.has(code) && !isEnglish ? short : full).of(code)
  const shown = isEnglish ? name : name?.replace(/ \([^()]*\)$/, '') // "Myanmar (Birmania)"
  known.set(code, shown)
  return shown
}

/** `known`: names by code, since asking `Intl` for one takes longer than drawing it. */
const nameTable = (language: Language, type: Kind) => ({
  full: new Intl.DisplayNames(language, { type, fallback: 'none' }),
  short: new Intl.DisplayNames(language, { type, fallback: 'none', style: 'short' }),
  known: new Map<string, string | undefined>(),
})

const collators = perLanguage((tag) => new Intl.Collator(tag))

/** In alphabetical order. */
export function sortByName<Named extends { name: string }>(items: Named[]): Named[] {
  const { compare } = collators()
  return items.toSorted((a, b) => compare(a.name, b.name))
}
