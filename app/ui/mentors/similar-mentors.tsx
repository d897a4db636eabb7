/** Other mentors at the end of a mentor's page. */
import { Link } from 'react-router'
import * as m from '#messages/mentors'
import { Crossing } from './crossing.tsx'
import { Price, type MentorCard } from './list/mentor-card.tsx'
import { Portrait } from './portrait.tsx'

/** `query`: carries the visitor's move. */
export function SimilarMentors({ mentors, query }: { mentors: MentorCard[]; query: string }) {
  if (mentors.length === 0) return null
  return (
    <section aria-labelledby="similar" className="section-gap">
      <h2 id="similar" className="text-2xl">
        {m.similarMentors()}
      </h2>
      <ul className="mt-5 grid gap-4 lg:grid-cols-3">
        {mentors.map((mentor) => (
          <li key={mentor.slug} className="line relative flex gap-4 rounded-card p-4 hover:bg-shoal-1">
            <Portrait name={mentor.name} picture={mentor.picture} size={104} className="size-18" />
            <div className="min-w-0">
              <h3 className="text-lg font-semibold">
                <Link to={`/mentors/${mentor.slug}${query}`} className="after:absolute after:inset-0">
                  {mentor.name}
                </Link>
              </h3>
              <p {...mentor.langAttributes} className="note">
                {mentor.role}
              </p>
              {mentor.leg && <Crossing leg={mentor.leg} />}
              <Price mentor={mentor} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
