/** The data of the home page's top. */
import type { DrawnChart } from './placement.ts'

export type PlaceChoice = [code: string, name: string]

/**
 * `from`, `to`: the country codes of the visitor's move; null for anywhere. `count`: how many made it, in words; `note`: what
 * else is to be said. `query`: carries the move to a mentor's page. `legend`: the two kinds of lines on the chart; null while no move is named.
 */
export type Hero = {
  from: string | null
  to: string | null
  origins: PlaceChoice[]
  destinations: PlaceChoice[]
  count: string
  note: string
  query: string
  legend: { move: string; count: number; others: number } | null
  charts: { wide: DrawnChart; band: DrawnChart }
}
