/** /account/calendar — the secret address of the member's sessions, for their own calendar. */
import { data, redirect } from 'react-router'
import { appContext } from '#server/context'
import { readPosted } from '#server/platform/http/form'
import { requireAccount } from '#server/site/guards/account-guards'
import { changeFeedAddress, readFeedAddress } from '#server/bookings/calendar/feed'
import * as m from '#messages/accounts'
import { AccountFrame, AccountPart } from '../../../ui/accounts/account-frame.tsx'
import { CalendarFeed } from '../../../ui/accounts/calendar-feed.tsx'
import { Notice } from '../../../ui/controls/notice.tsx'
import type { Route } from './+types/account-calendar'

const PATH = '/account/calendar'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { accountId } = requireAccount(context, request)
  const feed = await readFeedAddress(context.get(appContext), accountId)
  if (!feed) throw data(null, 404)
  return { feed, made: new URL(request.url).searchParams.has('made') }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readPosted(request)
  const { accountId } = requireAccount(context, request)
  const version = Number(form.get('version'))
  if (!Number.isInteger(version) || version < 1) throw data(null, 400)
  await changeFeedAddress(context.get(appContext), accountId, version)
  const back = form.get('back') === '/desk/calendars' ? '/desk/calendars?made' : `${PATH}?made`
  return redirect(back, 303)
}

export default function AccountCalendar({ loaderData: { feed, made } }: Route.ComponentProps) {
  return (
    <AccountFrame
      title={m.yourCalendar()}
      note={
        made ? (
          <Notice good>
            <output>{m.newLinkCreated()}</output>
          </Notice>
        ) : null
      }
    >
      <AccountPart id="feed" title={m.subscribe()} hint={m.subscribeHint()}>
        <CalendarFeed {...feed} back={PATH} />
      </AccountPart>
    </AccountFrame>
  )
}
