/** /profile/picture — the picture of one's mentor profile. We review a public mentor's new picture before it is shown. */
import { ok } from '#domain/result'
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { requireAccount } from '#server/site/guards/account-guards'
import { isUpload, receiveUpload } from '#server/platform/http/upload'
import { saveProfilePicture } from '#server/mentors/record/profile-picture'
import * as m from '#messages/mentors'
import { AccountPart } from '../../ui/accounts/account-frame.tsx'
import { PictureForm } from '../../ui/accounts/picture-form.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { handlePicturePage, refusePicture } from '../../views/accounts/picture-page.ts'
import { readOwnProfile } from '../../views/mentors/own-profile.ts'
import type { Route } from './+types/profile-picture'

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAccount(context, request)
  const { picture } = await readOwnProfile(context.get(appContext), session)
  return { name: session.name, picture }
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireAccount(context, request)
  const app = context.get(appContext)
  const { client } = clientOfPage(context, request)
  if (!isUpload(request)) return refusePicture({ code: 'no_file' })
  return handlePicturePage(app, async () => {
    const saved = await saveProfilePicture(app, { session, client }, () => receiveUpload(request, 'picture'))
    return saved.ok ? ok(`/profile?saved=picture-${saved.value}`) : saved
  })
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function ProfilePicture({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="page-body">
      <PageHead title={m.yourPicture()} />
      <h1 className="page-title">{m.yourPicture()}</h1>
      <div className="mt-8">
        <AccountPart id="picture" title={m.picture()} hint={m.pictureHint()}>
          <PictureForm
            {...loaderData}
            action="/profile/picture"
            removable={false}
            fields={actionData ?? NOTHING_WRONG}
          />
        </AccountPart>
      </div>
    </div>
  )
}

const NOTHING_WRONG: Record<string, string> = {}
