/** All cohorts for an admin, and the switch that shows the accepted ones to everyone. */
import { Form, Link, useNavigation } from 'react-router'
import { plural } from '#domain/quantities'
import { Below, Rows } from '../admin/rows.tsx'
import { Button } from '../controls/button.tsx'
import { Part } from '../layout/prose.tsx'
import { DemandTable, type Demand } from './demand.tsx'

export type AllCohorts = {
  published: boolean
  /** How many would be shown. */
  accepted: number
  /** `waiting`: people on the waitlist for a seat. `status`: in words. */
  cohorts: {
    id: string
    title: string
    mentorName: string
    dates: string
    seats: number
    waiting: number
    status: string
  }[]
  /** People on the waitlist for a cohort. */
  demand: Demand[]
  /** Of the system before this one. `status`: null if its word is unknown. */
  imported: { id: string; title: string; mentorName: string; status: string | null }[]
}

const COLUMNS = [
  { label: 'Title' },
  { label: 'Mentor' },
  { label: 'Dates' },
  { label: 'Mentees', number: true },
  { label: 'Status' },
]

export function AllCohorts({ list: { published, accepted, cohorts, demand, imported } }: { list: AllCohorts }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <>
      <Part title={published ? 'Cohorts are published' : 'Cohorts are not published'}>
        <p className="running-text">
          {published
            ? `Accepted cohorts are public on the cohorts page: ${accepted === 0 ? 'none so far' : plural(accepted, 'cohort')}.`
            : `The cohorts page says “Coming Soon”. Publishing shows ${accepted === 0 ? 'accepted cohorts (none yet)' : `${plural(accepted, 'accepted cohort')}, each with a page`}.`}
        </p>
        <Form method="post">
          <Button
            type="submit"
            name="published"
            value={published ? 'no' : 'yes'}
            disabled={busy}
            variant={published ? 'secondary' : 'primary'}
          >
            {published ? 'Hide cohorts' : 'Publish cohorts'}
          </Button>
        </Form>
      </Part>
      <Part title="All cohorts">
        {cohorts.length === 0 ? (
          <p>No proposals yet. They appear here, and on the dashboard while they’re in review.</p>
        ) : (
          <Rows
            caption="All cohorts, latest change first"
            columns={COLUMNS}
            rows={cohorts.map(({ id, title, mentorName, dates, seats, waiting, status }) => ({
              key: id,
              cells: [
                <Link key="title" to={`/cohort/${id}`} data-keys="row" className="link wrap-anywhere">
                  {title}
                </Link>,
                mentorName,
                dates,
                <>
                  {seats}
                  {waiting > 0 && <Below>{waiting} waiting</Below>}
                </>,
                <span key="status" className="wrap-normal">
                  {status}
                </span>,
              ],
            }))}
          />
        )}
      </Part>
      <Part title="Waitlist">
        <DemandTable demand={demand} />
      </Part>
      {imported.length > 0 && (
        <Part title="Imported cohorts">
          <p>Imported from the previous system. They’re kept unchanged, and only admins see them.</p>
          <Rows
            caption="Cohorts of the previous system"
            columns={[{ label: 'Title' }, { label: 'Mentor' }, { label: 'Status' }]}
            rows={imported.map(({ id, title, mentorName, status }) => ({
              key: id,
              cells: [title, mentorName, status ?? 'Unknown'],
            }))}
          />
        </Part>
      )}
    </>
  )
}
