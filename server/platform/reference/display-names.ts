/** Names as the runtime has them (CLDR), in the language of a page, and their order. What is made of `Intl` is kept: making it is slow. */

const displayNames = new Map<string, Intl.DisplayNames>()
const collators = new Map<string, Intl.Collator>()

/** The name of a country or a language by its code. Undefined if there is none; throws if the text cannot be a code. */
export function displayName(type: 'region' | 'language', code: string, language: string): string | undefined {
  const key = `${type} ${language}`
  let names = displayNames.get(key)
  if (!names) displayNames.set(key, (names = new Intl.DisplayNames(language, { type, fallback: 'none' })))
  return names.of(code)
}

/** In the alphabetical order of a language. */
export function sortByName<Named extends { name: string }>(items: Named[], language: string): Named[] {
  let collator = collators.get(language)
  if (!collator) collators.set(language, (collator = new Intl.Collator(language)))
  const { compare } = collator
  return items.toSorted((a, b) => compare(a.name, b.name))
}
