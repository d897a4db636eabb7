/** The status of one's mentor record, above the profile form. */
import { Link } from 'react-router'
import type { MentorStatus } from '#domain/mentors/mentor-status'
import * as m from '#messages/mentors'
import { Badge } from '../controls/badge.tsx'
import { Notice } from '../controls/notice.tsx'
import { Fact, Facts } from '../layout/facts.tsx'
import { rich } from '../rich.tsx'

/** `waiting`: names of the fields whose new values wait for review; may be empty. `requests`: what an admin asks for, by name of field. */
export type OwnRecord =
  | { status: 'none' }
  | { status: 'draft' }
  | {
      status: MentorStatus
      slug: string
      reason: string
      waiting: string
      requests: [field: string, request: string][]
      message: string
    }

const linkToApplication = (text: string) => (
  <Link to="/become-a-mentor" className="link">
    {text}
  </Link>
)

export function ProfileState({ record }: { record: OwnRecord }) {
  if (record.status === 'none' || record.status === 'draft') {
    return (
      <Notice>
        <p>
          {rich(
            record.status === 'none'
              ? m.noProfileYet({ link: linkToApplication })
              : m.profileIsDraft({ link: linkToApplication }),
          )}
        </p>
      </Notice>
    )
  }
  const { badge, sentence, link } = WORDS[record.status]
  const to = link?.to ?? `/mentors/${record.slug}`
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1.5">
        <Badge ground={record.status === 'accepted' ? 'good' : 'plain'}>{badge()}</Badge>
        <span>
          {sentence()}{' '}
          {record.status === 'accepted' || link ? (
            <Link to={to} className="link">
              {link?.label() ?? m.seeYourPage()}
            </Link>
          ) : null}
        </span>
      </p>
      {record.waiting && (
        <Notice>
          <p>
            {rich(
              m.waitingForReview({
                fields: record.waiting,
                strong: (text) => <strong className="font-semibold">{text}</strong>,
              }),
            )}
          </p>
        </Notice>
      )}
      {(record.requests.length > 0 || record.message) && (
        <Notice>
          <p className="font-semibold">{m.requestedChanges()}</p>
          {record.message && <p className="mt-1.5 wrap-anywhere whitespace-pre-line">{record.message}</p>}
          {record.requests.length > 0 && (
            <Facts>
              {record.requests.map(([field, request]) => (
                <Fact key={field} name={field}>
                  {request}
                </Fact>
              ))}
            </Facts>
          )}
        </Notice>
      )}
    </div>
  )
}

const APPLICATION = { to: '/become-a-mentor', label: m.yourApplication }

type Words = { badge: () => string; sentence: () => string; link?: { to: string; label: () => string } }

const WORDS: Record<MentorStatus, Words> = {
  pending: {
    badge: m.pending,
    sentence: m.pendingSays,
    link: APPLICATION,
  },
  changes_requested: {
    badge: m.changesRequested,
    sentence: m.changesRequestedSays,
    link: APPLICATION,
  },
  accepted: { badge: m.accepted, sentence: m.acceptedSays },
  paused: {
    badge: m.paused,
    sentence: m.pausedSays,
    link: { to: '/desk/pause', label: m.resume },
  },
  rejected: { badge: m.notAccepted, sentence: m.applyAgain, link: APPLICATION },
  withdrawn: { badge: m.withdrawn, sentence: m.withdrawnSays, link: APPLICATION },
  suspended: { badge: m.suspended, sentence: m.suspendedSays },
}
