/** /cohorts/:slug — the page of an accepted cohort, once an admin has published cohorts. */
import { appContext } from '#server/context'
import cohortStyles from '../../ui/cohorts/cohort.css?url'
import { CohortPage } from '../../ui/cohorts/cohort-page.tsx'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { SupportAddress } from '../../ui/layout/support-address.tsx'
import type { Route } from './+types/cohort'
import { readPublicCohort } from '../../views/cohorts/public-cohort.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: cohortStyles }]

export function loader({ context, params }: Route.LoaderArgs) {
  return readPublicCohort(context.get(appContext), params.slug)
}

export default function Cohort({ loaderData: { view, slug, mentor } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title={view.title}
        description={view.subtitle || `A cohort with ${view.mentorName}: ${view.commitment}.`}
        path={`/cohorts/${slug}`}
      />
      <CohortPage view={view} taken={null} ask={<AskMentor name={view.mentorName} mentor={mentor} />} calendar={null}>
        <p className="text-ink-2">Nobody can join yet.</p>
      </CohortPage>
    </>
  )
}

function AskMentor({ name, mentor }: { name: string; mentor: string | null }) {
  if (mentor === null) {
    return (
      <p className="max-w-prose">
        Write to <SupportAddress />. We pass your question on to {name}.
      </p>
    )
  }
  return (
    <>
      <p className="max-w-prose">You reach {name} in a session of your own, and can write to them once it is booked.</p>
      <div>
        <ButtonLink to={mentor}>See the page of {name}</ButtonLink>
      </div>
    </>
  )
}
