/** Names as the runtime has them (CLDR), and their order. */

const NAMES = {
  region: new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }),
  language: new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }),
}
const { compare } = new Intl.Collator('en')

/** The name of a country or a language by its code. Undefined for a code without a name. Throws for a malformed code. */
export const displayName = (type: keyof typeof NAMES, code: string): string | undefined => NAMES[type].of(code)

/** In alphabetical order. */
export const sortByName = <Named extends { name: string }>(items: Named[]): Named[] =>
  items.toSorted((a, b) => compare(a.name, b.name))
