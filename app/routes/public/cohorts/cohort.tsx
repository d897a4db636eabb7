/** /cohorts/:slug — the page of an accepted cohort, once an admin has published cohorts. */
import { appContext } from '#server/context'
import * as m from '#messages/cohorts'
import cohortStyles from '../../../ui/cohorts/cohort.css?url'
import { CohortPage } from '../../../ui/cohorts/cohort-page.tsx'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { SupportAddress } from '../../../ui/layout/support-address.tsx'
import { rich } from '../../../ui/rich.tsx'
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
        description={view.subtitle || m.cohortDescription({ mentorName: view.mentorName, commitment: view.commitment })}
        path={`/cohorts/${slug}`}
      />
      <CohortPage view={view} taken={taken} ask={<AskMentor name={view.mentorName} mentor={mentor} />} calendar={null}>
        <Join slug={slug} join={join} />
      </CohortPage>
    </>
  )
}

function Join({ slug, join }: { slug: string; join: Route.ComponentProps['loaderData']['join'] }) {
  if (join === null) return <p className="text-ink-2">{m.cohortStarted()}</p>
  if (join.full) {
    return (
      <div className="grid gap-2">
        <ButtonLink to={`/cohorts/${slug}/waiting`} className="w-full">
          {m.notifyWhenSeatFree()}
        </ButtonLink>
        <p className="text-ink-2">{m.allSeatsTaken()}</p>
      </div>
    )
  }
  return (
    <div className="grid gap-2">
      <ButtonLink to={`/cohorts/${slug}/join`} className="w-full">
        {m.join()}
      </ButtonLink>
      <p className="text-ink-2">
        {join.free
          ? m.freeSentence()
          : m.wholeCohortPrice({ price: join.price, hasAbout: join.about !== undefined, about: join.about ?? '' })}
      </p>
    </div>
  )
}

function AskMentor({ name, mentor }: { name: string; mentor: string | null }) {
  if (mentor === null) {
    return (
      <p className="max-w-prose">
        {rich(m.askThroughUs({ name, address: (text) => <SupportAddress fallback={text} /> }))}
      </p>
    )
  }
  return (
    <>
      <p className="max-w-prose">{m.membersAsk({ name })}</p>
      <div>
        <ButtonLink to={mentor}>{m.seePageOf({ name })}</ButtonLink>
      </div>
    </>
  )
}
