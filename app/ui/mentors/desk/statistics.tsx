/** Views, holds, bookings, packages and rating of a mentor, as numbers, charts and a table. */
import * as m from '#messages/mentors'
import { formatList } from '#words/lists'
import { formatNumber } from '../../../../messages/runtime.ts'
import { Table } from '../../controls/table.tsx'

type Week = { monday: string; label: string; viewed: number; held: number; booked: number; packages: number }
/** `weeks`: the last one is not over yet. `average`: null before the first rating. */
export type DeskStatistics = { weeks: Week[]; rating: { average: number | null; count: number } }

export function Statistics({ weeks, rating }: DeskStatistics) {
  const sum = (name: 'viewed' | 'held' | 'booked' | 'packages') => weeks.reduce((total, week) => total + week[name], 0)
  const [viewed, held, booked, packages] = [sum('viewed'), sum('held'), sum('booked'), sum('packages')]
  return (
    <section className="desk-part" aria-labelledby="views-to-bookings">
      <div className="desk-part-head">
        <h2 id="views-to-bookings">{m.viewsToBookings()}</h2>
        <span className="desk-aside">{m.statisticsAside()}</span>
      </div>
      <dl className="figures">
        <Figure name={m.viewed()} value={formatNumber(viewed)} note={m.ofYourPage()} />
        <Figure name={m.held()} value={String(held)} note={share(held, viewed, m.shareOfViews)} />
        <Figure name={m.booked()} value={String(booked)} note={share(booked, held, m.shareOfHolds)} />
        <Figure
          name={m.rating()}
          value={rating.average === null ? '–' : rating.average.toFixed(1)}
          note={m.reviewCount({ count: rating.count })}
        />
        {packages > 0 && <Figure name={m.packagesSold()} value={String(packages)} note={m.packagesSoldNote()} />}
      </dl>
      <div className="week-charts">
        <Chart name={m.viewed()} look="viewed" values={weeks.map((week) => week.viewed)} weeks={weeks} />
        <Chart name={m.booked()} look="booked" values={weeks.map((week) => week.booked)} weeks={weeks} />
      </div>
      <details className="mt-4">
        <summary className="desk-summary">{m.showTables()}</summary>
        <div className="mt-2 max-w-xl">
          <Table
            caption={m.byWeek()}
            columns={[
              { label: m.weekFrom() },
              { label: m.viewed(), number: true },
              { label: m.held(), number: true },
              { label: m.booked(), number: true },
              ...(packages > 0 ? [{ label: m.packagesSold(), number: true }] : []),
            ]}
            rows={weeks.map((week, n) => [
              n === weeks.length - 1 ? m.weekInProgress({ label: week.label }) : week.label,
              week.viewed,
              week.held,
              week.booked,
              ...(packages > 0 ? [week.packages] : []),
            ])}
          />
        </div>
      </details>
      <p className="desk-aside mt-4">{m.statisticsExplained()}</p>
    </section>
  )
}

function share(part: number, whole: number, words: (share: { percent: string }) => string): string {
  if (whole === 0) return ' '
  const percent = (part / whole) * 100
  return words({ percent: percent < 10 ? percent.toFixed(1) : String(Math.round(percent)) })
}

const Figure = ({ name, value, note }: { name: string; value: string; note: string }) => (
  <div>
    <dt>{name}</dt>
    <dd className="value">{value}</dd>
    <dd className="desk-aside">{note}</dd>
  </div>
)

const [STEP, BAR, HEIGHT] = [40, 26, 96]

type ChartProps = { name: string; look: 'viewed' | 'booked'; values: number[]; weeks: Week[] }

/** A bar for each week, with its own scale: the two charts never share one. */
function Chart({ name, look, values, weeks }: ChartProps) {
  const most = Math.max(...values, 1)
  const width = values.length * STEP
  const counts = weeks.map(({ label }, n) => `${label} ${values[n]}`)
  const description = m.byWeekValues({ weeks: formatList(counts, 'comma') })
  return (
    <figure>
      <figcaption className="font-semibold">
        {name} <span className="desk-aside font-normal">{m.atMostWeekly({ most })}</span>
        <span className="sr-only">{description}</span>
      </figcaption>
      <svg aria-hidden="true" viewBox={`0 0 ${width} ${HEIGHT + 24}`} className={`week-bars ${look}`}>
        <defs>
          <pattern
            id={`hatch-${look}`}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <line x1="0" y1="0" x2="0" y2="6" className="hatch" />
          </pattern>
        </defs>
        {values.map((value, n) => {
          const height = (value / most) * (HEIGHT - 4)
          const last = n === values.length - 1
          return (
            <rect
              key={weeks[n]!.monday}
              x={n * STEP + (STEP - BAR) / 2}
              y={HEIGHT - height}
              width={BAR}
              height={height}
              fill={last ? `url(#hatch-${look})` : undefined}
              className={last ? 'open' : 'bar'}
            />
          )
        })}
        <line x1="0" y1={HEIGHT} x2={width} y2={HEIGHT} className="ground" />
        {weeks.map(({ monday, label }, n) => {
          const isLast = n === weeks.length - 1
          const x = isLast ? width : n * STEP + STEP / 2
          return isLast || n % 4 === 0 ? (
            <text key={monday} x={x} y={HEIGHT + 17} textAnchor={isLast ? 'end' : 'middle'}>
              {label}
            </text>
          ) : null
        })}
      </svg>
    </figure>
  )
}
