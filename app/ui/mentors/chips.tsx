/** The filters in use. Each is a link to the list without it. */
import { Link } from 'react-router'
import * as m from '#messages/mentors'
import type { MentorList } from './list/mentor-list.ts'

export function Chips({ list: { chips, clear }, onLeave }: { list: MentorList; onLeave: () => void }) {
  if (!clear) return null
  return (
    <ul aria-label={m.filtersInUse()} className="chips">
      {chips.map(({ label, to }) => (
        <li key={to}>
          <Link to={to} preventScrollReset onClick={onLeave} className="chip">
            <span className="sr-only">{m.removeFilter()} </span>
            {label}
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={clear}
          preventScrollReset
          onClick={onLeave}
          className="link inline-block px-1 py-1.5 text-sm font-semibold"
        >
          {m.clearAll()}
        </Link>
      </li>
    </ul>
  )
}
