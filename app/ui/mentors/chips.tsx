/** The filters in use. Each is a link to the list without it. */
import { Link } from 'react-router'
import type { MentorList } from './list/mentor-list.ts'

export function Chips({ list: { chips, clear }, onLeave }: { list: MentorList; onLeave: () => void }) {
  if (!clear) return null
  return (
    <ul aria-label="Filters in use" className="chips">
      {chips.map(({ label, to }) => (
        <li key={to}>
          <Link to={to} preventScrollReset onClick={onLeave} className="chip">
            <span className="sr-only">Remove filter: </span>
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
          Clear all
        </Link>
      </li>
    </ul>
  )
}
