/**
 * The language of a mentor's own texts, which pages in other languages say of them, so that screen readers and browsers'
 * translation know it. Detected when texts are saved, unless the mentor has chosen it.
 */
import type { MentorContent } from '#domain/mentors/content'
import type { App } from '#server/context'
import { findRecord, setTextsLanguage } from '#server/mentors/record/content-queries'
import { detectLanguage } from '#server/platform/reference/text-language'
import { LANGUAGES } from '../../../messages/languages.ts'

type Texts = Pick<MentorContent, 'about' | 'whyMentor'>

/** By the texts that are sentences. ISO 639-1; null if they do not show it. */
export const detectTextsLanguage = ({ about, whyMentor }: Texts): Promise<string | null> =>
  detectLanguage(`${about}\n${whyMentor}`)

/** Codes of the languages that a mentor can choose: those they speak, and those of our pages. ISO 639-1. */
export const offeredTextsLanguages = ({ languages }: Pick<MentorContent, 'languages'>): string[] => [
  ...new Set([...languages, ...Object.values(LANGUAGES).map(({ tag }) => new Intl.Locale(tag).language)]),
]

/** Saves the choice of an account's mentor, if it has one. Empty, or a language that is not offered: as detected. */
export async function chooseTextsLanguage(app: App, accountId: string, chosen: string): Promise<void> {
  const record = await findRecord(app.db, { account: accountId })
  if (!record) return
  await setTextsLanguage(app.db, record.id, offeredTextsLanguages(record.content).includes(chosen) ? chosen : null)
}
