import type { ReactNode } from 'react'
import { BAND, WIDE } from './chart-view.ts'
import { Chart } from './chart.tsx'
import type { DrawnCrossing } from './placement.ts'

type ChartHeadProps = {
  crossings?: { wide: DrawnCrossing[]; band: DrawnCrossing[] }
  /** Less high: for a page that is about something else than the chart. */
  short?: boolean
  children: ReactNode
}

/** The first words of a page on the chart: beside the crossings on a wide window, below a band of it on a narrow one. */
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
