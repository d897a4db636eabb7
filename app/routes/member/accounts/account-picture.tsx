/** /account/picture — uploads or removes the member's picture, or says why a file was refused. */
import { redirect } from 'react-router'
import { ok } from '#domain/result'
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { readPosted } from '#server/platform/http/form'
import { requireAccount } from '#server/site/guards/account-guards'
import { isUpload, receiveUpload } from '#server/platform/http/upload'
import { removeOwnPicture, savePicture } from '#server/accounts/details'
import * as m from '#messages/accounts'
import { AccountFrame, AccountPart } from '../../../ui/accounts/account-frame.tsx'
import { PictureForm } from '../../../ui/accounts/picture-form.tsx'
import type { Route } from './+types/account-picture'
import { handlePicturePage, refusePicture } from '../../../views/accounts/picture-page.ts'

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
    if (form.get('intent') !== 'remove') return refusePicture({ code: 'no_file' })
    await removeOwnPicture(app, session, client)
    return redirect('/account?saved=removed', 303)
  }
  return handlePicturePage(app, async () => {
    const saved = await savePicture(app, session, () => receiveUpload(request, 'picture'), client)
    return saved.ok ? ok('/account?saved=picture') : saved
  })
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function AccountPicture({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountFrame title={m.yourPicture()}>
      <AccountPart id="picture" title={m.picture()}>
        <PictureForm {...loaderData} fields={actionData ?? NOTHING_WRONG} />
      </AccountPart>
    </AccountFrame>
  )
}

const NOTHING_WRONG: Record<string, string> = {}
