/** What an admin changes of an account, and what follows for its mentor. */
import { storedText } from '#domain/product-text'
import type { Result } from '#domain/result'
import type { Actor } from '#server/accounts/audit'
import { changePerson, type PersonError, type PersonRequest } from '#server/accounts/people'
import { findMentorOfAccount } from '#server/accounts/sign-in/sessions-queries'
import type { App } from '#server/context'
import { pauseByProduct } from '#server/mentors/record/states'

/** Like `changePerson`. Suspending an account also pauses its mentor's page, since they could keep no new session. */
export async function changePersonAndPage(
  app: App,
  actor: Actor,
  request: PersonRequest,
): Promise<Result<null, PersonError>> {
  const changed = await changePerson(app, actor, request)
  // An account that was suspended before may still have its page: the process can end between the two.
  const isSuspended = request.act === 'suspend' && (changed.ok || changed.error.code === 'not_now')
  if (isSuspended) await pausePage(app, request.id)
  return changed
}

async function pausePage(app: App, accountId: string): Promise<void> {
  const mentor = await findMentorOfAccount(app.db, accountId)
  if (mentor?.status !== 'accepted') return
  await pauseByProduct(app, mentor.id, storedText('account_suspended'))
}
