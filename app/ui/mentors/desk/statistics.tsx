/** Views, holds, bookings and rating of a mentor, as numbers, charts and a table. */
import { plural } from '#domain/quantities'
import { Table } from '../../controls/table.tsx'

type Week = { monday: string; label: string; viewed: number; held: number; booked: number }
/** `weeks`: the last one is not over yet. `average`: null before the first rating. */
export type DeskStatistics = { weeks: Week[]; rating: { average: number | null; count: number } }

export function Statistics({ weeks, rating }: DeskStatistics) {
  const sum = (name: 'viewed' | 'held' | 'booked') => weeks.reduce((total, week) => total + week[name], 0)
  const [viewed, held, booked] = [sum('viewed'), sum('held'), sum('booked')]
  return (
    <section className="desk-part" aria-labelledby="views-to-bookings">
      <div className="desk-part-head">
        <h2 id="views-to-bookings">Views to bookings</h2>
        <span className="desk-aside">last 12 weeks; the current week is hatched</span>
      </div>
      <dl className="figures">
        <Figure name="Viewed" value={viewed.toLocaleString('en-GB')} note="your page" />
        <Figure name="Held" value={String(held)} note={share(held, viewed, 'of views')} />
        <Figure name="Booked" value={String(booked)} note={share(booked, held, 'of holds')} />
        <Figure
          name="Rating"
          value={rating.average === null ? '–' : rating.average.toFixed(1)}
          note={rating.count > 0 ? plural(rating.count, 'review') : 'no reviews yet'}
        />
      </dl>
      <div className="week-charts">
        <Chart name="Viewed" look="viewed" values={weeks.map((week) => week.viewed)} weeks={weeks} />
        <Chart name="Booked" look="booked" values={weeks.map((week) => week.booked)} weeks={weeks} />
      </div>
      <details className="mt-4">
        <summary className="desk-summary">Show as tables</summary>
        <div className="mt-2 max-w-xl">
          <Table
            caption="By week"
            columns={[
              { label: 'Week from' },
              { label: 'Viewed', number: true },
              { label: 'Held', number: true },
              { label: 'Booked', number: true },
            ]}
            rows={weeks.map(({ label, viewed: seen, held: kept, booked: sold }, n) => [
              n === weeks.length - 1 ? `${label}, in progress` : label,
              seen,
              kept,
              sold,
            ])}
          />
        </div>
      </details>
      <p className="desk-aside mt-4">
        A view is a person who opens your page; you and crawlers are not counted. A hold is a time that a visitor began
        to book.
      </p>
    </section>
  )
}

function share(part: number, whole: number, of: string): string {
  if (whole === 0) return ' '
  const percent = (part / whole) * 100
  return `${percent < 10 ? percent.toFixed(1) : Math.round(percent)} % ${of}`
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
  const description = `By week: ${weeks.map(({ label }, n) => `${label} ${values[n]}`).join(', ')}`
  return (
    <figure>
      <figcaption className="font-semibold">
        {name} <span className="desk-aside font-normal">at most {most} a week</span>
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
