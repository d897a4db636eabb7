/** All cohorts for an admin, and the switch that shows the accepted ones to everyone. */
import { Form, Link, useNavigation } from 'react-router'
import * as m from '#messages/cohorts'
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

const listColumns = () => [
  { label: m.cohortTitle() },
  { label: m.mentor() },
  { label: m.dates() },
  { label: m.mentees(), number: true },
  { label: m.status() },
]

export function AllCohorts({ list: { published, accepted, cohorts, demand, imported } }: { list: AllCohorts }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <>
      <Part title={published ? m.published() : m.notPublished()}>
        <p className="running-text">{published ? m.publishedText({ accepted }) : m.notPublishedText({ accepted })}</p>
        <Form method="post">
          <Button
            type="submit"
            name="published"
            value={published ? 'no' : 'yes'}
            disabled={busy}
            variant={published ? 'secondary' : 'primary'}
          >
            {published ? m.hideCohorts() : m.publishCohorts()}
          </Button>
        </Form>
      </Part>
      <Part title={m.allCohorts()}>
        {cohorts.length === 0 ? (
          <p>{m.noProposals()}</p>
        ) : (
          <Rows
            caption={m.allCohortsCaption()}
            columns={listColumns()}
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
                  {waiting > 0 && <Below>{m.peopleWaiting({ waiting })}</Below>}
                </>,
                <span key="status" className="wrap-normal">
                  {status}
                </span>,
              ],
            }))}
          />
        )}
      </Part>
      <Part title={m.waitlist()}>
        <DemandTable demand={demand} />
      </Part>
      {imported.length > 0 && (
        <Part title={m.importedCohorts()}>
          <p>{m.importedText()}</p>
          <Rows
            caption={m.importedCaption()}
            columns={[{ label: m.cohortTitle() }, { label: m.mentor() }, { label: m.status() }]}
            rows={imported.map(({ id, title, mentorName, status }) => ({
              key: id,
              cells: [title, mentorName, status ?? m.unknownStatus()],
            }))}
          />
        </Part>
      )}
    </>
  )
}
