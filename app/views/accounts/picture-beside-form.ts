/**
 * Takes the picture of a long form, which is sent by itself. Responds in JSON to the form's script; without scripts it leads
 * back to the form, whose draft it changed. Server side.
 */
import { redirect } from 'react-router'
import type { Session } from '#domain/accounts/account'
import type { Result } from '#domain/result'
import type { SavePictureError } from '#server/accounts/pictures/pictures'
import type { App } from '#server/context'
import { readPosted } from '#server/platform/http/form'
import * as m from '#messages/accounts'
import { describePictureError, refuseAwayBesideForm } from './picture-refusals.ts'

type PictureForm = {
  app: App
  request: Request
  /** Null without a session; `requireAccount` then responds. */
  session: Session | null
  requireAccount: () => Session
  isUpload: boolean
  /** The form's page, and the part of it that has the picture: "#apply-step-picture". */
  path: string
  part: string
  save: (session: Session) => Promise<Result<string, SavePictureError>>
  remove: (session: Session) => Promise<void>
}

export async function handlePicture(posted: PictureForm): Promise<Response> {
  const { app, request, isUpload, path, part } = posted
  const byScript = request.headers.get('accept') === 'application/json'
  if (byScript && !posted.session) return Response.json({ picture: m.signInFirst() }, { status: 401 })
  const session = posted.requireAccount()
  if (!isUpload) {
    const form = await readPosted(request)
    if (form.get('intent') !== 'remove') return respond('no_file', describePictureError({ code: 'no_file' }))
    await posted.remove(session)
    return byScript ? Response.json({ key: null }) : redirect(`${path}${part}`, 303)
  }
  try {
    const saved = await posted.save(session)
    if (!saved.ok) return respond(saved.error.code, describePictureError(saved.error))
    return byScript ? Response.json({ key: saved.value }) : redirect(`${path}${part}`, 303)
  } catch (error) {
    app.log.error('a picture could not be stored', { error })
    return respond('away', refuseAwayBesideForm())
  }

  function respond(code: string, { status, picture, retryAfter }: ReturnType<typeof describePictureError>) {
    const headers: HeadersInit = retryAfter ? { 'Retry-After': retryAfter } : {}
    if (byScript) return Response.json({ picture }, { status, headers })
    // The page explains what the sender can fix. Other errors come from a broken connection or a foreign client.
    if (isUpload && code !== 'malformed' && code !== 'already_uploading')
      return redirect(`${path}${path.includes('?') ? '&' : '?'}picture=${code}${part}`, 303)
    return new Response(picture, { status, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } })
  }
}
