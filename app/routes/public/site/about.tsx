/** /about, the specification's /contat — why Landfall exists, who takes part, and where to go next. */
import { Link } from 'react-router'
import { appContext } from '#server/context'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Figures } from '../../../ui/home/figures.tsx'
import { ChartHead } from '../../../ui/home/chart-head.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { useSite } from '../../../ui/layout/site.ts'
import { Split } from '../../../ui/layout/split.tsx'
import type { Route } from './+types/about'
import { readFigures } from '../../../views/home/figures.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return { figures: await readFigures(context.get(appContext), 'about') }
}

export default function About({ loaderData: { figures } }: Route.ComponentProps) {
  const name = useSite()?.name ?? 'Landfall'
  return (
    <>
      <PageHead
        title="About"
        description={`Why ${name} exists: an hour with someone who has already made the move you are about to make.`}
        path="/about"
      />
      <ChartHead short>
        <h1 className="page-title">About {name}</h1>
        <p className="mt-4 lead">
          Moving to another country is mostly small questions that no one around you can answer. Someone who made the
          same move last year can answer them in an hour.
        </p>
      </ChartHead>
      <Split title="Our mission">
        <div className="running-text grid gap-4">
          <p>
            No one should cross a border on rumours. Which papers to bring, what a fair rent is, how a first term or a
            first job really begins: the people who know are those who did it. We find them, read what they say about
            themselves, and make it easy to sit down with one of them.
          </p>
          <p>
            Mentors set their own prices and subjects. They speak of their own experience; they are not lawyers, and
            what they say about visas is not legal advice.
          </p>
        </div>
      </Split>
      <Figures shown={figures} title="The community" className="section-gap" />
      <Split id="accounts" title="Accounts">
        <p className="running-text">
          Booking needs no account: choose a mentor and a time, pay, and the confirmation comes by email. With an
          account you find your bookings in one place.
        </p>
        <p className="running-text mt-3">
          Have you made the move yourself?{' '}
          <Link to="/become-a-mentor" className="link">
            Become a mentor
          </Link>
          : tell us about your move, choose your price and your hours, and we review your application.
        </p>
      </Split>
      <Split title="Where to go next">
        <p className="running-text">
          Look for someone who came from where you are, or who lives where you are going. Each of them says what an hour
          with them costs.
        </p>
        <div className="mt-6 grid gap-3 sm:flex">
          <ButtonLink to="/mentors" className="px-5">
            Find a Mentor
          </ButtonLink>
          <ButtonLink to="/mentors" variant="secondary" className="px-5">
            See who has made your move
          </ButtonLink>
        </div>
      </Split>
    </>
  )
}
