/** /crossings — every move that a mentor has made, by destination, with a link to the page about each. */
import { Link } from 'react-router'
import { appContext } from '#server/context'
import { countryInWords, countryName } from '#server/reference/countries'
import { landingPath, listLandings } from '#server/mentors/landing'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/controls/empty-state.tsx'
import { CrossingList } from '../../ui/mentors/crossing-links.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { plural } from '#domain/quantities'
import type { Route } from './+types/crossings'
import { linkTo } from '../../views/mentors/landing-words.ts'

/** The rest of a destination's crossings are on its own page. */
const MOST_CROSSINGS = 8

export async function loader({ context }: Route.LoaderArgs) {
  const { destinations, crossings } = await listLandings(context.get(appContext))
  const byDestination = Map.groupBy(crossings, (crossing) => crossing.to)
  return {
    destinations: destinations
      .toSorted((a, b) => (countryName(a.to) < countryName(b.to) ? -1 : 1))
      .map((destination) => {
        const all = byDestination.get(destination.to) ?? []
        return {
          country: countryInWords(destination.to),
          path: landingPath(destination),
          count: destination.count,
          crossings: all.slice(0, MOST_CROSSINGS).map(linkTo),
          more: Math.max(all.length - MOST_CROSSINGS, 0),
        }
      }),
  }
}

export default function Crossings({ loaderData: { destinations } }: Route.ComponentProps) {
  return (
    <div className="page-body">
      <PageHead
        title="Crossings"
        description={`The moves our mentors have made, to ${destinations.length} ${destinations.length === 1 ? 'country' : 'countries'}: choose where you are going and see who has been there before you.`}
        path="/crossings"
      />
      <h1 className="page-title">Crossings</h1>
      <p className="mt-4 max-w-3xl text-ink-2 md:text-lg">
        Every move that a mentor here has made, by where it led. Choose yours to see who made it, what they speak and
        when they are free.
      </p>
      {destinations.length === 0 && (
        <div className="mt-8">
          <EmptyState title="No crossings yet" text="They appear here with the first mentor who tells of one.">
            <ButtonLink to="/mentors">Find a Mentor</ButtonLink>
          </EmptyState>
        </div>
      )}
      <div className="mt-8 gap-x-10 md:mt-10 md:columns-2 xl:columns-3">
        {destinations.map(({ country, path, count, crossings, more }) => (
          <section key={path} className="mb-8 break-inside-avoid">
            <h2 className="text-xl">
              <Link to={path} className="tall-link">
                To {country}
              </Link>{' '}
              <span className="text-base font-normal text-ink-2">{plural(count, 'mentor')}</span>
            </h2>
            <CrossingList links={crossings} className="mt-1" />
            {more > 0 && (
              <Link to={path} className="tall-link">
                {more} more to {country}
              </Link>
            )}
          </section>
        ))}
      </div>
    </div>
  )
}
