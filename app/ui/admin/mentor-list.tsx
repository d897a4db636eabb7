/** All mentors by state, each with a link to its record, where it is reviewed, paused and suspended. */
import { Fragment } from 'react'
import { Link } from 'react-router'
import type { MentorStatus } from '#domain/mentors/mentor-status'
import { Turn } from './bookings/booking-list.tsx'
import { ListFilter } from './list-filter.tsx'
import type { MentorsPage } from './lists.ts'
import { Below, Rows } from './rows.tsx'

const PATH = '/admin-dashboard/mentors'

const STATES: Record<MentorStatus, string> = {
  pending: 'Pending',
  changes_requested: 'Changes requested',
  accepted: 'Accepted',
  paused: 'Paused',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  suspended: 'Suspended',
}

export function MentorList({ page: { search, status, counts, mentors, next } }: { page: MentorsPage }) {
  return (
    <>
      <ListFilter
        path={PATH}
        search={{ label: 'Name', value: search }}
        choice={{
          label: 'State',
          name: 'status',
          value: status,
          all: 'All',
          options: counts.map(({ status: each, count }) => [each, `${STATES[each]} (${count})`]),
        }}
      />
      {mentors.length === 0 ? (
        <p className="admin-empty">No matching mentors. Applicants appear here when they apply.</p>
      ) : (
        <Rows
          caption="Mentors"
          columns={[
            { label: 'Name' },
            { label: 'Crossing' },
            { label: 'State' },
            { label: 'Since' },
            { label: 'Price', number: true },
          ]}
          rows={mentors.map((mentor) => ({ key: mentor.id, cells: renderCells(mentor) }))}
        />
      )}
      <div className="admin-pager">
        <Turn to={next} rel="next" name="Next" />
      </div>
    </>
  )
}

function renderCells({ id, name, role, leg, price, status, since, reason, isWaiting }: MentorsPage['mentors'][number]) {
  return [
    <Fragment key="name">
      <Link to={`/mentor/${id}`} data-keys="row" className="font-semibold">
        <bdi>{name}</bdi>
      </Link>
      <Below>{role}</Below>
    </Fragment>,
    leg ? (
      <span key="leg" className="font-place italic">
        {leg.from} ⇢ {leg.to}
      </span>
    ) : (
      '–'
    ),
    <Fragment key="state">
      <span className={`admin-status ${status === 'accepted' ? 'good' : ''}`}>{STATES[status]}</span>{' '}
      {isWaiting && <span className="admin-status waiting">In review</span>}
      {reason && <Below>{reason}</Below>}
    </Fragment>,
    since,
    price,
  ]
}
