/** The cohorts that are open, each with a link to its page. */
import { Link } from 'react-router'
import * as m from '#messages/cohorts'
import type { LangAttributes } from '../lang-attributes.ts'
import { Portrait } from '../mentors/portrait.tsx'

/** `dates`: "Monday 2 September to Friday 25 October 2030". */
export type CohortCard = {
  slug: string
  title: string
  subtitle: string
  mentorName: string
  picture: string | null
  dates: string
  seats: number
  commitment: string
  /** Of the title and the subtitle. */
  langAttributes?: LangAttributes
}

export function CohortCards({ cohorts }: { cohorts: CohortCard[] }) {
  return (
    <ul className="grid gap-5 md:grid-cols-2">
      {cohorts.map(({ slug, title, subtitle, mentorName, picture, dates, seats, commitment, langAttributes }) => (
        <li key={slug} className="relative line grid content-start gap-4 rounded-card p-5 hover:bg-shoal-1">
          <div className="flex gap-4">
            <Portrait name={mentorName} picture={picture} size={104} className="size-18" />
            <div className="min-w-0">
              <h2 {...langAttributes} className="text-xl wrap-anywhere">
                <Link
                  to={`/cohorts/${slug}`}
                  className="underline-offset-4 before:absolute before:inset-0 hover:underline"
                >
                  {title}
                </Link>
              </h2>
              {subtitle && (
                <p {...langAttributes} className="text-ink-2 wrap-anywhere">
                  {subtitle}
                </p>
              )}
            </div>
          </div>
          <p className="border-t border-hair pt-3 wrap-anywhere">{m.withMentor({ mentorName, dates })}</p>
          <p className="text-ink-2 wrap-anywhere">{m.seatsAndCommitment({ seats, commitment })}</p>
        </li>
      ))}
    </ul>
  )
}
