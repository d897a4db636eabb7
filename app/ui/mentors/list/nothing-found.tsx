/** For a search that finds no mentor: which criteria to drop and how many that would leave, and similar crossings. */
import { Link } from 'react-router'
import { Crossing } from '../crossing.tsx'
import { EmptyState } from '../../controls/empty-state.tsx'
import * as m from '#messages/mentors'
import type { MentorList } from './mentor-list.ts'

type NothingFoundProps = { nothing: NonNullable<MentorList['nothing']>; onLeave: () => void }

export function NothingFound({ nothing: { title, text, drops, crossings }, onLeave }: NothingFoundProps) {
  return (
    <div className="mt-6">
      <EmptyState title={title} text={text}>
        {drops.length > 0 && (
          <ul className="grid gap-1">
            {drops.map(({ label, to, count }) => (
              <li key={label}>
                <Link to={to} preventScrollReset onClick={onLeave} className="link inline-block py-1.5 font-semibold">
                  {m.withoutFilter({ label, count })}
                </Link>
              </li>
            ))}
          </ul>
        )}
        {crossings.length > 0 && (
          <div className="grid gap-2">
            <h3 className="font-semibold">{m.nearestCrossings()}</h3>
            <ul className="grid gap-1">
              {crossings.map(({ from, to, count, path }) => (
                <li key={path}>
                  <Link to={path} className="near-crossing">
                    <Crossing leg={{ from, to }} />
                    <span className="note"> {m.mentorCount({ count })}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )}
      </EmptyState>
    </div>
  )
}
