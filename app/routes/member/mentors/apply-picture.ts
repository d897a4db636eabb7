/** POST /become-a-mentor/picture — the picture of an application. */
import { redirect } from 'react-router'
import { appContext } from '#server/context'
import { currentSession, requireAccount } from '#server/site/guards/account-guards'
import { isUpload, receiveUpload } from '#server/platform/http/upload'
import { removeDraftPicture, saveDraftPicture } from '#server/accounts/drafts/form-drafts'
import type { Route } from './+types/apply-picture'
import { handlePicture } from '../../../views/accounts/picture-beside-form.ts'
import { APPLICATION_PATH } from '../../../views/mentors/application.ts'

const PART = '#apply-step-picture'

export function loader() {
  return redirect(`${APPLICATION_PATH}${PART}`)
}

export function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  return handlePicture({
    app,
    request,
    session: currentSession(context),
    requireAccount: () => requireAccount(context, request),
    isUpload: isUpload(request),
    path: APPLICATION_PATH,
    part: PART,
    save: (session) => saveDraftPicture(app, 'application', session, () => receiveUpload(request, 'picture')),
    remove: (session) => removeDraftPicture(app, 'application', session),
  })
}
