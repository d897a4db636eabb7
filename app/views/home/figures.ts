/** The figures a page shows, by what the operator set and by what there is. Server side, for loaders. */
import { DEMO_COMMUNITY_FIGURES, DEMO_FIGURES, provenFigures, type Figures } from '#domain/mentors/figures'
import type { App } from '#server/context'
import { countCommunity } from '#server/mentors/queries'

/** Of the home page and /cohorts, or of /about. */
export async function readFigures({ config, db }: App, page: 'home' | 'about'): Promise<Figures> {
  const entered = page === 'home' ? config.FIGURES : config.ABOUT_FIGURES
  if (entered) return { figures: entered, asOf: config.FIGURES_AS_OF }
  if (config.mode === 'demo') return { figures: page === 'home' ? DEMO_FIGURES : DEMO_COMMUNITY_FIGURES }
  return { figures: provenFigures(await countCommunity(db)) }
}
