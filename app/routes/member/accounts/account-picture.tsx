/** /account/picture — uploads or removes the member's picture, or says why a file was refused. */
import { data, redirect } from 'react-router'
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { readPosted } from '#server/platform/http/form'
import { requireAccount } from '#server/site/guards/account-guards'
import { isUpload, receiveUpload } from '#server/platform/http/upload'
import { removeOwnPicture, savePicture } from '#server/accounts/details'
import { AccountFrame, AccountPart } from '../../../ui/accounts/account-frame.tsx'
import { PictureForm } from '../../../ui/accounts/picture-form.tsx'
import type { Route } from './+types/account-picture'
import { AWAY, describePictureError } from '../../../views/accounts/picture-refusals.ts'

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
    if (form.get('intent') !== 'remove') return refuse(describePictureError({ code: 'no_file' }))
    await removeOwnPicture(app, session, client)
    return redirect('/account?saved=removed', 303)
  }
  try {
    const saved = await savePicture(app, session, () => receiveUpload(request, 'picture'), client)
    return saved.ok ? redirect('/account?saved=picture', 303) : refuse(describePictureError(saved.error))
  } catch (error) {
    app.log.error('a picture could not be stored', { error })
    return refuse(AWAY)
  }
}

function refuse({ status, picture, retryAfter }: ReturnType<typeof describePictureError>) {
  return data({ picture }, { status, headers: retryAfter ? { 'Retry-After': retryAfter } : {} })
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
