/** / — what this is, who the mentors are, and five answers. */
import { appContext } from '#server/context'
import { listMentors, PAGE_SIZE } from '#server/db/mentors'
import { ButtonLink } from '../../ui/button.tsx'
import { Crossing } from '../../ui/crossing.tsx'
import { Faq } from '../../ui/faq.tsx'
import { MentorTile } from '../../ui/mentor-card.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import type { Route } from './+types/home'
import { cardOf } from './mentor-cards.ts'

const CROSSINGS_SHOWN = 6

export async function loader({ context }: Route.LoaderArgs) {
  const rows = await listMentors(context.get(appContext).db, { search: '' })
  return { mentors: rows.slice(0, PAGE_SIZE).map(cardOf) }
}

export default function Home({ loaderData: { mentors } }: Route.ComponentProps) {
  const crossings = mentors.filter((mentor) => mentor.leg !== null).slice(0, CROSSINGS_SHOWN)
  return (
    <>
      <PageHead
        description="One hour with a mentor from where you are, living where you are going. Visas, flats, first term, first job."
        path="/"
      />
      <section className="graticule line-b">
        <div className="page flex flex-wrap items-center justify-between gap-10 py-8 md:py-16">
          <div className="line max-w-150 bg-deep p-6 md:p-11">
            <h1 className="text-4xl md:text-5xl">
              Talk to someone who has{' '}
              <em className="font-place font-normal tracking-tight text-magenta">already made the crossing</em>
            </h1>
            <p className="mt-5 text-lg text-ink-2">
              One hour with a mentor from where you are, living where you are going. Visas, flats, first term, first
              job.
            </p>
            <div className="mt-7 grid gap-3 sm:flex">
              <ButtonLink to="/mentors" className="px-5">
                Find a Mentor
              </ButtonLink>
              <ButtonLink to="/mentors" variant="secondary" className="px-5">
                How It Works
              </ButtonLink>
            </div>
          </div>
          {crossings.length > 0 && (
            <ul aria-label="Crossings our mentors have made" className="hidden gap-3 lg:grid">
              {crossings.map((mentor) => (
                <li key={mentor.slug} className="flex items-center gap-3 odd:ml-16">
                  {mentor.leg && <Crossing leg={mentor.leg} className="line bg-deep px-3 py-1.5 text-lg" />}
                  <span className="text-sm text-ink-2">{mentor.name}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      </section>
      {mentors.length > 0 && (
        <section className="mt-16 md:mt-18">
          <div className="page">
            <h2 className="text-3xl">Mentors who have made landfall</h2>
            <p className="mt-2 text-ink-2">Each one was reviewed by a person before appearing here.</p>
          </div>
          <ul className="mentor-strip" aria-label="Mentors">
            {mentors.map((mentor) => (
              <MentorTile key={mentor.slug} mentor={mentor} />
            ))}
          </ul>
        </section>
      )}
      <section className="page mt-16 md:mt-18">
        <h2 className="text-3xl">Questions people ask first</h2>
        <div className="mt-6 max-w-4xl">
          <Faq />
        </div>
      </section>
    </>
  )
}
