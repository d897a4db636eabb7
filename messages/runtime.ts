/** What compiled messages share. */
import { ENGLISH_TAG, FALLBACK, isLanguage, LANGUAGES, type Language } from './languages.ts'

/** In the browser, that of the document. The server knows it by the request (`setLanguageSource`). */
let readLanguage = (): Language => {
  const tag = readTag()
  return isLanguage(tag) ? tag : FALLBACK
}

/** Apart from the language, so that a browser's script gets no table of languages. */
let readTag = (): string =>
  typeof document === 'undefined' ? ENGLISH_TAG : document.documentElement.lang || ENGLISH_TAG

/** For the server: where it keeps the language of what it draws at the moment. */
export function setLanguageSource(read: () => Language): void {
  readLanguage = read
  readTag = () => LANGUAGES[read()].tag
}

/** The language of what is drawn at the moment. */
export const currentLanguage = (): Language => readLanguage()

/** The tag of that language, as HTML has it. */
export const currentTag = (): string => readTag()

/** The tag for `Intl`: with the digits that prices and times have in every language. */
export const formatTag = (): string => `${readTag()}-u-nu-latn`

/** Whether its script is written from the right. */
export const isRightToLeft = (): boolean => 'rightToLeft' in LANGUAGES[readLanguage()]

/** Keeps what `make` returns for each language, since creating a format of `Intl` costs fifty times its use. */
export function perLanguage<Kept>(make: (tag: string) => Kept): () => Kept {
  const known = new Map<string, Kept>()
  return () => {
    const tag = readTag()
    let kept = known.get(tag)
    if (kept === undefined) known.set(tag, (kept = make(formatTag())))
    return kept
  }
}

const scripts = perLanguage((tag) => new Intl.Locale(tag).maximize().script)
const numbers = perLanguage((tag) => new Intl.NumberFormat(tag))
const plurals = perLanguage((tag) => new Intl.PluralRules(tag))

/** Whether it is written in Latin letters, which are those of our fonts. */
export const isLatin = (): boolean => scripts() === 'Latn'

/** "1,204", "1.204". */
export const formatNumber = (value: number): string => numbers().format(value)

/** The form of a message for a count: "=0" for exactly that number, else by the plural rules of the language. */
export function selectPlural(count: number, forms: { other: string } & Record<string, string>): string {
  return forms[`=${count}`] ?? forms[plurals().select(count)] ?? forms.other
}
