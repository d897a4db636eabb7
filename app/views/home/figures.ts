/** The figures of a page: those the operator set, or else those counted in the database. */
import { DEMO_COMMUNITY_FIGURES, DEMO_FIGURES, provenFigures, type Figures } from '#domain/mentors/figures'
import type { App } from '#server/context'
import { countCommunity } from '#server/mentors/queries'

/** `home` is also for /cohorts. */
export async function readFigures({ config, db }: App, page: 'home' | 'about'): Promise<Figures> {
  const entered = page === 'home' ? config.FIGURES : config.ABOUT_FIGURES
  if (entered) return { figures: entered, asOf: config.FIGURES_AS_OF }
  if (config.mode === 'demo') return { figures: page === 'home' ? DEMO_FIGURES : DEMO_COMMUNITY_FIGURES }
  return { figures: provenFigures(await countCommunity(db)) }
}
