/** The languages of the site, and the one that a page offers its reader. Server side. */
import type { RouterContextProvider } from 'react-router'
import { appContext, sessionContext } from '#server/context'
import { acceptedLanguage } from '#server/platform/language/accept-language'
import { findOffered, inLanguage } from '#server/platform/language/language'
import { languageToOffer } from '#server/platform/language/offer'
import * as m from '#messages/site'
import { LANGUAGES, type Language } from '../../../messages/languages.ts'
import { currentLanguage } from '../../../messages/runtime.ts'
import type { LanguageOffer } from '../../ui/layout/site.ts'

export const findLanguageByTag = (offered: readonly Language[], tag: unknown): Language | undefined =>
  offered.find((language) => LANGUAGES[language].tag === tag)

/** The reader's own language, if they have not been shown it. */
export function findOffer(context: Readonly<RouterContextProvider>, request: Request): LanguageOffer | null {
  const { headers } = request
  const offered = context.get(appContext).config.LANGUAGES
  const ofAccount = context.get(sessionContext)?.language
  const language = languageToOffer(
    { page: currentLanguage(), offered },
    headers.get('cookie') ?? '',
    () => findOffered(ofAccount, offered) ?? acceptedLanguage(headers.get('accept-language'), offered),
  )
  if (!language) return null
  const { tag } = LANGUAGES[language]
  return inLanguage(language, () => ({ tag, view: m.viewInThisLanguage(), stay: m.stayInThatLanguage() }))
}
