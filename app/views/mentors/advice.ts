/** The notices about immigration advice in the reader's language. Server side. */
import { changeOwnNotices, type Advice } from '#domain/mentors/advice'
import type { App } from '#server/context'
import { FALLBACK } from '../../../messages/languages.ts'
import { currentLanguage } from '../../../messages/runtime.ts'
import { langAttributesFor } from '../site/lang-attributes.ts'

/** The product's own are translated anyway. One of the operator's is in English until the sentence that it has now is translated. */
export function readAdvice({ texts }: App): Advice {
  const translations = texts.translations.notices[currentLanguage()]
  return changeOwnNotices(texts.advice, (code, notice) => {
    const translation = translations?.[code]
    if (translation?.source === notice.sentence) return { ...notice, sentence: translation.sentence }
    return { ...notice, ...langAttributesFor(FALLBACK) }
  })
}
