/** The sessions of today on the admin's clock. */
import { Link } from 'react-router'
import type { BookingStatus } from '#domain/bookings/booking'
import * as m from '#messages/admin'
import { Badge } from '../controls/badge.tsx'
import { STATUS_WORDS } from './bookings/booking-list.tsx'
import { AdminPart } from './part.tsx'

/** `soon`: "in 18 min", "now"; null for others. `clocks`: the mentor's and the mentee's. */
export type TodayView = {
  place: string
  isMore: boolean
  tomorrow: string
  all: string
  sessions: {
    reference: string
    at: string
    time: string
    who: string
    clocks: string[]
    soon: string | null
    status: BookingStatus
  }[]
}

export function Today({ today: { place, sessions, isMore, tomorrow, all } }: { today: TodayView }) {
  return (
    <AdminPart
      title={m.todaysSessions()}
      aside={m.sessionsAndPlace({ count: sessions.length, isMore, place })}
      link={
        <Link to={tomorrow} className="link">
          {m.tomorrow()}
        </Link>
      }
    >
      {sessions.length === 0 && <p className="admin-empty">{m.noSessionsToday()}</p>}
      <ol>
        {sessions.map(({ reference, at, time, who, clocks, soon, status }) => (
          <li
            key={reference}
            className="relative flex flex-wrap items-center gap-x-4 gap-y-0.5 border-b border-hair py-2 hover:bg-shoal-1"
          >
            <Link
              to={`/admin-dashboard/bookings/${reference}`}
              data-keys="row"
              className="flex flex-wrap gap-x-4 before:absolute before:inset-0"
            >
              <time dateTime={at} className="font-semibold">
                {time}
              </time>
              <bdi>{who}</bdi>
            </Link>
            {soon && <Badge ground="accent">{soon}</Badge>}
            {status !== 'confirmed' && <span className={`admin-status ${status}`}>{STATUS_WORDS[status]()}</span>}
            <span className="admin-aside ms-auto">{clocks.join(' · ')}</span>
          </li>
        ))}
      </ol>
      {isMore && (
        <Link to={all} className="tall-link">
          {m.allOfToday()}
        </Link>
      )}
    </AdminPart>
  )
}
