/** State of a submission, how long it has waited, and earlier change requests. */
import CircleAlert from 'lucide-react/icons/circle-alert'
import { Badge } from '../../controls/badge.tsx'
import { ButtonLink } from '../../controls/button.tsx'
import { rich } from '../../rich.tsx'
import type { ReviewView, WaitingSubmission } from './review-view.ts'
import type { MentorStatus } from '#domain/mentors/mentor-status'
import * as m from '#messages/application'

export function ReviewState({ view }: { view: ReviewView }) {
  const { waiting, status, statusSince, statusReason } = view
  return (
    <section aria-label={m.state()} className="review-part review-state">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="flex flex-wrap gap-2">
          <Badge ground={status === 'accepted' ? 'good' : 'plain'}>{STATUS_WORDS[status]()}</Badge>
          {waiting?.isEdit && <Badge ground="accent">{m.liveEdit()}</Badge>}
          {waiting?.isAgain && <Badge>{m.resubmitted()}</Badge>}
        </p>
        <p className="text-ink-2">{waiting ? describeSent(waiting) : m.stateSince({ since: statusSince })}</p>
      </div>
      {waiting ? (
        <Wait waiting={waiting} firstName={view.firstName} />
      ) : (
        statusReason && <p className="mt-2">{m.quoted({ text: statusReason })}</p>
      )}
      {view.isUnclaimed && (
        <ButtonLink to={`/mentor/${view.id}/claim-link`} variant="secondary" className="mt-3">
          {m.sendClaimLink({ firstName: view.firstName })}
        </ButtonLink>
      )}
    </section>
  )
}

const describeSent = ({ isEdit, submittedOn: date }: WaitingSubmission) =>
  isEdit ? m.editSentOn({ date }) : m.appliedOn({ date })

function Wait({ waiting, firstName }: { waiting: WaitingSubmission; firstName: string }) {
  const { isEdit, waited, promised, late, changeRequest } = waiting
  const strong = (text: string) => <strong className="font-semibold">{text}</strong>
  return (
    <>
      <p className="mt-2">
        {rich(
          isEdit
            ? m.editWaits({ waited, promised, strong })
            : m.applicationWaits({ firstName, waited, promised, strong }),
        )}
      </p>
      {late && (
        <p className="mt-1 flex items-center gap-1.5 font-semibold text-danger">
          <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          {m.promisePassed({ late })}
        </p>
      )}
      {changeRequest && (
        <p className="mt-2 text-ink-2">{m.youWrote({ date: changeRequest.on, message: changeRequest.message })}</p>
      )}
    </>
  )
}

/** What an admin reads in a badge. */
const STATUS_WORDS: Record<MentorStatus, () => string> = {
  pending: m.statePending,
  changes_requested: m.stateChangesRequested,
  accepted: m.stateAccepted,
  paused: m.statePaused,
  rejected: m.stateRejected,
  withdrawn: m.stateWithdrawn,
  suspended: m.stateSuspended,
}
