/** /CohortDetailsPage — a sample of a cohort's page. Nothing on it is real, and it says so. */
import * as m from '#messages/cohorts'
import cohortStyles from '../../../ui/cohorts/cohort.css?url'
import { CohortPage } from '../../../ui/cohorts/cohort-page.tsx'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/controls/notice.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import type { Route } from './+types/cohort-sample'
import { buildCohortSample } from '../../../views/cohorts/cohort-sample.ts'
import { rich } from '../../../ui/rich.tsx'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: cohortStyles }]

export const loader = () => buildCohortSample()

export default function CohortSample({ loaderData: { view, taken, place } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={m.samplePageTitle()} description={m.sampleDescription()} path="/CohortDetailsPage" />
      <CohortPage view={view} place={place} badge={m.sampleBadge()} taken={taken} ask={<AskNobody />} calendar={null}>
        <Notice>{rich(m.sampleNotice({ strong: (text) => <strong className="font-semibold">{text}</strong> }))}</Notice>
      </CohortPage>
    </>
  )
}

const AskNobody = () => (
  <>
    <p className="max-w-prose">{m.sampleAsk()}</p>
    <div>
      <ButtonLink to="/mentors">{m.findMentor()}</ButtonLink>
    </div>
  </>
)
