/** /desk — a mentor's bookings to come, a week of their hours, and where they meet people. */
import { data, redirect } from 'react-router'
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { readPosted } from '#server/platform/http/form'
import { requireMentor } from '#server/site/guards/account-guards'
import { saveMeetingLink } from '#server/mentors/meeting-link'
import * as m from '#messages/mentors'
import { Notice } from '../../ui/controls/notice.tsx'
import { DeskFrame } from '../../ui/mentors/desk/desk-frame.tsx'
import deskStyles from '../../ui/mentors/desk/desk.css?url'
import { MeetingLink } from '../../ui/mentors/desk/meeting-link.tsx'
import { NextBookings } from '../../ui/mentors/desk/next-bookings.tsx'
import { WeekGrid } from '../../ui/mentors/desk/week-grid.tsx'
import { readDeskPage } from '../../views/mentors/desk/week.ts'
import type { Route } from './+types/desk'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: deskStyles }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { mentorId } = requireMentor(context, request)
  const saved = new URL(request.url).searchParams.has('saved')
  return { ...(await readDeskPage(context.get(appContext), request, mentorId)), saved }
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireMentor(context, request)
  const given = (await readPosted(request)).get('meetingUrl')
  if (typeof given !== 'string') throw data(null, 400)
  const { client } = clientOfPage(context, request)
  const link = { mentorId: session.mentorId, typed: given.trim() }
  const result = await saveMeetingLink(context.get(appContext), link, { session, client })
  if (result.ok) return redirect('/desk?saved', 303)
  return data({ typed: given, error: m.meetingLinkWrong() }, 400)
}

export default function Desk({ loaderData, actionData }: Route.ComponentProps) {
  const { head, line, next, coming, waiting, week, meetingUrl, saved } = loaderData
  return (
    <DeskFrame title={m.yourDesk()} line={line} head={head}>
      {saved && !actionData && (
        <div className="mb-5 max-w-3xl">
          <Notice good>
            <output>{meetingUrl ? m.meetingLinkSaved() : m.meetingLinkRemoved()}</output>
          </Notice>
        </div>
      )}
      <div className="desk-columns">
        <NextBookings bookings={next} count={coming} waiting={waiting} />
        <WeekGrid week={week} />
        <MeetingLink saved={meetingUrl ?? ''} refused={actionData} />
      </div>
    </DeskFrame>
  )
}
