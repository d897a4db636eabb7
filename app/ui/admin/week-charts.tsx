/** Bookings, money, the way from a view to a payment, and new mentors, by week: as charts, and as a table of the same. */
import { Form } from 'react-router'
import * as m from '#messages/admin'
import { Table } from '../controls/table.tsx'
import { CurrencyOptions } from '../payments/currency-options.tsx'
import { rich } from '../rich.tsx'
import { AdminPart } from './part.tsx'

type Week = {
  monday: string
  label: string
  held: number
  booked: number
  packages: number
  /** In minor units of the chosen currency. */
  revenue: number
  returned: number
  views: number
  newMentors: number
  revenueWords: string
  returnedWords: string
}

/**
 * `weeks`: the last one is not over yet. `crossing`: as "IN-GB"; empty for all. `currency`: of the money; `currencies`: those
 * to choose from, also where it is the only one.
 */
export type WeeksView = {
  range: number
  ranges: number[]
  zone: string
  place: string
  zones: { zone: string; city: string }[]
  crossing: string
  crossings: { value: string; name: string }[]
  currency: string
  currencies: string[]
  weeks: Week[]
}

const CHARTS = [
  { name: m.bookings, of: 'booked', look: 'ink' },
  { name: m.revenue, of: 'revenue', look: 'ink', isMoney: true },
  { name: m.refunds, of: 'returned', look: 'magenta', isMoney: true },
  { name: m.viewed, of: 'views', look: 'shoal' },
  { name: m.held, of: 'held', look: 'ink' },
  { name: m.newMentors, of: 'newMentors', look: 'magenta' },
  { name: m.packagesSold, of: 'packages', look: 'shoal' },
] as const

export function WeekCharts({ view }: { view: WeeksView }) {
  const { weeks, place } = view
  const sum = (of: 'views' | 'held' | 'booked' | 'packages') => weeks.reduce((total, week) => total + week[of], 0)
  const [viewed, held, paid] = [sum('views'), sum('held'), sum('booked')]
  const isEmpty = weeks.every(({ held: made, views, revenue, newMentors }) => made + views + revenue + newMentors === 0)
  const hasPackages = sum('packages') > 0
  const charts = CHARTS.filter(({ of }) => of !== 'packages' || hasPackages)
  return (
    <AdminPart id="weeks" title={m.byWeek()} aside={m.weeksNote({ place })} link={<Choices view={view} />}>
      {isEmpty && <p className="admin-empty">{m.noWeekData()}</p>}
      <p className="mt-3">
        {rich(
          m.wayToPayment({
            viewed,
            held,
            hasViews: viewed > 0,
            ofViews: formatShare(held, viewed),
            paid,
            hasHolds: held > 0,
            ofHolds: formatShare(paid, held),
            strong: (text) => <b>{text}</b>,
          }),
        )}
      </p>
      <div className="admin-charts">
        {charts.map((chart) => (
          <Chart key={chart.of} {...chart} weeks={weeks} />
        ))}
      </div>
      {hasPackages && <p className="admin-aside mt-3">{m.packagesExplained()}</p>}
      <details className="mt-4">
        <summary className="tall-link">{m.showTables()}</summary>
        <Table
          caption={m.byWeek()}
          columns={[{ label: m.weekFrom() }, ...charts.map(({ name }) => ({ label: name(), number: true }))]}
          rows={weeks.map((week, n) => [
            n === weeks.length - 1 ? m.weekInProgress({ week: week.label }) : week.label,
            ...charts.map(({ of }) => describeWeek(week, of)),
          ])}
        />
      </details>
    </AdminPart>
  )
}

function Choices({ view }: { view: WeeksView }) {
  const { range, ranges, zone, zones, crossing, crossings, currency, currencies } = view
  return (
    <Form
      method="get"
      action="/admin-dashboard#weeks"
      className="admin-filters"
      key={`${range} ${zone} ${crossing} ${currency}`}
    >
      <div>
        <label htmlFor="weeks-range">{m.weeks()}</label>
        <select id="weeks-range" name="weeks" defaultValue={range} className="admin-control">
          {ranges.map((weeks) => (
            <option key={weeks}>{weeks}</option>
          ))}
        </select>
      </div>
      <div>
        <label htmlFor="weeks-crossing">{m.crossing()}</label>
        <select id="weeks-crossing" name="crossing" defaultValue={crossing} className="admin-control">
          <option value="">{m.allCrossings()}</option>
          {crossings.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label htmlFor="weeks-zone">{m.clock()}</label>
        <select id="weeks-zone" name="zone" defaultValue={zone} className="admin-control">
          {zones.map(({ zone: each, city }) => (
            <option key={each} value={each}>
              {city}
            </option>
          ))}
        </select>
      </div>
      {currencies.length > 1 && (
        <div>
          <label htmlFor="weeks-currency">{m.currency()}</label>
          <select id="weeks-currency" name="currency" defaultValue={currency} className="admin-control">
            <CurrencyOptions currencies={currencies} />
          </select>
        </div>
      )}
      <button type="submit" className="admin-button">
        {m.show()}
      </button>
    </Form>
  )
}

/** In per cent. */
function formatShare(part: number, whole: number): string {
  const percent = (part / whole) * 100
  return percent < 10 ? percent.toFixed(1) : String(Math.round(percent))
}

type Figure = (typeof CHARTS)[number]['of']

function describeWeek(week: Week, of: Figure): string {
  if (of === 'revenue') return week.revenueWords
  return of === 'returned' ? week.returnedWords : week[of].toLocaleString('en-GB')
}

const [STEP, BAR, HEIGHT] = [40, 26, 96]

type ChartProps = (typeof CHARTS)[number] & { weeks: Week[] }

/** A bar for each week. Every chart has a scale of its own. */
function Chart({ name, of, look, weeks }: ChartProps) {
  const values = weeks.map((week) => Math.max(week[of], 0))
  const most = Math.max(...values, 1)
  const last = weeks.at(-1)!
  const width = values.length * STEP
  const labelled = Math.ceil(values.length / 3)
  return (
    <figure>
      <figcaption className="flex items-baseline justify-between gap-2">
        <span className="font-semibold">{name()}</span>
        <span>
          {weeks.length > 1 && (
            <span className="admin-aside">{m.lastWeek({ figure: describeWeek(weeks.at(-2)!, of) })} </span>
          )}
          <b>{describeWeek(last, of)}</b>
        </span>
      </figcaption>
      <svg aria-hidden="true" viewBox={`0 0 ${width} ${HEIGHT + 24}`} className={`admin-bars ${look}`}>
        <defs>
          <pattern id={`hatch-${of}`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line x1="0" y1="0" x2="0" y2="6" className="hatch" />
          </pattern>
        </defs>
        {values.map((value, n) => {
          const height = (value / most) * (HEIGHT - 4)
          const isOpen = n === values.length - 1
          return (
            <rect
              key={weeks[n]!.monday}
              x={n * STEP + (STEP - BAR) / 2}
              y={HEIGHT - height}
              width={BAR}
              height={height}
              fill={isOpen ? `url(#hatch-${of})` : undefined}
              className={isOpen ? 'open' : 'bar'}
            />
          )
        })}
        <line x1="0" y1={HEIGHT} x2={width} y2={HEIGHT} className="ground" />
        {weeks.map(({ monday, label }, n) =>
          n % labelled === 0 ? (
            <text key={monday} x={n * STEP + STEP / 2} y={HEIGHT + 17} fontSize={width / 26}>
              {label}
            </text>
          ) : null,
        )}
      </svg>
    </figure>
  )
}
