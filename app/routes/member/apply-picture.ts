/**
 * POST /become-a-mentor/picture — the picture of an application. Responds in JSON to the form's script; without scripts it
 * leads back to the form, whose draft it changed.
 */
import { redirect } from 'react-router'
import { appContext } from '#server/context'
import { readPosted } from '#server/http/form'
import { currentSession, requireAccount } from '#server/http/guards'
import { isUpload, receiveUpload } from '#server/http/upload'
import { removeDraftPicture, saveDraftPicture } from '#server/mentors/application/draft-picture'
import type { Route } from './+types/apply-picture'
import { AWAY_BESIDE_FORM, refusalOf } from '../../views/accounts/picture-refusals.ts'
import { APPLICATION_PATH } from '../../views/mentors/application.ts'

const STEP = '#apply-step-picture'
export function loader() {
  return redirect(`${APPLICATION_PATH}${STEP}`)
}

export async function action({ context, request }: Route.ActionArgs) {
  const byScript = request.headers.get('accept') === 'application/json'
  if (byScript && !currentSession(context)) return Response.json({ picture: 'Sign in first' }, { status: 401 })
  const session = requireAccount(context, request)
  const app = context.get(appContext)
  if (!isUpload(request)) {
    const form = await readPosted(request)
    if (form.get('intent') !== 'remove') return respond('no_file', refusalOf({ code: 'no_file' }))
    await removeDraftPicture(app, session)
    return byScript ? Response.json({ key: null }) : redirect(`${APPLICATION_PATH}${STEP}`, 303)
  }
  try {
    const saved = await saveDraftPicture(app, session, () => receiveUpload(request, 'picture'))
    if (!saved.ok) return respond(saved.error.code, refusalOf(saved.error))
    return byScript ? Response.json({ key: saved.value }) : redirect(`${APPLICATION_PATH}${STEP}`, 303)
  } catch (error) {
    app.log.error('a picture could not be stored', { error })
    return respond('away', AWAY_BESIDE_FORM)
  }

  function respond(code: string, { status, picture, retryAfter }: ReturnType<typeof refusalOf>) {
    const headers: HeadersInit = retryAfter ? { 'Retry-After': retryAfter } : {}
    if (byScript) return Response.json({ picture }, { status, headers })
    // The page tells what its sender can mend. The rest comes from a broken connection or from no page of ours.
    if (isUpload(request) && code !== 'malformed' && code !== 'already_uploading')
      return redirect(`${APPLICATION_PATH}?picture=${code}${STEP}`, 303)
    return new Response(picture, { status, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } })
  }
}
