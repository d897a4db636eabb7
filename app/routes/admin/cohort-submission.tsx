/** /cohort/:id — a proposed cohort as an admin reads it. There are none yet, so whatever is asked for does not exist. */
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
