/** The figures of a page: those the operator set, or else those counted in the database. */
import { figuresVersion, provenCounts, type EnteredFigures, type Figures } from '#domain/mentors/figures'
import type { App } from '#server/context'
import { countCommunity } from '#server/mentors/queries'
import { readStale } from '#server/search/stale-reads'
import { demoCommunityFigures, demoFigures, describeProven } from '#words/figures'
import { FALLBACK } from '../../../messages/languages.ts'
import { currentLanguage } from '../../../messages/runtime.ts'

/** In English. */
export const enteredFigures = ({ FIGURES, ABOUT_FIGURES, FIGURES_AS_OF }: App['config']): EnteredFigures => ({
  home: FIGURES,
  about: ABOUT_FIGURES,
  asOf: FIGURES_AS_OF,
})

/** `home` is also for /cohorts. A translation of other numbers than the English figures have is not shown. */
export async function readFigures(app: App, page: 'home' | 'about'): Promise<Figures> {
  const { config } = app
  const language = currentLanguage()
  const entered = enteredFigures(config)
  const translation = app.texts.translations.figures[language]
  const translated = translation?.sourceVersion === figuresVersion(entered) ? translation[page] : null
  if (translated) return { figures: translated, asOf: entered.asOf }
  const english = entered[page]
  if (english) {
    const words = language !== FALLBACK && { words: { lang: FALLBACK, dir: 'ltr' as const } }
    return { figures: english, asOf: entered.asOf, ...words }
  }
  if (config.mode === 'demo') return { figures: page === 'home' ? demoFigures() : demoCommunityFigures() }
  return { figures: describeProven(provenCounts(await readStale(app, (db) => countCommunity(db)))) }
}
