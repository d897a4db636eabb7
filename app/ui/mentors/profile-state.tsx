/** The status of one's mentor record, above the profile form. */
import { Link } from 'react-router'
import type { MentorStatus } from '#domain/mentors/mentor-status'
import { Badge } from '../controls/badge.tsx'
import { Notice } from '../controls/notice.tsx'
import { Fact, Facts } from '../layout/facts.tsx'

/** `waiting`: names of fields whose new values wait for review. `requests`: what an admin asks for, by name of field. */
export type OwnRecord =
  | { status: 'none' }
  | { status: 'draft' }
  | {
      status: MentorStatus
      slug: string
      reason: string
      waiting: string[]
      requests: [field: string, request: string][]
      message: string
    }

export function ProfileState({ record }: { record: OwnRecord }) {
  if (record.status === 'none' || record.status === 'draft') {
    return (
      <Notice>
        <p>
          {record.status === 'none'
            ? 'You don’t have a mentor profile yet. What you save here starts your application. '
            : 'Your application is a draft, and this form is part of it. '}
          <Link to="/become-a-mentor" className="link">
            {record.status === 'none' ? 'How applying works' : 'Continue application'}
          </Link>
        </p>
      </Notice>
    )
  }
  const { badge, sentence, link } = WORDS[record.status]
  const to = link?.to ?? `/mentors/${record.slug}`
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1.5">
        <Badge ground={record.status === 'accepted' ? 'good' : 'plain'}>{badge}</Badge>
        <span>
          {sentence}{' '}
          {record.status === 'accepted' || link ? (
            <Link to={to} className="link">
              {link?.label ?? 'See your page'}
            </Link>
          ) : null}
        </span>
      </p>
      {record.waiting.length > 0 && (
        <Notice>
          <p>
            <strong className="font-semibold">Waiting for review: {record.waiting.join(', ')}.</strong> Your page shows
            the current version until we approve the changes.
          </p>
        </Notice>
      )}
      {(record.requests.length > 0 || record.message) && (
        <Notice>
          <p className="font-semibold">We requested changes:</p>
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

const APPLICATION = { to: '/become-a-mentor', label: 'Your application' }

const WORDS: Record<MentorStatus, { badge: string; sentence: string; link?: { to: string; label: string } }> = {
  pending: {
    badge: 'Pending',
    sentence: 'We’re reviewing your application. You can still change it.',
    link: APPLICATION,
  },
  changes_requested: {
    badge: 'Changes requested',
    sentence: 'Make the changes and send your application again.',
    link: APPLICATION,
  },
  accepted: { badge: 'Accepted', sentence: 'People find you among the mentors and can book you.' },
  paused: {
    badge: 'Paused',
    sentence: 'You’re hidden from the list and can’t be booked. Your booked sessions are kept.',
    link: { to: '/desk/pause', label: 'Resume' },
  },
  rejected: { badge: 'Not accepted', sentence: 'You can apply again.', link: APPLICATION },
  withdrawn: { badge: 'Withdrawn', sentence: 'You can apply again at any time.', link: APPLICATION },
  suspended: { badge: 'Suspended', sentence: 'Your page isn’t public, and you can’t edit your profile.' },
}
