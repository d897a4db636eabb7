/** Takes a picture that is uploaded on a page of its own, which says why a file was refused. Server side. */
import { data, redirect } from 'react-router'
import type { Result } from '#domain/result'
import type { SavePictureError } from '#server/accounts/pictures/pictures'
import type { App } from '#server/context'
import { describePictureError, refuseAway } from './picture-refusals.ts'

/** `save`: stores the upload and returns the path of the page that shows it. */
export async function handlePicturePage(app: App, save: () => Promise<Result<string, SavePictureError>>) {
  try {
    const saved = await save()
    return saved.ok ? redirect(saved.value, 303) : refusePicture(saved.error)
  } catch (error) {
    app.log.error('a picture could not be stored', { error })
    return respond(refuseAway())
  }
}

export const refusePicture = (error: SavePictureError) => respond(describePictureError(error))

function respond({ status, picture, retryAfter }: ReturnType<typeof describePictureError>) {
  return data({ picture }, { status, headers: retryAfter ? { 'Retry-After': retryAfter } : {} })
}
