/** The terms and the privacy notice in the reader's language, or else in English. Server side. */
import type { App } from '#server/context'
import type { LegalText } from '../../ui/layout/legal-page.tsx'
import { FALLBACK } from '../../../messages/languages.ts'
import { currentLanguage } from '../../../messages/runtime.ts'
import { langAttributesFor } from '../site/lang-attributes.ts'
import { demoPrivacy, demoTerms } from './demo-texts.ts'

const DEMO = { terms: demoTerms, privacy: demoPrivacy }

/** A translation of an earlier version of the text is not shown: people accept the version that bookings record. */
export function readLegalText({ config, texts }: App, name: 'terms' | 'privacy'): LegalText {
  const version = config.TERMS_VERSION
  const translation = texts.translations[name][currentLanguage()]
  if (translation?.sourceVersion === version) return { text: translation.text, version, own: true }
  const own = texts[name]
  if (own === null) return { text: DEMO[name](config.CURRENCIES), version, own: false }
  return { text: own, version, own: true, ...langAttributesFor(FALLBACK) }
}
