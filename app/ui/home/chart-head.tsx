import type { ReactNode } from 'react'
import { BAND, WIDE } from './chart-view.ts'
import { Chart } from './chart.tsx'
import type { DrawnChart } from './placement.ts'

type ChartHeadProps = {
  charts?: { wide: DrawnChart; band: DrawnChart }
  /** Carries the visitor's move to the pages of the mentors on the chart. */
  query?: string
  /** Lower, for a page that is about something else. */
  short?: boolean
  /** What the lines mean, in the corner of the chart. */
  legend?: ReactNode
  children: ReactNode
}

/** The top of a page: its text on the chart. On a narrow window the chart is a band above the text. */
export function ChartHead({ charts, query, short = false, legend, children }: ChartHeadProps) {
  return (
    <section className={short ? 'hero hero-short' : 'hero'}>
      <div className="hero-band">
        <Chart view={BAND} drawn={charts?.band} query={query} />
      </div>
      <div className="page">
        <div className="hero-words">{children}</div>
      </div>
      <Chart view={WIDE} drawn={charts?.wide} query={query} />
      {legend}
    </section>
  )
}
