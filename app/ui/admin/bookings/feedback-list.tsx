/** All feedback, the latest first, with ways to hide it and to show it again. */
import { Form, Link, useNavigation } from 'react-router'
import { Button } from '../../controls/button.tsx'
import { Field } from '../../controls/field.tsx'
import { Stars } from '../../controls/rating.tsx'
import { Turn } from './booking-list.tsx'
import type { FeedbackPage } from '../lists.ts'
import { OwnReason, OwnSentence } from '../conflict-of-interest.tsx'
import { AdminPart } from '../part.tsx'

const PATH = '/admin-dashboard/feedback'
const STATES = { published: 'Published', hidden: 'Hidden', waiting: 'Not published yet' }

type FeedbackListProps = { page: FeedbackPage; error: string | null; typed: string }

/** `error`: of the reason that was `typed`. */
export function FeedbackList({ page: { feedback, older, confirming }, error, typed }: FeedbackListProps) {
  return (
    <AdminPart title="All feedback" aside="the latest first">
      {feedback.length === 0 && (
        <p className="admin-empty">
          <b className="block text-ink">No feedback submitted.</b> Mentees’ feedback appears here after their sessions.
        </p>
      )}
      <ul>
        {feedback.map((each) => (
          <li key={each.id} id={`feedback-${each.id}`} className="grid scroll-mt-4 gap-1.5 border-b border-hair py-3">
            <p className="flex flex-wrap items-center gap-x-3">
              <Stars given={each.stars} />
              <Link to={`/admin-dashboard/bookings/${each.reference}`} data-keys="row" className="font-semibold">
                <bdi>{each.author}</bdi> about <bdi>{each.mentorName}</bdi>
              </Link>
              <span className="admin-aside">
                {each.at}, shown as <bdi>{each.shownAs}</bdi>
              </span>
              <span className={`admin-status ${each.state === 'published' ? 'good' : ''} ms-auto`}>
                {STATES[each.state]}
                {each.since && ` since ${each.since}`}
              </span>
            </p>
            <blockquote dir="auto" className="max-w-prose wrap-anywhere whitespace-pre-line">
              {each.text}
            </blockquote>
            {each.answer && (
              <p dir="auto" className="admin-aside max-w-prose wrap-anywhere">
                Mentor’s reply: {each.answer}
              </p>
            )}
            {confirming === each.id && each.own !== 'another' ? (
              <Hide feedback={each} error={error} typed={typed} />
            ) : (
              <Act feedback={each} />
            )}
          </li>
        ))}
      </ul>
      <div className="admin-pager">
        <Turn to={older} rel="next" name="Older" />
      </div>
    </AdminPart>
  )
}

function Act({ feedback: { id, state, author, own } }: { feedback: FeedbackPage['feedback'][number] }) {
  const busy = useNavigation().state !== 'idle'
  if (state === 'waiting') return null
  if (own === 'another') return <OwnSentence own={own} />
  return (
    <div>
      {state === 'published' ? (
        <Link
          to={`${PATH}?hide=${id}#feedback-${id}`}
          className="admin-button"
          aria-label={`Hide what ${author} wrote`}
        >
          Hide...
        </Link>
      ) : (
        <Form method="post" action={PATH}>
          <input type="hidden" name="id" value={id} />
          <OwnReason own={own} id={id} />
          <button type="submit" name="intent" value="restore" className="admin-button" disabled={busy}>
            Publish again
          </button>
        </Form>
      )}
    </div>
  )
}

type HideProps = { feedback: FeedbackPage['feedback'][number]; error: string | null; typed: string }

function Hide({ feedback: { id, own }, error, typed }: HideProps) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" action={PATH} className="admin-question">
      <p>Only admins will see it, and its rating no longer counts. You can publish it again.</p>
      <input type="hidden" name="id" value={id} />
      <Field
        id="reason"
        name="reason"
        label="Reason, for the audit log"
        maxLength={500}
        defaultValue={typed}
        error={error ?? undefined}
      />
      <OwnReason own={own} id={id} />
      <div className="button-row">
        <Button type="submit" name="intent" value="hide_with_reason" disabled={busy}>
          Hide
        </Button>
        <Link to={PATH} className="admin-button">
          Go back
        </Link>
      </div>
    </Form>
  )
}
