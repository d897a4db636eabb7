/** POST /become-a-mentor/draft — saves the application form as one types. JSON both ways; without scripts `apply.tsx` does it. */
import { redirect } from 'react-router'
import { besideApplication, withoutBeside } from '#domain/mentors/typed-application'
import { err } from '#domain/result'
import { discardDraft } from '#server/accounts/drafts/drafts'
import { saveFormDraft } from '#server/accounts/drafts/form-drafts'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { currentSession } from '#server/site/guards/account-guards'
import type { Route } from './+types/apply-draft'
import { handleDraft } from '../../../views/accounts/draft-as-json.ts'
import { APPLICATION_PATH } from '../../../views/mentors/application.ts'

export function loader() {
  return redirect(APPLICATION_PATH)
}

export function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  return handleDraft(request, currentSession(context), async ({ accountId }, typed, version) => {
    const saved = await saveFormDraft(app, 'application', { accountId, typed, version }, besideApplication)
    if (!saved.ok) return err({ ...saved.error, fields: withoutBeside(saved.error.fields) })
    await discardDraft(app, clientOfPage(context, request).client.browser, APPLICATION_PATH)
    return saved
  })
}
