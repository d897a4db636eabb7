/** /desk/pause — a mentor pauses their page, or resumes it. Only the button changes anything: email scanners open links. */
import { data, Form, redirect, useNavigation } from 'react-router'
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { readPosted } from '#server/platform/http/form'
import { requireMentor } from '#server/site/guards/account-guards'
import { countComing } from '#server/bookings/cancellation/mentor-cancellation-queries'
import { findRecord } from '#server/mentors/record/content-queries'
import { changeOwnStatus } from '#server/bookings/cancellation/mentor-states'
import * as m from '#messages/mentors'
import { describeStored } from '#words/product-texts'
import { Alert } from '../../ui/controls/alert.tsx'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { DeskFrame } from '../../ui/mentors/desk/desk-frame.tsx'
import deskStyles from '../../ui/mentors/desk/desk.css?url'
import { readDeskHead } from '../../views/mentors/desk/desk.ts'
import type { Route } from './+types/desk-pause'

const PATH = '/desk/pause'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: deskStyles }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { mentorId } = requireMentor(context, request)
  const app = context.get(appContext)
  const record = await findRecord(app.db, { id: mentorId })
  if (!record) throw data(null, 404)
  return {
    head: await readDeskHead(app, mentorId),
    paused: record.status === 'paused',
    by: record.pausedBy,
    reason: describeStored(record.statusReason),
    coming: await countComing(app.db, mentorId, app.now()),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireMentor(context, request)
  const form = await readPosted(request)
  const intent = form.get('intent')
  if (intent !== 'pause' && intent !== 'resume' && intent !== 'leave') throw data(null, 400)
  if (intent === 'leave' && form.get('sure') !== 'on') return data({ problem: m.tickLeaving() }, 400)
  const { client } = clientOfPage(context, request)
  const event = intent === 'leave' ? 'withdraw' : intent
  const changed = await changeOwnStatus(context.get(appContext), { session, client }, event)
  if (!changed.ok) return data({ problem: m.changedElsewhere() }, 409)
  return redirect(intent === 'leave' ? '/become-a-mentor' : PATH, 303)
}

export default function DeskPause({ loaderData, actionData }: Route.ComponentProps) {
  const { head, paused, by, reason, coming } = loaderData
  const busy = useNavigation().state !== 'idle'
  return (
    <DeskFrame
      title={paused ? m.pageIsPaused() : m.pauseBookings()}
      line={paused ? m.pausedLine() : m.pauseLine()}
      head={head}
    >
      <div className="grid max-w-2xl gap-8 text-base">
        {actionData && (
          <Alert>
            <p className="font-semibold">{actionData.problem}</p>
          </Alert>
        )}
        <section aria-labelledby="pause" className="grid gap-4">
          <h2 id="pause">{paused ? m.resume() : m.pause()}</h2>
          {paused && by !== 'mentor' && reason && <p className="wrap-anywhere">{reason}</p>}
          <p>{paused ? m.resumeEffect() : m.pauseEffect()}</p>
          <p className="text-ink-2">{m.upcomingSessions({ count: coming })}</p>
          <Form method="post" action={PATH} className="button-row">
            <Button type="submit" name="intent" value={paused ? 'resume' : 'pause'} disabled={busy}>
              {paused ? m.resumeBookings() : m.pauseBookings()}
            </Button>
            {paused && (
              <ButtonLink to="/desk/hours" variant="secondary">
                {m.checkHours()}
              </ButtonLink>
            )}
          </Form>
        </section>
        <section aria-labelledby="leave" className="grid gap-4 border-t border-hair pt-8">
          <h2 id="leave">{m.leaveForGood()}</h2>
          <p>{m.leavingEffect({ count: coming })}</p>
          <Form method="post" action={PATH} className="grid justify-items-start gap-3">
            <label className="flex min-h-11 cursor-pointer items-center gap-3">
              <input type="checkbox" name="sure" className="checkbox size-5 shrink-0 cursor-pointer" />
              <span>{m.leavingConsent({ hasBookings: coming > 0 })}</span>
            </label>
            <Button type="submit" name="intent" value="leave" variant="secondary" disabled={busy}>
              {m.leaveForGood()}
            </Button>
          </Form>
        </section>
      </div>
    </DeskFrame>
  )
}
