/** POST /cohorts/propose/draft — saves the proposal form as one types. JSON both ways; without scripts `propose-cohort.tsx` does it. */
import { redirect } from 'react-router'
import { discardDraft } from '#server/accounts/drafts/drafts'
import { saveFormDraft } from '#server/accounts/drafts/form-drafts'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { currentSession } from '#server/site/guards/account-guards'
import type { Route } from './+types/propose-cohort-draft'
import { handleDraft } from '../../../views/accounts/draft-as-json.ts'
import { PROPOSAL_PATH } from '../../../views/cohorts/proposal.ts'

export function loader() {
  return redirect(PROPOSAL_PATH)
}

export function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  return handleDraft(request, currentSession(context), async ({ accountId }, typed, version) => {
    const { of: _of, ...fields } = typed
    const saved = await saveFormDraft(app, 'proposal', { accountId, typed: fields, version })
    if (saved.ok) await discardDraft(app, clientOfPage(context, request).client.browser, PROPOSAL_PATH)
    return saved
  })
}
