/** Why a picture was refused, in words and as a response. */
import type { SavePictureError } from '#server/accounts/pictures/pictures'

type Refusal = { status: number; picture: string; retryAfter?: string }

export function describePictureError(error: SavePictureError): Refusal {
  if (error.code !== 'too_many') return REFUSALS[error.code]
  const minutes = Math.ceil(error.retryAfter / 60)
  return {
    status: 429,
    picture: `Too many pictures from this account. Try again in ${minutes} minutes`,
    retryAfter: String(error.retryAfter),
  }
}

/** The store is full or does not respond. */
export const AWAY: Refusal = {
  status: 503,
  picture: 'Something went wrong. We couldn’t save the picture. Try again later',
  retryAfter: '60',
}

/** The same where a form stands beside the picture. */
export const AWAY_BESIDE_FORM: Refusal = {
  ...AWAY,
  picture: 'Something went wrong. We couldn’t save the picture. We kept what you typed. Try again later',
}

/** What a code in an address stands for, on the page with the form; null for another text. */
export function refusalByCode(code: string): Refusal | null {
  if (code === 'away') return AWAY_BESIDE_FORM
  if (code === 'too_many') {
    return { status: 429, picture: 'Too many pictures from this account. Try again in an hour' }
  }
  return Object.hasOwn(REFUSALS, code) ? REFUSALS[code as keyof typeof REFUSALS] : null
}

const REFUSALS: Record<Exclude<SavePictureError['code'], 'too_many'>, Refusal> = {
  no_file: { status: 400, picture: 'Choose a picture first' },
  malformed: { status: 400, picture: 'The upload was interrupted. Try again' },
  not_a_picture: {
    status: 422,
    picture: 'We can’t read this file. Choose a JPEG, PNG, WebP or AVIF picture',
  },
  too_large: {
    status: 413,
    picture:
      'This picture is too large. Choose one of at most 10 MB and 16 million pixels, an AVIF of at most 4 million',
  },
  too_small: { status: 422, picture: 'This picture is too small. Choose one of at least 96 × 96 pixels' },
  too_demanding: {
    status: 422,
    picture: 'We couldn’t process this picture. Save it as a JPEG and try again',
  },
  already_uploading: {
    status: 429,
    picture: 'Another picture is still uploading. Wait until it’s done',
    retryAfter: '30',
  },
  busy: {
    status: 503,
    picture: 'Too many uploads right now. Try again in a minute',
    retryAfter: '60',
  },
}
