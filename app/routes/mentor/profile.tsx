/** /profile — the mentor profile of a signed-in person. Before an application, saving it makes the application's draft. */
import { data, redirect } from 'react-router'
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { discardDraft, readDraft } from '#server/accounts/drafts/drafts'
import { readPosted, typedIn } from '#server/platform/http/form'
import { requireAccount } from '#server/site/guards/account-guards'
import { readProfileForm } from '#server/mentors/application/form'
import { typedBounds } from '#server/mentors/price-bounds'
import { chooseTextsLanguage } from '#server/mentors/record/texts-language'
import { saveProfile, type SavedProfile, type SaveProfileError } from '#server/mentors/record/save-profile'
import * as m from '#messages/mentors'
import { AccountPart } from '../../ui/accounts/account-frame.tsx'
import { PictureForm } from '../../ui/accounts/picture-form.tsx'
import { Alert } from '../../ui/controls/alert.tsx'
import { Notice } from '../../ui/controls/notice.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { DeskFrame } from '../../ui/mentors/desk/desk-frame.tsx'
import deskStyles from '../../ui/mentors/desk/desk.css?url'
import { ProfileForm } from '../../ui/mentors/profile-form.tsx'
import { ProfileState } from '../../ui/mentors/profile-state.tsx'
import { requireAccountOrSaveDraft } from '../../views/accounts/draft-guard.ts'
import { readDeskHead } from '../../views/mentors/desk/desk.ts'
import { readOwnProfile } from '../../views/mentors/own-profile.ts'
import type { Route } from './+types/profile'
import { rich } from '../../ui/rich.tsx'

const PATH = '/profile'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: deskStyles }]

/** What is said beside the specification's words after the profile was saved, by `?saved=`. */
const DONE = {
  draft: m.savedDraft,
  pending: m.savedPending,
  live: m.savedLive,
  review: m.savedReview,
  'picture-draft': m.pictureInDraft,
  'picture-review': m.pictureInReview,
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAccount(context, request)
  const app = context.get(appContext)
  const draft = await readDraft(app, clientOfPage(context, request).client.browser, PATH)
  const saved = new URL(request.url).searchParams.get('saved')
  const profile = await readOwnProfile(app, session)
  return {
    ...profile,
    head: session.mentorId ? await readDeskHead(app, session.mentorId) : null,
    typed: draft ?? profile.typed,
    draft: draft !== null,
    done: saved && Object.hasOwn(DONE, saved) ? DONE[saved as keyof typeof DONE]() : null,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readPosted(request)
  const session = await requireAccountOrSaveDraft(context, request, PATH, form)
  const app = context.get(appContext)
  const { client } = clientOfPage(context, request)
  const typed = typedIn(form)
  const read = readProfileForm(typed, typedBounds(app, typed))
  if (!read.ok) return data({ typed, fields: read.error, reason: REASONS.invalid() }, 400)
  const saved = await saveProfile(app, { session, client }, read.value)
  if (!saved.ok) return data({ typed, fields: NOTHING_WRONG, reason: REASONS[saved.error.code]() }, 409)
  await chooseTextsLanguage(app, session.accountId, typed['textsLanguage'] ?? '')
  await discardDraft(app, client.browser, PATH)
  return redirect(`${PATH}?saved=${savedAs(saved.value)}`, 303)
}

const savedAs = (saved: SavedProfile): keyof typeof DONE =>
  saved.into === 'live' && saved.waiting.length > 0 ? 'review' : saved.into

const REASONS: Record<SaveProfileError['code'] | 'invalid', () => string> = {
  invalid: m.checkFields,
  suspended: m.profileSuspended,
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { head, record, draft, done } = loaderData
  const typed = actionData?.typed ?? loaderData.typed
  const page = (
    <>
      <div className="mt-6 grid max-w-3xl gap-4 empty:hidden">
        {actionData ? (
          <Alert>
            <p>
              <strong className="font-semibold">{m.profileError()}</strong> {actionData.reason}
            </p>
          </Alert>
        ) : draft ? (
          <Notice>
            <p>{rich(m.profileKept({ strong: (text) => <strong className="font-semibold">{text}</strong> }))}</p>
          </Notice>
        ) : done ? (
          <Notice good>
            <output>
              <strong className="font-semibold">{m.profileSaved()}</strong> {done}
            </output>
          </Notice>
        ) : null}
        <ProfileState record={record} />
      </div>
      <div className="mt-8">
        {record.status !== 'suspended' && (
          <AccountPart id="profile-picture" title={m.picture()} hint={m.pictureHint()}>
            <PictureForm
              name={typed['fullName'] || '?'}
              picture={loaderData.picture}
              action="/profile/picture"
              removable={false}
              fields={NOTHING_WRONG}
            />
          </AccountPart>
        )}
        <ProfileForm
          key={JSON.stringify(typed)}
          typed={typed}
          fields={actionData?.fields ?? NOTHING_WRONG}
          volunteer={loaderData.volunteer}
          textsLanguages={loaderData.textsLanguages}
          translations={loaderData.translations}
          currencies={loaderData.currencies}
          closed={record.status === 'suspended' ? m.profileSuspended() : null}
        />
      </div>
    </>
  )
  if (head) {
    return (
      <DeskFrame title={m.mentorProfile()} line={m.profileLine()} head={head}>
        {page}
      </DeskFrame>
    )
  }
  return (
    <div className="page-body">
      <PageHead title={m.mentorProfile()} />
      <h1 className="page-title">{m.mentorProfile()}</h1>
      {page}
    </div>
  )
}

const NOTHING_WRONG: Record<string, string> = {}
