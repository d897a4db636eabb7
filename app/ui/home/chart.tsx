/**
 * The chart: land, shoals and graticule from a file that browsers cache, and on it the crossings that mentors made. A page
 * has two views, of which CSS shows one. All colours are tokens, for day and night.
 */
import { Link } from 'react-router'
import { initialsOf } from '../mentors/portrait.tsx'
import sheetUrl from './chart.svg?url&no-inline'
import { sizeOf, type ChartView } from './chart-view.ts'
import type { DrawnCrossing } from './placement.ts'

type ChartProps = { view: ChartView; crossings: DrawnCrossing[] }

/** Fills its parent, which must be positioned. The sheet is drawn three times, so that the world has no edge. */
export function Chart({ view, crossings }: ChartProps) {
  const { width, height } = sizeOf(view)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className={`chart chart-${view.name}`}
      {...(crossings.length > 0
        ? { role: 'group', 'aria-label': 'Crossings our mentors have made' }
        : { 'aria-hidden': true })}
    >
      <Sheet view={view} at={-width} />
      <Sheet view={view} at={width} />
      <Sheet view={view} at={0} />
      {crossings.length > 0 && <Crossings view={view} crossings={crossings} />}
    </svg>
  )
}

function Sheet({ view, at }: { view: ChartView; at: number }) {
  const scale = view.scale / 10
  const pixels = (width: number) => width / scale
  const href = (piece: string) => `${sheetUrl}#${piece}`
  return (
    <g transform={`translate(${at} 0) scale(${scale})`} className={at === 0 ? undefined : 'chart-beyond'}>
      <use href={href('graticule')} className="chart-graticule" strokeWidth={pixels(1)} />
      <use href={href('land')} className="chart-shoal-outer" strokeWidth={pixels(view.scale * 4)} />
      <use href={href('land')} className="chart-shoal-inner" strokeWidth={pixels(view.scale * 1.8)} />
      <use href={href('land')} className="chart-land" strokeWidth={pixels(1)} />
    </g>
  )
}

/** Routes first, then names, then faces: the links lie on top. */
function Crossings({ view, crossings }: ChartProps) {
  const { width, height } = sizeOf(view)
  const mask = `drawn-${view.name}`
  return (
    <>
      <mask id={mask} maskUnits="userSpaceOnUse" x={0} y={0} width={width} height={height}>
        {crossings.map(({ slug, route }) => (
          <path key={slug} d={route} pathLength={1} className="chart-drawing" />
        ))}
      </mask>
      <g mask={`url(#${mask})`} aria-hidden="true">
        {crossings.map(({ slug, route }) => (
          <path key={slug} d={route} className="chart-route" />
        ))}
      </g>
      <g aria-hidden="true" fontSize={view.fontSize}>
        {crossings.map(({ slug, origin, landing: { city, label } }) => (
          <g key={slug}>
            <circle cx={origin.x} cy={origin.y} r={3.5} className="chart-origin" />
            <text x={origin.label.x} y={origin.label.y} className="chart-name">
              {origin.city}
            </text>
            <rect
              x={label.x - label.width / 2}
              y={label.y - label.height / 2}
              width={label.width}
              height={label.height}
              className="chart-plate"
            />
            <text x={label.x} y={label.y} className="chart-landing">
              {city}
            </text>
          </g>
        ))}
      </g>
      {crossings.map((crossing) => (
        <Pin key={crossing.slug} view={view} crossing={crossing} />
      ))}
    </>
  )
}

/** A mentor's face where they landed, which leads to their page. */
function Pin({ view, crossing }: { view: ChartView; crossing: DrawnCrossing }) {
  const { slug, name, picture, origin, landing } = crossing
  const radius = view.pinRadius
  const clip = `pin-${view.name}-${slug}`
  return (
    <Link to={`/mentors/${slug}`} aria-label={`${name}: ${origin.city} to ${landing.city}`} className="chart-pin">
      <g transform={`translate(${landing.x} ${landing.y})`}>
        <circle r={radius} className="chart-pin-ground" />
        {picture === null ? (
          <text className="chart-initials" fontSize={radius * 0.8}>
            {initialsOf(name)}
          </text>
        ) : (
          <>
            <clipPath id={clip}>
              <circle r={radius} />
            </clipPath>
            <image
              href={`/pictures/${picture}/96.webp`}
              x={-radius}
              y={-radius}
              width={2 * radius}
              height={2 * radius}
              clipPath={`url(#${clip})`}
            />
          </>
        )}
        <circle r={radius} className="chart-pin-ring" />
      </g>
    </Link>
  )
}
