/** The figures of a page: those the operator set, or else those counted in the database. */
import { DEMO_COMMUNITY_FIGURES, DEMO_FIGURES, provenFigures, type Figures } from '#domain/mentors/figures'
import type { App } from '#server/context'
import { countCommunity } from '#server/mentors/queries'
import { readStale } from '#server/search/stale-reads'

/** `home` is also for /cohorts. */
export async function readFigures(app: App, page: 'home' | 'about'): Promise<Figures> {
  const { config } = app
  const entered = page === 'home' ? config.FIGURES : config.ABOUT_FIGURES
  if (entered) return { figures: entered, asOf: config.FIGURES_AS_OF }
  if (config.mode === 'demo') return { figures: page === 'home' ? DEMO_FIGURES : DEMO_COMMUNITY_FIGURES }
  return { figures: provenFigures(await readStale(app, (db) => countCommunity(db))) }
}
