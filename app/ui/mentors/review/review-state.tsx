/** State of a submission, how long it has waited, and earlier change requests. */
import CircleAlert from 'lucide-react/icons/circle-alert'
import { Badge } from '../../controls/badge.tsx'
import { ButtonLink } from '../../controls/button.tsx'
import type { ReviewView, WaitingSubmission } from './review-view.ts'
import type { MentorStatus } from '#domain/mentors/mentor-status'

export function ReviewState({ view }: { view: ReviewView }) {
  const { waiting, status, statusSince, statusReason } = view
  return (
    <section aria-label="State" className="review-part review-state">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="flex flex-wrap gap-2">
          <Badge ground={status === 'accepted' ? 'good' : 'plain'}>{STATUS_WORDS[status]}</Badge>
          {waiting?.isEdit && <Badge ground="accent">Edit of a live profile</Badge>}
          {waiting?.isAgain && <Badge>Resubmitted</Badge>}
        </p>
        <p className="text-ink-2">
          {waiting ? `${waiting.isEdit ? 'sent' : 'applied'} ${waiting.submittedOn}` : `since ${statusSince}`}
        </p>
      </div>
      {waiting ? (
        <Wait waiting={waiting} firstName={view.firstName} />
      ) : (
        statusReason && <p className="mt-2">“{statusReason}”</p>
      )}
      {view.isUnclaimed && (
        <ButtonLink to={`/mentor/${view.id}/claim-link`} variant="secondary" className="mt-3">
          Send {view.firstName} a claim link
        </ButtonLink>
      )}
    </section>
  )
}

function Wait({ waiting, firstName }: { waiting: WaitingSubmission; firstName: string }) {
  const { isEdit, waited, promised, late, changeRequest } = waiting
  return (
    <>
      <p className="mt-2">
        Waiting <strong className="font-semibold">{waited}</strong>.{' '}
        {isEdit ? 'A reply is due by' : `${firstName} was promised a reply by`}{' '}
        <strong className="font-semibold">{promised}</strong>.
      </p>
      {late && (
        <p className="mt-1 flex items-center gap-1.5 font-semibold text-danger">
          <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          That was {late} ago.
        </p>
      )}
      {changeRequest && (
        <p className="mt-2 text-ink-2">
          You wrote on {changeRequest.on}: “{changeRequest.message}”
        </p>
      )}
    </>
  )
}

/** What an admin reads in a badge. */
const STATUS_WORDS: Record<MentorStatus, string> = {
  pending: 'Pending',
  changes_requested: 'Changes requested',
  accepted: 'Accepted',
  paused: 'Paused',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  suspended: 'Suspended',
}
