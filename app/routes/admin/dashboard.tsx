/** /admin-dashboard — reads no data until accounts put a guard in front of it. */
import { ClosedPage } from '../../ui/closed-page.tsx'

export default function Dashboard() {
  return <ClosedPage title="Admin dashboard">For admins only. Admin sign-in opens with accounts.</ClosedPage>
}
