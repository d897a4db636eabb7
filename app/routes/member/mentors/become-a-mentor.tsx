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
import * as m from '#messages/application'
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
import { rich } from '../../../ui/rich.tsx'

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
    <ProsePage title={m.beOurMentor()} lead={m.beMentorLead()}>
      <PageHead title={m.beOurMentor()} description={m.beMentorDescription()} path="/become-a-mentor" />
      <div className="max-w-3xl">
        {sent && (
          <div className="mt-8">
            <output className="block rounded-mark bg-green px-4 py-3">{m.applicationSent()}</output>
          </div>
        )}
        {actionData && (
          <div className="mt-8">
            <Alert>
              <p>{m.notWithdrawn()}</p>
            </Alert>
          </div>
        )}
        {application ? (
          <ApplicationStatus application={application} hasDraft={hasDraft} />
        ) : (
          <Intro hasDraft={hasDraft} />
        )}
        {account && (
          <Part title={m.leadCohort()}>
            <p className="running-text">
              {rich(
                m.cohortOffer({
                  link: (text) => (
                    <Link to="/cohorts/propose" className="link">
                      {text}
                    </Link>
                  ),
                }),
              )}
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
        <ApplicationLink label={m.addSchedule()} />
        <ButtonLink to="/mentors" variant="secondary">
          {m.meetMentors()}
        </ButtonLink>
      </div>
      {hasDraft && <p className="mt-3 text-ink-2">{m.draftContinues()}</p>}
      <Part title={m.whatYouDecide()}>
        <ul className="grid list-disc gap-2 ps-5 text-lg marker:text-magenta">
          <li>{m.decideSessions()}</li>
          <li>{m.decideHelp()}</li>
          <li>{m.decideLanguages()}</li>
        </ul>
      </Part>
      <Part title={m.howApplyingWorks()}>
        <ol className="grid list-decimal gap-2 ps-5 text-lg marker:text-magenta">
          <li>{m.applyDescribe()}</li>
          <li>{m.applyReview()}</li>
          <li>{m.applyAccepted()}</li>
        </ol>
      </Part>
    </>
  )
}
