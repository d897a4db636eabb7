/** Why a picture was refused, in words and as a response. */
import type { SavePictureError } from '#server/accounts/pictures/pictures'
import * as m from '#messages/accounts'

type Refusal = { status: number; picture: string; retryAfter?: string }
type Described = Omit<Refusal, 'picture'> & { picture: () => string }

export function describePictureError(error: SavePictureError): Refusal {
  if (error.code !== 'too_many') return toRefusal(REFUSALS[error.code])
  const minutes = Math.ceil(error.retryAfter / 60)
  return {
    status: 429,
    picture: m.tooManyPictures({ minutes }),
    retryAfter: String(error.retryAfter),
  }
}

/** The store is full or does not respond. */
export const refuseAway = (): Refusal => ({ status: 503, picture: m.pictureNotSaved(), retryAfter: '60' })

/** The same where a form stands beside the picture. */
export const refuseAwayBesideForm = (): Refusal => ({ ...refuseAway(), picture: m.pictureNotSavedKept() })

/** What a code in an address stands for, on the page with the form; null for another text. */
export function refusalByCode(code: string): Refusal | null {
  if (code === 'away') return refuseAwayBesideForm()
  if (code === 'too_many') {
    return { status: 429, picture: m.tooManyPicturesHour() }
  }
  return Object.hasOwn(REFUSALS, code) ? toRefusal(REFUSALS[code as keyof typeof REFUSALS]) : null
}

const toRefusal = ({ picture, ...rest }: Described): Refusal => ({ ...rest, picture: picture() })

const REFUSALS: Record<Exclude<SavePictureError['code'], 'too_many'>, Described> = {
  no_file: { status: 400, picture: m.choosePictureFirst },
  malformed: { status: 400, picture: m.uploadInterrupted },
  not_a_picture: {
    status: 422,
    picture: m.pictureUnreadable,
  },
  too_large: {
    status: 413,
    picture: m.pictureTooLarge,
  },
  too_small: { status: 422, picture: m.pictureTooSmall },
  too_demanding: {
    status: 422,
    picture: m.pictureUnprocessed,
  },
  already_uploading: {
    status: 429,
    picture: m.pictureStillUploading,
    retryAfter: '30',
  },
  busy: {
    status: 503,
    picture: m.tooManyUploads,
    retryAfter: '60',
  },
}
