/** Links to the pages of other crossings, with the number of mentors of each. */
import { Link } from 'react-router'
import * as m from '#messages/mentors'
import { rich } from '../rich.tsx'
import { Crossing } from './crossing.tsx'

export type CrossingLink = {
  /** Names of countries; `from` is null for a destination. */
  from: string | null
  to: string
  path: string
  count: number
}

type CrossingLinksProps = { title: string; links: CrossingLink[] }

export function CrossingLinks({ title, links }: CrossingLinksProps) {
  if (links.length === 0) return null
  return (
    <section className="min-w-0">
      <h2 className="text-xl">{title}</h2>
      <CrossingList links={links} className="mt-3" />
    </section>
  )
}

export function CrossingList({ links, className = '' }: { links: CrossingLink[]; className?: string }) {
  return (
    <ul className={`grid ${className}`}>
      {links.map(({ from, to, path, count }) => (
        <li key={path}>
          <Link
            to={path}
            className="flex min-h-11 items-center justify-between gap-4 border-b border-hair py-1 hover:underline"
          >
            {from ? <Crossing leg={{ from, to }} /> : <span className="font-place italic md:text-lg">{to}</span>}
            <span className="note whitespace-nowrap tabular-nums">
              {rich(m.mentorCountHidden({ count, hidden: (text) => <span className="sr-only">{text}</span> }))}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
