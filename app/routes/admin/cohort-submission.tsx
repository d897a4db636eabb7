/** /cohort/:id — a proposed cohort as an admin reads it. Reads no data until accounts put a guard in front of it. */
import { ClosedPage } from '../../ui/closed-page.tsx'

export default function CohortSubmission() {
  return <ClosedPage title="Cohort submission">For admins only. Admin sign-in opens with accounts.</ClosedPage>
}
