/** What an admin changes of an account, with what follows for its mentor. */
import { changePerson } from '#server/accounts/people'
import { findMentorOfAccount } from '#server/accounts/sign-in/sessions-queries'
import type { App } from '#server/context'
import { pauseByProduct } from '#server/mentors/record/states'

/** As `changePerson`. The page of a mentor whose account is suspended is paused, since they could keep no new session. */
export async function changePersonAndPage(
  ...[app, by, request]: Parameters<typeof changePerson>
): ReturnType<typeof changePerson> {
  const changed = await changePerson(app, by, request)
  // Also when the account was suspended already: the process may have ended before it paused the page.
  const isSuspended = request.act === 'suspend' && (changed.ok || changed.error.code === 'not_now')
  if (isSuspended) await pausePage(app, request.id)
  return changed
}

async function pausePage(app: App, accountId: string): Promise<void> {
  const mentor = await findMentorOfAccount(app.db, accountId)
  if (mentor?.status !== 'accepted') return
  await pauseByProduct(app, mentor.id, 'Your account is suspended, so your page is not shown.')
}
