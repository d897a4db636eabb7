/** The figures of a page: those the operator set, or else those counted in the database. */
import { figuresVersion, provenCounts, type EnteredFigures } from '#domain/mentors/figures'
import type { App } from '#server/context'
import { countCommunity } from '#server/mentors/queries'
import { readStale } from '#server/search/stale-reads'
import type { FiguresView } from '../../ui/home/figures.tsx'
import { langAttributesFor } from '../site/lang-attributes.ts'
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
export async function readFigures(app: App, page: 'home' | 'about'): Promise<FiguresView> {
  const { config } = app
  const entered = enteredFigures(config)
  const translation = app.texts.translations.figures[currentLanguage()]
  const translated = translation?.sourceVersion === figuresVersion(entered) ? translation[page] : null
  if (translated) return { figures: translated, asOf: entered.asOf }
  const english = entered[page]
  if (english) return { figures: english, asOf: entered.asOf, ...langAttributesFor(FALLBACK) }
  if (config.mode === 'demo') return { figures: page === 'home' ? demoFigures() : demoCommunityFigures() }
  return { figures: describeProven(provenCounts(await readStale(app, (db) => countCommunity(db)))) }
}
