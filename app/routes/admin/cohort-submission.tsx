/** /cohort/:id — a proposed cohort, for an admin to review. There are no cohorts yet, so every id is unknown. */
import { data } from 'react-router'
import { requireAdmin } from '#server/http/guards'
import type { Route } from './+types/cohort-submission'

export function loader({ context, request }: Route.LoaderArgs) {
  requireAdmin(context, request)
  throw data(null, 404)
}

export default function CohortSubmission() {
  return null
}
