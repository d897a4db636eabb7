/** All mentors by state, each with a link to its record, where it is reviewed, paused and suspended. */
import { Fragment } from 'react'
import { Link } from 'react-router'
import type { MentorStatus } from '#domain/mentors/mentor-status'
import * as m from '#messages/admin'
import { Turn } from './bookings/booking-list.tsx'
import { ListFilter } from './list-filter.tsx'
import type { MentorsPage } from './lists.ts'
import { Below, Rows } from './rows.tsx'

const PATH = '/admin-dashboard/mentors'

const STATES: Record<MentorStatus, () => string> = {
  pending: m.pending,
  changes_requested: m.changesRequested,
  accepted: m.accepted,
  paused: m.paused,
  rejected: m.rejected,
  withdrawn: m.withdrawn,
  suspended: m.suspended,
}

export function MentorList({ page: { search, status, counts, mentors, next } }: { page: MentorsPage }) {
  return (
    <>
      <ListFilter
        path={PATH}
        search={{ label: m.name(), value: search }}
        choice={{
          label: m.state(),
          name: 'status',
          value: status,
          all: m.allStates(),
          options: counts.map(({ status: each, count }) => [each, m.stateWithCount({ state: STATES[each](), count })]),
        }}
      />
      {mentors.length === 0 ? (
        <p className="admin-empty">{m.noMatchingMentors()}</p>
      ) : (
        <Rows
          caption={m.mentors()}
          columns={[
            { label: m.name() },
            { label: m.crossing() },
            { label: m.state() },
            { label: m.since() },
            { label: m.price(), number: true },
          ]}
          rows={mentors.map((mentor) => ({ key: mentor.id, cells: renderCells(mentor) }))}
        />
      )}
      <div className="admin-pager">
        <Turn to={next} rel="next" name={m.nextPage()} />
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
      <span className={`admin-status ${status === 'accepted' ? 'good' : ''}`}>{STATES[status]()}</span>{' '}
      {isWaiting && <span className="admin-status waiting">{m.inReview()}</span>}
      {reason && <Below>{reason}</Below>}
    </Fragment>,
    since,
    price,
  ]
}
