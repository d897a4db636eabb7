/** How many people wait for a cohort, by crossing and by the month in which they begin. */
import { Rows } from '../admin/rows.tsx'

/** `id`: of the crossing. `month`: "January 2027". */
export type Demand = {
  id: string
  from: string
  to: string
  people: number
  months: { month: string; people: number }[]
}

/** "January 2027: 30, March 2027: 11" */
const formatMonths = ({ months }: Demand) => months.map(({ month, people }) => `${month}: ${people}`).join(', ')

/** For an admin, as a table. */
export function DemandTable({ demand }: { demand: Demand[] }) {
  if (demand.length === 0)
    return <p>No one is on a waitlist yet. Crossings appear here when someone joins and confirms their address.</p>
  return (
    <Rows
      caption="Waitlist by route, longest first"
      columns={[{ label: 'From' }, { label: 'To' }, { label: 'People', number: true }, { label: 'They begin in' }]}
      rows={demand.map((each) => ({ key: each.id, cells: [each.from, each.to, each.people, formatMonths(each)] }))}
    />
  )
}

/** For people proposing a cohort: the crossings with the longest waitlists. */
export function DemandList({ demand }: { demand: Demand[] }) {
  if (demand.length === 0) return null
  return (
    <section aria-labelledby="demand-title" className="mt-8 max-w-3xl rounded-card bg-shoal-1 px-5 py-4">
      <h2 id="demand-title" className="text-lg">
        Waitlist
      </h2>
      <ul className="mt-2 divide-y divide-hair">
        {demand.map((each) => (
          <li key={each.id} className="grid gap-x-4 py-2 sm:grid-cols-[1fr_1.2fr]">
            <span>
              <em className="font-place">{each.from}</em> to <em className="font-place">{each.to}</em>:{' '}
              {each.people === 1 ? 'one person' : `${each.people} people`}
            </span>
            <span className="text-ink-2">{formatMonths(each)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
