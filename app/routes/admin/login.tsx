/** /AdminLogin — opens with accounts. */
import { ClosedPage } from '../../ui/closed-page.tsx'

export default function AdminLogin() {
  return <ClosedPage title="Admin sign-in">Admin sign-in opens with accounts. Nobody can sign in yet.</ClosedPage>
}
