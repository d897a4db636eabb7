/** /about, the specification's /contat — why Landfall exists, who takes part, and where to go next. */
import { Link } from 'react-router'
import { appContext } from '#server/context'
import * as m from '#messages/site'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Figures } from '../../../ui/home/figures.tsx'
import { ChartHead } from '../../../ui/home/chart-head.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { useSite } from '../../../ui/layout/site.ts'
import { Split } from '../../../ui/layout/split.tsx'
import type { Route } from './+types/about'
import { readFigures } from '../../../views/home/figures.ts'
import { rich } from '../../../ui/rich.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  return { figures: await readFigures(context.get(appContext), 'about') }
}

export default function About({ loaderData: { figures } }: Route.ComponentProps) {
  const name = useSite()?.name ?? 'Landfall'
  return (
    <>
      <PageHead title={m.about()} description={m.aboutDescription({ name })} path="/about" />
      <ChartHead short>
        <h1 className="page-title">{m.aboutSite({ name })}</h1>
        <p className="mt-4 lead">{m.aboutLead()}</p>
      </ChartHead>
      <Split title={m.ourMission()}>
        <div className="running-text grid gap-4">
          <p>{m.missionRumours()}</p>
          <p>{m.missionMentors()}</p>
        </div>
      </Split>
      <Figures shown={figures} title={m.theCommunity()} className="section-gap" />
      <Split id="accounts" title={m.accounts()}>
        <p className="running-text">{m.aboutAccounts()}</p>
        <p className="running-text mt-3">
          {rich(
            m.aboutBecomeMentor({
              link: (text) => (
                <Link to="/become-a-mentor" className="link">
                  {text}
                </Link>
              ),
            }),
          )}
        </p>
      </Split>
      <Split title={m.whereNext()}>
        <p className="running-text">{m.aboutFindMentor()}</p>
        <div className="mt-6 grid gap-3 sm:flex">
          <ButtonLink to="/mentors" className="px-5">
            {m.findMentor()}
          </ButtonLink>
          <ButtonLink to="/mentors" variant="secondary" className="px-5">
            {m.whoMadeYourMove()}
          </ButtonLink>
        </div>
      </Split>
    </>
  )
}
