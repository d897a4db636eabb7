/** /desk/calendars — a mentor's other calendars, whose busy times hide hours. */
import { data, redirect, useNavigation } from 'react-router'
import { MAX_CALENDARS } from '#domain/mentors/busy-calendar'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted } from '#server/platform/http/form'
import { requireMentor } from '#server/site/guards/account-guards'
import { readFeedAddress } from '#server/bookings/calendar/feed'
import * as m from '#messages/mentors'
import { CalendarFeed } from '../../ui/accounts/calendar-feed.tsx'
import { BusyCalendars } from '../../ui/mentors/desk/busy-calendars.tsx'
import { DeskFrame } from '../../ui/mentors/desk/desk-frame.tsx'
import deskStyles from '../../ui/mentors/desk/desk.css?url'
import { handleCalendarsForm, formatOutcome, readCalendars } from '../../views/mentors/desk-calendars.ts'
import { readDeskHead } from '../../views/mentors/desk/desk.ts'
import type { Route } from './+types/desk-calendars'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: deskStyles }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { mentorId, accountId } = requireMentor(context, request)
  const app = context.get(appContext)
  return {
    head: await readDeskHead(app, mentorId),
    calendars: await readCalendars(app, mentorId),
    feed: await readFeedAddress(app, accountId),
    done: formatOutcome(new URL(request.url).searchParams),
  }
}

/** A form that is posted after the session has ended is not kept: it holds a secret address. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await readPosted(request)
  const session = requireMentor(context, request)
  const { client } = clientOfPage(context, request)
  const owner = { mentorId: session.mentorId, session, client }
  const outcome = await handleCalendarsForm(context.get(appContext), owner, form)
  if (!outcome) throw data(null, 400)
  if ('done' in outcome) return redirect(`/desk/calendars?${outcome.done}`, 303)
  const { result, status, retryAfter } = outcome
  return data(result, { status, headers: retryAfter ? { 'Retry-After': String(retryAfter) } : {} })
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function DeskCalendars({ loaderData, actionData }: Route.ComponentProps) {
  const { head, calendars, feed, done } = loaderData
  const busy = useNavigation().state === 'submitting'
  return (
    <DeskFrame title={m.yourCalendars()} line={m.deskTimesIn({ place: head.place })} head={head}>
      <BusyCalendars
        calendars={calendars}
        most={MAX_CALENDARS}
        result={actionData}
        done={actionData ? null : done}
        busy={busy}
      />
      {feed && (
        <section className="mt-8 desk-part max-w-3xl" aria-labelledby="feed">
          <div className="desk-part-head">
            <h2 id="feed">{m.ownCalendarFeed()}</h2>
          </div>
          <div className="py-4">
            <CalendarFeed {...feed} back="/desk/calendars" />
          </div>
        </section>
      )}
    </DeskFrame>
  )
}
