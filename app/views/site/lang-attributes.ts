/** The language of texts that are not in that of the page. Server side. */
import type { LangAttributes } from '../../ui/lang-attributes.ts'
import { FALLBACK } from '../../../messages/languages.ts'
import { currentLanguage, isRightToLeft, perLanguage } from '../../../messages/runtime.ts'

/** The language of the page, ISO 639-1. */
export const pageLanguage = perLanguage((tag) => new Intl.Locale(tag).language)

/**
 * Attributes of words in a language, ISO 639-1, on a page of the reader's. None where they are the same, and no direction where both
 * run from the left: a list has some eighty such words.
 */
export function langAttributesFor(language: string | null): { langAttributes: LangAttributes } | null {
  if (language === pageLanguage() || (language === null && currentLanguage() === FALLBACK)) return null
  const isOneWay = language !== null && !isRightToLeft() && !RIGHT_TO_LEFT.has(language)
  return { langAttributes: { lang: language ?? '', ...(!isOneWay && { dir: 'auto' }) } }
}

/** Languages with a script that is written from the right. */
const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ks', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])
