/** /cohorts/:slug — the page of an accepted cohort, once an admin has published cohorts. */
import { appContext } from '#server/context'
import cohortStyles from '../../../ui/cohorts/cohort.css?url'
import { CohortPage } from '../../../ui/cohorts/cohort-page.tsx'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { SupportAddress } from '../../../ui/layout/support-address.tsx'
import type { Route } from './+types/cohort'
import { readPublicCohort } from '../../../views/cohorts/public-cohort.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: cohortStyles }]

export function loader({ context, params, request }: Route.LoaderArgs) {
  return readPublicCohort(context.get(appContext), request, params.slug)
}

export default function Cohort({ loaderData: { view, slug, mentor, taken, join } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title={view.title}
        description={view.subtitle || `A cohort with ${view.mentorName}: ${view.commitment}.`}
        path={`/cohorts/${slug}`}
      />
      <CohortPage view={view} taken={taken} ask={<AskMentor name={view.mentorName} mentor={mentor} />} calendar={null}>
        <Join slug={slug} join={join} />
      </CohortPage>
    </>
  )
}

function Join({ slug, join }: { slug: string; join: Route.ComponentProps['loaderData']['join'] }) {
  if (join === null) return <p className="text-ink-2">This cohort has started and can no longer be joined.</p>
  if (join.full) {
    return (
      <div className="grid gap-2">
        <ButtonLink to={`/cohorts/${slug}/waiting`} className="w-full">
          Notify me when a seat is free
        </ButtonLink>
        <p className="text-ink-2">All seats are taken. Seats that become free appear here.</p>
      </div>
    )
  }
  return (
    <div className="grid gap-2">
      <ButtonLink to={`/cohorts/${slug}/join`} className="w-full">
        Join
      </ButtonLink>
      <p className="text-ink-2">
        {join.price === 'Free' ? 'Free.' : `${join.price} for the whole cohort${join.about ? ` (${join.about})` : ''}.`}
      </p>
    </div>
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
      <p className="max-w-prose">
        Members ask {name} here. You also reach {name} in a session of your own.
      </p>
      <div>
        <ButtonLink to={mentor}>See the page of {name}</ButtonLink>
      </div>
    </>
  )
}
