/**
 * The chart: land, shoals and graticule from a file that browsers cache, and on it the crossings that mentors made. A page
 * has two views, of which CSS shows one. All colours are tokens, for day and night.
 */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { initialsOf } from '#domain/accounts/initials'
import * as m from '#messages/home'
import sheetUrl from './chart.svg?url&no-inline'
import { SHEET, type ChartView, type Frame } from './chart-view.ts'
import type { DrawnChart, DrawnCrossing } from './placement.ts'

type ChartProps = { view: ChartView; drawn: DrawnChart; query: string | undefined }

/** `query`: carries the visitor's move to a mentor's page. `children`: what else is drawn on it, which `label` names. */
type SheetProps = {
  view: ChartView
  drawn?: DrawnChart | undefined
  query?: string | undefined
  label?: string
  children?: ReactNode
}

/** Fills its parent, which must be positioned. The sheet is drawn three times, so that the world has no edge. */
export function Chart({ view, drawn, query, label = m.chartTitle(), children }: SheetProps) {
  const { width, height } = view.canvas
  const frame = drawn?.frame ?? view.frame
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className={`chart chart-${view.name}`}
      {...(children || (drawn && drawn.crossings.length > 0)
        ? { role: 'group', 'aria-label': label }
        : { 'aria-hidden': true })}
    >
      <Sheet frame={frame} turn={-1} />
      <Sheet frame={frame} turn={1} />
      <Sheet frame={frame} turn={0} />
      {drawn && <Crossings view={view} drawn={drawn} query={query} />}
      {children}
    </svg>
  )
}

/** `turn`: how many times around the world to the east. */
function Sheet({ frame: { scale: size, corner }, turn }: { frame: Frame; turn: number }) {
  const scale = size / 10
  const left = (SHEET.west + 360 * turn - corner.longitude) * size
  const top = (corner.latitude - SHEET.north) * size
  const pixels = (width: number) => width / scale
  const href = (piece: string) => `${sheetUrl}#${piece}`
  return (
    <g transform={`translate(${left} ${top}) scale(${scale})`} className={turn === 0 ? undefined : 'chart-beyond'}>
      <use href={href('graticule')} className="chart-graticule" strokeWidth={pixels(1)} />
      <use href={href('land')} className="chart-shoal-outer" strokeWidth={pixels(size * 4)} />
      <use href={href('land')} className="chart-shoal-inner" strokeWidth={pixels(size * 1.8)} />
      <use href={href('land')} className="chart-land" strokeWidth={pixels(1)} />
    </g>
  )
}

/** Routes first, then names, then faces: the links lie on top. */
function Crossings({ view, drawn: { crossings, bare, faint }, query = '' }: ChartProps) {
  const { width, height } = view.canvas
  const routes = [...crossings.map(({ route }) => route), ...bare]
  const mask = `drawn-${view.name}`
  return (
    <>
      <mask id={mask} maskUnits="userSpaceOnUse" x={0} y={0} width={width} height={height}>
        {routes.map((route) => (
          <path key={route} d={route} pathLength={1} className="chart-drawing" />
        ))}
      </mask>
      {faint.length > 0 && <path d={faint.join('')} className="chart-faint" aria-hidden="true" />}
      <g mask={`url(#${mask})`} aria-hidden="true">
        {routes.map((route) => (
          <path key={route} d={route} className="chart-route" />
        ))}
      </g>
      <g aria-hidden="true" fontSize={view.fontSize}>
        {crossings.map(({ slug, origin, landing: { city, label, ...landing }, leader }) => (
          <g key={slug}>
            <circle cx={origin.x} cy={origin.y} r={3.5} className="chart-origin" />
            {origin.label && (
              <text x={origin.label.x} y={origin.label.y} className="chart-name">
                {origin.city}
              </text>
            )}
            {leader && (
              <>
                <path d={leader} className="chart-leader" />
                <circle cx={landing.x} cy={landing.y} r={4} className="chart-spot" />
              </>
            )}
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
        <Pin key={crossing.slug} view={view} crossing={crossing} query={query} />
      ))}
    </>
  )
}

/** A mentor's face where they landed, which leads to their page. */
function Pin({ view, crossing, query }: { view: ChartView; crossing: DrawnCrossing; query: string }) {
  const { slug, name, picture, origin, landing, pin } = crossing
  const radius = view.pinRadius
  const clip = `pin-${view.name}-${slug}`
  return (
    <Link
      to={`/mentors/${slug}${query}`}
      aria-label={m.crossingOf({ name, from: origin.city, to: landing.city })}
      className="chart-pin"
    >
      <g transform={`translate(${pin.x} ${pin.y})`}>
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
            <circle r={radius} className="chart-pin-dusk" />
          </>
        )}
        <circle r={radius} className="chart-pin-ring" />
      </g>
    </Link>
  )
}
