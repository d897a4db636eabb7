/** /account/picture — uploads or removes the member's picture, or says why a file was refused. */
import { data, redirect } from 'react-router'
import { clientOfPage } from '#server/http/client'
import { appContext } from '#server/context'
import { readPosted } from '#server/http/form'
import { requireAccount } from '#server/http/guards'
import { isUpload, receiveUpload } from '#server/http/upload'
import { removeOwnPicture, savePicture, type SavePictureError } from '#server/accounts/details'
import { AccountFrame, AccountPart } from '../../ui/accounts/account-frame.tsx'
import { PictureForm } from '../../ui/accounts/picture-form.tsx'
import type { Route } from './+types/account-picture'

export function loader({ context, request }: Route.LoaderArgs) {
  const { name, picture } = requireAccount(context, request)
  return { name, picture }
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireAccount(context, request)
  const app = context.get(appContext)
  const { client } = clientOfPage(context, request)
  if (!isUpload(request)) {
    const form = await readPosted(request)
    if (form.get('intent') !== 'remove') return refuse({ code: 'no_file' })
    await removeOwnPicture(app, session, client)
    return redirect('/account?saved=removed', 303)
  }
  const saved = await savePicture(app, session, () => receiveUpload(request, 'picture'), client)
  return saved.ok ? redirect('/account?saved=picture', 303) : refuse(saved.error)
}

function refuse(error: SavePictureError) {
  if (error.code === 'too_many') {
    const minutes = Math.ceil(error.retryAfter / 60)
    const picture = `So many pictures came from this account that the next must wait ${minutes} minutes`
    return data({ picture }, { status: 429, headers: { 'Retry-After': String(error.retryAfter) } })
  }
  const { status, picture, retryAfter } = REFUSALS[error.code]
  return data({ picture }, { status, headers: retryAfter ? { 'Retry-After': retryAfter } : {} })
}

const REFUSALS: Record<
  Exclude<SavePictureError['code'], 'too_many'>,
  { status: number; picture: string; retryAfter?: string }
> = {
  no_file: { status: 400, picture: 'Choose a picture first' },
  malformed: { status: 400, picture: 'The upload broke off. Try again' },
  not_a_picture: {
    status: 422,
    picture: 'This file is no picture that we can read. Choose a JPEG, PNG, WebP or AVIF',
  },
  too_large: {
    status: 413,
    picture:
      'This picture is too large. Choose one of at most 10 MB and 16 million pixels, an AVIF of at most 4 million',
  },
  too_small: { status: 422, picture: 'This picture is too small. Choose one of at least 96 pixels wide and high' },
  too_demanding: {
    status: 422,
    picture: 'This picture takes too much memory or time to open. Save it again as a JPEG and choose that one',
  },
  already_uploading: {
    status: 429,
    picture: 'Another picture of yours is being uploaded. Wait for it',
    retryAfter: '30',
  },
  busy: {
    status: 503,
    picture: 'Many pictures are being uploaded at this moment. Try again in a minute',
    retryAfter: '60',
  },
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function AccountPicture({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountFrame title="Your picture">
      <AccountPart id="picture" title="Picture">
        <PictureForm {...loaderData} fields={actionData ?? NOTHING_WRONG} />
      </AccountPart>
    </AccountFrame>
  )
}

const NOTHING_WRONG: Record<string, string> = {}
