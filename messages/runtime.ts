/** What compiled messages share. */
import { FALLBACK, isLanguage, LANGUAGES, type Language } from './languages.ts'

/** In the browser, that of the document. The server knows it by the request (`setLanguageSource`). */
let readLanguage = (): Language => {
  const tag = typeof document === 'undefined' ? FALLBACK : document.documentElement.lang
  return isLanguage(tag) ? tag : FALLBACK
}

/** For the server: where it keeps the language of what it draws at the moment. */
export function setLanguageSource(read: () => Language): void {
  readLanguage = read
}

/** The language of what is drawn at the moment. */
export const currentLanguage = (): Language => readLanguage()

/** The tag of that language, for `Intl`. */
export const currentTag = (): string => LANGUAGES[readLanguage()].tag

/** Whether its script is written from the right. */
export const isRightToLeft = (): boolean => 'rightToLeft' in LANGUAGES[readLanguage()]

const numbers = new Map<Language, Intl.NumberFormat>()
const plurals = new Map<Language, Intl.PluralRules>()

function remember<Kept>(known: Map<Language, Kept>, make: (tag: string) => Kept): Kept {
  const language = readLanguage()
  const kept = known.get(language) ?? make(LANGUAGES[language].tag)
  known.set(language, kept)
  return kept
}

/** "1,204", "1.204". */
export const formatNumber = (value: number): string =>
  remember(numbers, (tag) => new Intl.NumberFormat(tag)).format(value)

/** The form of a message for a count: "=0" for exactly that number, else by the plural rules of the language. */
export function selectPlural(count: number, forms: { other: string } & Record<string, string>): string {
  return forms[`=${count}`] ?? forms[remember(plurals, (tag) => new Intl.PluralRules(tag)).select(count)] ?? forms.other
}
