/** How many people wait for a cohort, by crossing and by the month in which they begin. */
import * as m from '#messages/cohorts'
import { formatList } from '#words/lists'
import { Rows } from '../admin/rows.tsx'
import { rich } from '../rich.tsx'

/** `id`: of the crossing. `month`: "January 2027". */
export type Demand = {
  id: string
  from: string
  to: string
  people: number
  months: { month: string; people: number }[]
}

/** "January 2027: 30, March 2027: 11" */
const formatMonths = ({ months }: Demand) =>
  formatList(
    months.map(({ month, people }) => `${month}: ${people}`),
    'comma',
  )

/** For an admin, as a table. */
export function DemandTable({ demand }: { demand: Demand[] }) {
  if (demand.length === 0) return <p>{m.noDemand()}</p>
  return (
    <Rows
      caption={m.demandCaption()}
      columns={[
        { label: m.from() },
        { label: m.to() },
        { label: m.people(), number: true },
        { label: m.theyBeginIn() },
      ]}
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
        {m.waitlist()}
      </h2>
      <ul className="mt-2 divide-y divide-hair">
        {demand.map((each) => (
          <li key={each.id} className="grid gap-x-4 py-2 sm:grid-cols-[1fr_1.2fr]">
            <span>
              {rich(
                m.crossingDemand({
                  from: each.from,
                  to: each.to,
                  people: each.people,
                  place: (text) => <em className="font-place">{text}</em>,
                }),
              )}
            </span>
            <span className="text-ink-2">{formatMonths(each)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
