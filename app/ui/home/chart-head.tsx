import type { ReactNode } from 'react'
import { BAND, WIDE } from './chart-view.ts'
import { Chart } from './chart.tsx'
import type { DrawnCrossing } from './placement.ts'

type ChartHeadProps = {
  crossings?: { wide: DrawnCrossing[]; band: DrawnCrossing[] }
  /** Lower, for a page that is about something else. */
  short?: boolean
  children: ReactNode
}

/** The top of a page: its text on the chart. On a narrow window the chart is a band above the text. */
export function ChartHead({ crossings = { wide: [], band: [] }, short = false, children }: ChartHeadProps) {
  return (
    <section className={short ? 'hero hero-short' : 'hero'}>
      <div className="hero-band">
        <Chart view={BAND} crossings={crossings.band} />
      </div>
      <div className="page">
        <div className="hero-words">{children}</div>
      </div>
      <Chart view={WIDE} crossings={crossings.wide} />
    </section>
  )
}
