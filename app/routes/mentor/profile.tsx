/** /profile — a mentor's own profile. Signing in comes first, and that is not open yet. */
import { ClosedPage } from '../../ui/closed-page.tsx'

export default function Profile() {
  return (
    <ClosedPage title="Mentor profile">
      Sign in first: a profile belongs to an account. Accounts open soon; until then there is nothing to edit here.
    </ClosedPage>
  )
}
