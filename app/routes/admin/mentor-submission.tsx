/** /mentor/:id — a mentor's application as an admin reads it. Reads no data until accounts put a guard in front of it. */
import { ClosedPage } from '../../ui/closed-page.tsx'

export default function MentorSubmission() {
  return <ClosedPage title="Mentor submission">For admins only. Admin sign-in opens with accounts.</ClosedPage>
}
