/** /crossings — every move that a mentor has made, on the chart and by destination, with a link to the page about each. */
import { Link } from 'react-router'
import { appContext } from '#server/context'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { CountedChart } from '../../../ui/home/crossings/counted-chart.tsx'
import { CrossingList } from '../../../ui/mentors/crossing-links.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { plural } from '#domain/quantities'
import type { Route } from './+types/crossings'
import { readCrossings } from '../../../views/mentors/crossings.ts'

export const loader = ({ context }: Route.LoaderArgs) => readCrossings(context.get(appContext))

export default function Crossings({ loaderData: { charts, crossings, destinations } }: Route.ComponentProps) {
  return (
    <div className="page-body">
      <PageHead
        title="Crossings"
        description={`The ${plural(crossings, 'move')} our mentors have made between countries, on a chart and by destination: choose yours and see who has been there before you.`}
        path="/crossings"
      />
      <h1 className="page-title">Crossings</h1>
      <p className="mt-4 max-w-3xl text-ink-2 md:text-lg">
        Every move our mentors have made, by destination. Choose yours to see who made it, which languages they speak
        and when they’re free.{charts && ' On the chart each number is how many made that move.'}
      </p>
      {charts && (
        <div className="mt-6 md:mt-8">
          <CountedChart charts={charts} />
        </div>
      )}
      {destinations.length === 0 && (
        <div className="line mt-8 grid justify-items-start gap-4 rounded-card p-6 md:p-8">
          <p>No crossings yet. They appear here with the first mentor’s move.</p>
          <ButtonLink to="/mentors">Find a Mentor</ButtonLink>
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
