/** Status of the applicant's own application: state, next step and its date, requested changes, history. */
import { Link } from 'react-router'
import * as m from '#messages/application'
import { localPath } from '#words/local-path'
import { Badge } from '../../controls/badge.tsx'
import { Button, buttonClass, ButtonLink } from '../../controls/button.tsx'
import { Part } from '../../layout/prose.tsx'
import { ApplicationLink } from './application-link.tsx'
import type { OwnApplication } from './own-application.ts'
import { rich } from '../../rich.tsx'

type Ground = 'plain' | 'accent' | 'good'

const STATES: Record<OwnApplication['status'], { name: () => string; ground: Ground }> = {
  pending: { name: m.stateInReview, ground: 'plain' },
  changes_requested: { name: m.stateActionNeeded, ground: 'accent' },
  accepted: { name: m.stateAccepted, ground: 'good' },
  paused: { name: m.statePaused, ground: 'plain' },
  rejected: { name: m.stateRejected, ground: 'plain' },
  withdrawn: { name: m.stateWithdrawn, ground: 'plain' },
  suspended: { name: m.stateSuspended, ground: 'plain' },
}

type StatusProps = {
  application: OwnApplication
  /** Whether changes of it are saved and not sent. */
  hasDraft: boolean
}

export function ApplicationStatus({ application, hasDraft }: StatusProps) {
  const { status, since, history, canWithdraw } = application
  return (
    <>
      <Part title={m.yourApplication()}>
        <p className="flex flex-wrap items-center gap-3">
          <Badge ground={STATES[status].ground}>{STATES[status].name()}</Badge>
          <span className="text-ink-2">{m.stateSince({ since })}</span>
        </p>
        <WhatNow application={application} hasDraft={hasDraft} />
        {CHECKED.has(status) && <ChecksLink />}
      </Part>
      {history.length > 0 && (
        <Part title={m.history()}>
          <ol className="passage grid gap-4">
            {history.map((event) => (
              <li key={`${event.at} ${event.what}`} className="grid gap-0.5">
                <span className="note">{event.at}</span>
                <span className="wrap-anywhere whitespace-pre-line">{event.what}</span>
              </li>
            ))}
          </ol>
        </Part>
      )}
      {canWithdraw && <Withdraw isPublic={status === 'accepted' || status === 'paused'} />}
    </>
  )
}

/** In which states what they say can be checked. */
const CHECKED = new Set<OwnApplication['status']>(['pending', 'changes_requested', 'accepted', 'paused'])

const ChecksLink = () => (
  <p>
    {rich(
      m.confirmedAddressShown({
        link: (text) => (
          <Link to="/become-a-mentor/check" className="link">
            {text}
          </Link>
        ),
      }),
    )}
  </p>
)

function WhatNow({ application, hasDraft }: StatusProps) {
  const { status, answerBy, reason, changeRequests, message, slug } = application
  switch (status) {
    case 'pending':
      return (
        <>
          <p className="text-lg">
            {answerBy
              ? rich(m.reviewedBy({ answerBy, strong: (text) => <strong className="font-semibold">{text}</strong> }))
              : m.reviewedSoon()}
          </p>
          <div className="button-row">
            <ApplicationLink label={hasDraft ? m.continueEditing() : m.changeApplication()} />
          </div>
        </>
      )
    case 'changes_requested':
      return (
        <>
          {message && <Quote text={message} />}
          {changeRequests.length > 0 && (
            <ul className="framed-list">
              {changeRequests.map(({ label, text, href }) => (
                <li key={href} className="grid gap-1 px-5 py-3">
                  <a href={localPath(href)} className="tall-link w-fit font-semibold">
                    {label}
                  </a>
                  <p className="pb-1 wrap-anywhere whitespace-pre-line">{text}</p>
                </li>
              ))}
            </ul>
          )}
          <div className="button-row">
            <ApplicationLink label={hasDraft ? m.continueEditing() : m.changeAndResend()} />
          </div>
        </>
      )
    case 'accepted':
      return (
        <>
          <p className="text-lg">{m.acceptedNextSteps()}</p>
          <div className="button-row">
            <ButtonLink to="/desk/hours">{m.setHours()}</ButtonLink>
            <ButtonLink to="/profile" variant="secondary">
              {m.editProfile()}
            </ButtonLink>
            <ButtonLink to={`/mentors/${slug}`} variant="secondary">
              {m.seePage()}
            </ButtonLink>
          </div>
        </>
      )
    case 'paused':
      return (
        <>
          <p className="text-lg">{m.pausedText()}</p>
          {reason && <Quote text={reason} />}
          <div className="button-row">
            <ButtonLink to="/desk">{m.goToDesk()}</ButtonLink>
            <ButtonLink to="/profile" variant="secondary">
              {m.editProfile()}
            </ButtonLink>
          </div>
        </>
      )
    case 'rejected':
      return (
        <>
          <p className="text-lg">{m.notAccepted()}</p>
          <Quote text={reason} />
          <div className="button-row">
            <ApplicationLink label={hasDraft ? m.continueEditing() : m.applyAgain()} />
          </div>
        </>
      )
    case 'withdrawn':
      return (
        <>
          <p className="text-lg">{m.withdrawnText()}</p>
          <div className="button-row">
            <ApplicationLink label={hasDraft ? m.continueEditing() : m.applyAgain()} />
          </div>
        </>
      )
    case 'suspended':
      return (
        <>
          <p className="text-lg">{m.suspendedText()}</p>
          {reason && <Quote text={reason} />}
        </>
      )
  }
}

const Quote = ({ text }: { text: string }) => (
  <blockquote className="rounded-mark border-s-4 border-magenta bg-tint px-4 py-3 wrap-anywhere whitespace-pre-line">
    {text}
  </blockquote>
)

/** Asks first, without a script too. */
function Withdraw({ isPublic }: { isPublic: boolean }) {
  return (
    <details className="group mt-12 border-t border-hair pt-4">
      <summary className={`${buttonClass('secondary')} w-fit cursor-pointer list-none`}>{m.withdrawMenu()}</summary>
      <form method="post" action={localPath('/become-a-mentor')} className="mt-4 grid max-w-prose gap-4">
        <p>{isPublic ? m.withdrawPublicEffect() : m.withdrawEffect()}</p>
        <div>
          <Button type="submit" name="intent" value="withdraw">
            {isPublic ? m.withdrawAndCancel() : m.withdrawApplication()}
          </Button>
        </div>
      </form>
    </details>
  )
}
