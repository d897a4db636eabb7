/** /cohort/:id — a proposed cohort, for an admin to review. Specification §2. */
import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted, typedIn } from '#server/platform/http/form'
import { requireAdmin } from '#server/site/guards/account-guards'
import cohortStyles from '../../ui/cohorts/cohort.css?url'
import { CohortReviewPage } from '../../ui/cohorts/review/cohort-review-page.tsx'
import reviewStyles from '../../ui/mentors/review/review.css?url'
import { ownZone } from '../../views/accounts/own-zone.ts'
import { handleCohortReview, readCohortReview } from '../../views/cohorts/review.ts'
import type { Route } from './+types/cohort-submission'

export const links: Route.LinksFunction = () =>
  [reviewStyles, cohortStyles].map((href) => ({ rel: 'stylesheet', href }))

export function loader({ context, request, params }: Route.LoaderArgs) {
  const session = requireAdmin(context, request)
  return readCohortReview(context.get(appContext), session, params.id, ownZone(request, session))
}

export async function action({ context, request, params: { id } }: Route.ActionArgs) {
  const session = requireAdmin(context, request)
  const { client } = clientOfPage(context, request)
  const typed = typedIn(await readPosted(request))
  const posted = { id, typed, zone: ownZone(request, session) }
  const outcome = await handleCohortReview(context.get(appContext), { session, client }, posted)
  return outcome ? data(outcome.result, outcome.status) : redirect(`/cohort/${id}`, 303)
}

/** Also revalidates after an error: another admin may have decided first, and the page shows it. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === 'POST' || defaultShouldRevalidate

export default function CohortSubmission({ loaderData, actionData }: Route.ComponentProps) {
  // Another version is another form: nothing of the earlier one must stay in its hidden fields.
  return (
    <CohortReviewPage key={`${loaderData.id} ${loaderData.version}`} review={loaderData} result={actionData ?? null} />
  )
}
