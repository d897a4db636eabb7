/** Status of the applicant's own application: state, next step and its date, requested changes, history. */
import { Link } from 'react-router'
import { Badge } from '../../controls/badge.tsx'
import { Button, buttonClass, ButtonLink } from '../../controls/button.tsx'
import { Part } from '../../layout/prose.tsx'
import { ApplicationLink } from './application-link.tsx'
import type { OwnApplication } from './own-application.ts'

type Ground = 'plain' | 'accent' | 'good'

const STATES: Record<OwnApplication['status'], { name: string; ground: Ground }> = {
  pending: { name: 'In review', ground: 'plain' },
  changes_requested: { name: 'Action needed', ground: 'accent' },
  accepted: { name: 'Accepted', ground: 'good' },
  paused: { name: 'Paused', ground: 'plain' },
  rejected: { name: 'Rejected', ground: 'plain' },
  withdrawn: { name: 'Withdrawn', ground: 'plain' },
  suspended: { name: 'Suspended', ground: 'plain' },
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
      <Part title="Your application">
        <p className="flex flex-wrap items-center gap-3">
          <Badge ground={STATES[status].ground}>{STATES[status].name}</Badge>
          <span className="text-ink-2">since {since}</span>
        </p>
        <WhatNow application={application} hasDraft={hasDraft} />
        {CHECKED.has(status) && <ChecksLink />}
      </Part>
      {history.length > 0 && (
        <Part title="History">
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
    Your page shows a confirmed university or work email address.{' '}
    <Link to="/become-a-mentor/check" className="link">
      Confirm an address or send a document
    </Link>
  </p>
)

function WhatNow({ application, hasDraft }: StatusProps) {
  const { status, answerBy, reason, changeRequests, message, slug } = application
  switch (status) {
    case 'pending':
      return (
        <>
          <p className="text-lg">
            We review it and reply{' '}
            {answerBy ? (
              <>
                by <strong className="font-semibold">{answerBy}</strong>
              </>
            ) : (
              'soon'
            )}
            , by email. It isn’t public until then, and you can change it.
          </p>
          <div className="button-row">
            <ApplicationLink label={hasDraft ? 'Continue editing' : 'Change my application'} />
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
                  <a href={href} className="tall-link w-fit font-semibold">
                    {label}
                  </a>
                  <p className="pb-1 wrap-anywhere whitespace-pre-line">{text}</p>
                </li>
              ))}
            </ul>
          )}
          <div className="button-row">
            <ApplicationLink label={hasDraft ? 'Continue editing' : 'Change and send again'} />
          </div>
        </>
      )
    case 'accepted':
      return (
        <>
          <p className="text-lg">People can book you. Set your hours and keep your page up to date.</p>
          <div className="button-row">
            <ButtonLink to="/desk/hours">Set my hours</ButtonLink>
            <ButtonLink to="/profile" variant="secondary">
              Edit my profile
            </ButtonLink>
            <ButtonLink to={`/mentors/${slug}`} variant="secondary">
              See my page
            </ButtonLink>
          </div>
        </>
      )
    case 'paused':
      return (
        <>
          <p className="text-lg">
            Your page is hidden and takes no new bookings. Booked sessions are kept. You can resume on your desk.
          </p>
          {reason && <Quote text={reason} />}
          <div className="button-row">
            <ButtonLink to="/desk">Go to my desk</ButtonLink>
            <ButtonLink to="/profile" variant="secondary">
              Edit my profile
            </ButtonLink>
          </div>
        </>
      )
    case 'rejected':
      return (
        <>
          <p className="text-lg">We didn’t accept it. Reason:</p>
          <Quote text={reason} />
          <div className="button-row">
            <ApplicationLink label={hasDraft ? 'Continue editing' : 'Apply again'} />
          </div>
        </>
      )
    case 'withdrawn':
      return (
        <>
          <p className="text-lg">You withdrew it, and it isn’t public. We kept what you wrote.</p>
          <div className="button-row">
            <ApplicationLink label={hasDraft ? 'Continue editing' : 'Apply again'} />
          </div>
        </>
      )
    case 'suspended':
      return (
        <>
          <p className="text-lg">
            Your page is hidden, and upcoming sessions were cancelled and refunded. To appeal, reply to our email.
          </p>
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
      <summary className={`${buttonClass('secondary')} w-fit cursor-pointer list-none`}>Withdraw…</summary>
      <form method="post" action="/become-a-mentor" className="mt-4 grid max-w-prose gap-4">
        <p>
          {isPublic
            ? 'Your page is removed at once. All upcoming sessions are cancelled and refunded in full. You can apply again later.'
            : 'It’s no longer in review. We kept what you wrote, so you can apply again.'}
        </p>
        <div>
          <Button type="submit" name="intent" value="withdraw">
            {isPublic ? 'Withdraw and cancel my sessions' : 'Withdraw my application'}
          </Button>
        </div>
      </form>
    </details>
  )
}
