/** /crossings — every move that a mentor has made, on the chart and by destination, with a link to the page about each. */
import { Link } from 'react-router'
import { appContext } from '#server/context'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { CountedChart } from '../../../ui/home/crossings/counted-chart.tsx'
import { CrossingList } from '../../../ui/mentors/crossing-links.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import * as m from '#messages/mentors'
import type { Route } from './+types/crossings'
import { readCrossings } from '../../../views/mentors/crossings.ts'

export const loader = ({ context }: Route.LoaderArgs) => readCrossings(context.get(appContext))

export default function Crossings({ loaderData: { charts, crossings, destinations } }: Route.ComponentProps) {
  return (
    <div className="page-body">
      <PageHead title={m.crossings()} description={m.crossingsDescription({ count: crossings })} path="/crossings" />
      <h1 className="page-title">{m.crossings()}</h1>
      <p className="mt-4 max-w-3xl text-ink-2 md:text-lg">{m.crossingsLead({ hasChart: charts !== null })}</p>
      {charts && (
        <div className="mt-6 md:mt-8">
          <CountedChart charts={charts} />
        </div>
      )}
      {destinations.length === 0 && (
        <div className="line mt-8 grid justify-items-start gap-4 rounded-card p-6 md:p-8">
          <p>{m.noCrossings()}</p>
          <ButtonLink to="/mentors">{m.findMentor()}</ButtonLink>
        </div>
      )}
      <div className="mt-8 gap-x-10 md:mt-10 md:columns-2 xl:columns-3">
        {destinations.map(({ country, path, count, crossings, more }) => (
          <section key={path} className="mb-8 break-inside-avoid">
            <h2 className="text-xl">
              <Link to={path} className="tall-link">
                {m.toCountry({ country })}
              </Link>{' '}
              <span className="text-base font-normal text-ink-2">{m.mentorCount({ count })}</span>
            </h2>
            <CrossingList links={crossings} className="mt-1" />
            {more > 0 && (
              <Link to={path} className="tall-link">
                {m.moreTo({ count: more, country })}
              </Link>
            )}
          </section>
        ))}
      </div>
    </div>
  )
}
