/** The figures of a page: those the operator set, or else those counted in the database. */
import { provenCounts, type Figures } from '#domain/mentors/figures'
import type { App } from '#server/context'
import { countCommunity } from '#server/mentors/queries'
import { readStale } from '#server/search/stale-reads'
import { demoCommunityFigures, demoFigures, describeProven } from '#words/figures'

/** `home` is also for /cohorts. */
export async function readFigures(app: App, page: 'home' | 'about'): Promise<Figures> {
  const { config } = app
  const entered = page === 'home' ? config.FIGURES : config.ABOUT_FIGURES
  if (entered) return { figures: entered, asOf: config.FIGURES_AS_OF }
  if (config.mode === 'demo') return { figures: page === 'home' ? demoFigures() : demoCommunityFigures() }
  return { figures: describeProven(provenCounts(await readStale(app, (db) => countCommunity(db)))) }
}
