/** The notices about immigration advice in the reader's language. Server side. */
import { listOwnNotices, withNotices, type Advice, type AdviceNotice } from '#domain/mentors/advice'
import type { App } from '#server/context'
import { FALLBACK } from '../../../messages/languages.ts'
import { currentLanguage } from '../../../messages/runtime.ts'
import { langAttributesFor } from '../site/lang-attributes.ts'

/** The product's own are translated anyway. One of the operator's is in English until the sentence that it has now is translated. */
export function readAdvice({ texts }: App): Advice {
  const translations = texts.translations.notices[currentLanguage()]
  const translate = (code: string, notice: AdviceNotice): AdviceNotice => {
    const translation = translations?.[code]
    if (translation?.source === notice.sentence) return { ...notice, sentence: translation.sentence }
    return { ...notice, ...langAttributesFor(FALLBACK) }
  }
  const own = listOwnNotices(texts.advice)
  return withNotices(
    texts.advice,
    own.map(([code, notice]) => [code, translate(code, notice)]),
  )
}
