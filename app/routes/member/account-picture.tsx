/** /account/picture — uploading one's picture, or removing it. Without a picture to save it says what was wrong with it. */
import { data, redirect } from 'react-router'
import { callerOfPage } from '#server/browser'
import { appContext } from '#server/context'
import { readPosted } from '#server/forms/form'
import { requireAccount } from '#server/guards'
import { removeOwnPicture, savePicture, type SavePictureError } from '#server/workflows/account-details'
import { AccountFrame, AccountPart } from '../../ui/account-pages/account-frame.tsx'
import { PictureForm } from '../../ui/account-pages/picture-form.tsx'
import type { Route } from './+types/account-picture'

export function loader({ context, request }: Route.LoaderArgs) {
  const { name, picture } = requireAccount(context, request)
  return { name, picture }
}

export async function action({ context, request }: Route.ActionArgs) {
  const viewer = requireAccount(context, request)
  const app = context.get(appContext)
  const { caller } = callerOfPage(context, request)
  const form = await readPosted(request)
  if (form.get('intent') === 'remove') {
    await removeOwnPicture(app, viewer, caller)
    return redirect('/account?saved=removed', 303)
  }
  const file = form.get('picture')
  if (!(file instanceof File) || file.size === 0) return data({ picture: 'Choose a picture first' }, 400)
  const saved = await savePicture(app, viewer, new Uint8Array(await file.arrayBuffer()), caller)
  if (saved.ok) return redirect('/account?saved=picture', 303)
  const { error } = saved
  if (error.code !== 'too_many') return data({ picture: WORDS[error.code] }, error.code === 'too_large' ? 413 : 422)
  const minutes = Math.ceil(error.retryAfter / 60)
  const picture = `So many pictures came from this account that the next must wait ${minutes} minutes`
  return data({ picture }, { status: 429, headers: { 'Retry-After': String(error.retryAfter) } })
}

const WORDS: Record<Exclude<SavePictureError['code'], 'too_many'>, string> = {
  not_a_picture: 'This file is no picture that we can read. Choose a JPEG, PNG, WebP or AVIF',
  too_large: 'This picture is too large. Choose one of at most 10 MB and 50 million pixels',
  too_small: 'This picture is too small. Choose one of at least 96 pixels wide and high',
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
