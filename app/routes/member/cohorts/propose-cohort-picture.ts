/** POST /cohorts/propose/picture — the picture of a proposal. */
import { redirect } from 'react-router'
import { removeDraftPicture, saveDraftPicture } from '#server/accounts/drafts/form-drafts'
import { appContext } from '#server/context'
import { currentSession, requireAccount } from '#server/site/guards/account-guards'
import { isUpload, receiveUpload } from '#server/platform/http/upload'
import type { Route } from './+types/propose-cohort-picture'
import { handlePicture } from '../../../views/accounts/picture-beside-form.ts'
import { PROPOSAL_PATH } from '../../../views/cohorts/proposal.ts'

const FORM = `${PROPOSAL_PATH}?change`
const PART = '#apply-picture-part'

export function loader() {
  return redirect(`${FORM}${PART}`)
}

export function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  return handlePicture({
    app,
    request,
    session: currentSession(context),
    requireAccount: () => requireAccount(context, request),
    isUpload: isUpload(request),
    path: FORM,
    part: PART,
    save: (session) => saveDraftPicture(app, 'proposal', session, () => receiveUpload(request, 'picture')),
    remove: (session) => removeDraftPicture(app, 'proposal', session),
  })
}
