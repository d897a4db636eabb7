/**
 * /become-a-mentor, the specification's /BeOurMentor — what mentors do, how applying works, and how one's own application
 * stands.
 */
import { useEffect } from 'react'
import { data, Link, redirect } from 'react-router'
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { readPosted } from '#server/platform/http/form'
import { currentSession, requireAccount } from '#server/site/guards/account-guards'
import { changeOwnStatus } from '#server/bookings/cancellation/mentor-states'
import { Alert } from '../../../ui/controls/alert.tsx'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { Part, ProsePage } from '../../../ui/layout/prose.tsx'
import { ApplicationLink } from '../../../ui/mentors/application/application-link.tsx'
import { ApplicationStatus } from '../../../ui/mentors/application/application-status.tsx'
import { keep } from '../../../ui/forms/kept-draft.ts'
import type { Route } from './+types/become-a-mentor'
import { ownZone } from '../../../views/accounts/own-zone.ts'
import { readOwnApplication } from '../../../views/mentors/own-application.ts'

const NOTHING = { application: null, hasDraft: false, account: null, sent: false }

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = currentSession(context)
  if (!session) return NOTHING
  const own = await readOwnApplication(context.get(appContext), session, ownZone(request, session))
  const sent = new URL(request.url).searchParams.has('sent') && own.application?.status === 'pending'
  return { ...own, account: session.accountId, sent }
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireAccount(context, request)
  const form = await readPosted(request)
  if (form.get('intent') !== 'withdraw') throw data(null, 400)
  const { client } = clientOfPage(context, request)
  const changed = await changeOwnStatus(context.get(appContext), { session, client }, 'withdraw')
  return changed.ok ? redirect('/become-a-mentor', 303) : data({ failed: true }, 409)
}

export default function BecomeAMentor({ loaderData, actionData }: Route.ComponentProps) {
  const { application, hasDraft, account, sent } = loaderData

  // Sent: nothing of it needs to be kept in this browser.
  useEffect(() => {
    if (sent) keep('application', account, null)
  }, [sent, account])

  return (
    <ProsePage title="Be Our Mentor" lead="You’ve made the move. Share what you learned, and get paid for it.">
      <PageHead
        title="Be Our Mentor"
        description="What mentors do, what you decide yourself, and how applying works."
        path="/become-a-mentor"
      />
      <div className="max-w-3xl">
        {sent && (
          <div className="mt-8">
            <output className="block rounded-mark bg-green px-4 py-3">
              Mentor data with image uploaded successfully!
            </output>
          </div>
        )}
        {actionData && (
          <div className="mt-8">
            <Alert>
              <p>Something went wrong. It wasn’t withdrawn because it had changed. This is the current state.</p>
            </Alert>
          </div>
        )}
        {application ? (
          <ApplicationStatus application={application} hasDraft={hasDraft} />
        ) : (
          <Intro hasDraft={hasDraft} />
        )}
        {account && (
          <Part title="Lead a cohort">
            <p className="running-text">
              A small group that makes the same move at the same time, with a schedule and tasks.{' '}
              <Link to="/cohorts/propose" className="link">
                Propose a cohort
              </Link>
            </p>
          </Part>
        )}
      </div>
    </ProsePage>
  )
}

function Intro({ hasDraft }: { hasDraft: boolean }) {
  return (
    <>
      <div className="mt-8 button-row">
        <ApplicationLink label="Add Mentor Schedule" />
        <ButtonLink to="/mentors" variant="secondary">
          Meet our mentors
        </ButtonLink>
      </div>
      {hasDraft && <p className="mt-3 text-ink-2">Draft saved. Continue where you left off.</p>}
      <Part title="What you decide">
        <ul className="grid list-disc gap-2 ps-5 text-lg marker:text-magenta">
          <li>The sessions you offer: their subject, their length and their price.</li>
          <li>What you help with, in your own words.</li>
          <li>The language or languages you speak in.</li>
        </ul>
      </Part>
      <Part title="How applying works">
        <ol className="grid list-decimal gap-2 ps-5 text-lg marker:text-magenta">
          <li>
            You describe your move, your work and the sessions you would like to offer. Ten minutes, on a phone too.
          </li>
          <li>We review it. It isn’t public until then.</li>
          <li>Once accepted, you appear among the mentors and people can book you.</li>
        </ol>
      </Part>
    </>
  )
}
