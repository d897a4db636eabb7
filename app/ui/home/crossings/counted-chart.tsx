/** The crossings between countries on the chart, each with its count, which leads to the page about it. */
import { Link } from 'react-router'
import * as m from '#messages/home'
import { COUNTED_BAND, WORLD, type ChartView } from '../chart-view.ts'
import { Chart } from '../chart.tsx'
import type { CountedChart as Counted } from './counted-routes.ts'

/** The whole world where there is room, or else a part of it. CSS shows one. */
export function CountedChart({ charts }: { charts: { world: Counted; band: Counted } }) {
  return (
    <div className="chart-panel crossings-chart">
      <Chart view={COUNTED_BAND} label={m.crossingsByCountry()}>
        <Routes view={COUNTED_BAND} counted={charts.band} />
      </Chart>
      <Chart view={WORLD} label={m.crossingsByCountry()}>
        <Routes view={WORLD} counted={charts.world} />
      </Chart>
    </div>
  )
}

function Routes({ view, counted: { routes, ports } }: { view: ChartView; counted: Counted }) {
  return (
    <>
      <g aria-hidden="true" fontSize={view.fontSize}>
        <path d={routes.map(({ route }) => route).join('')} className="chart-route" />
        {ports.map(({ name, x, y, label }) => (
          <g key={`${name} ${x}`}>
            <circle cx={x} cy={y} r={3.5} className="chart-origin" />
            {label && (
              <text x={label.x} y={label.y} className="chart-name">
                {name}
              </text>
            )}
          </g>
        ))}
      </g>
      {routes.map(
        ({ path, label, count, mark }) =>
          mark && (
            <Link key={path} to={path} aria-label={m.routeMentors({ route: label, count })} className="chart-pin">
              <title>{label}</title>
              <g transform={`translate(${mark.x} ${mark.y})`}>
                <circle r={view.pinRadius} className="chart-pin-ground" />
                <circle r={view.pinRadius} className="chart-pin-ring" />
                <text fontSize={view.fontSize} className="chart-initials">
                  {count}
                </text>
              </g>
            </Link>
          ),
      )}
    </>
  )
}
