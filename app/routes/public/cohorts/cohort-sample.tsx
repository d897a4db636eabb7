/** /CohortDetailsPage — a sample of a cohort's page. Nothing on it is real, and it says so. */
import cohortStyles from '../../../ui/cohorts/cohort.css?url'
import { CohortPage } from '../../../ui/cohorts/cohort-page.tsx'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/controls/notice.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import type { Route } from './+types/cohort-sample'
import { COHORT_SAMPLE } from '../../../views/cohorts/cohort-sample.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: cohortStyles }]

export const loader = () => COHORT_SAMPLE

export default function CohortSample({ loaderData: { view, taken, place } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="A sample cohort"
        description="An example of a cohort page: overview, schedule, tasks, resources, progress."
        path="/CohortDetailsPage"
      />
      <CohortPage view={view} place={place} badge="Sample" taken={taken} ask={<AskNobody />} calendar={null}>
        <Notice>
          <strong className="font-semibold">This is a sample.</strong> The cohort, its people and dates are made up.
        </Notice>
      </CohortPage>
    </>
  )
}

const AskNobody = () => (
  <>
    <p className="max-w-prose">
      In a real cohort, your questions reach its mentor here. This is a sample. A mentor you can ask today is a session
      away.
    </p>
    <div>
      <ButtonLink to="/mentors">Find a Mentor</ButtonLink>
    </div>
  </>
)
