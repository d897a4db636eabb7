/** All feedback, the latest first, with ways to hide it and to show it again. */
import { Form, Link, useNavigation } from 'react-router'
import * as m from '#messages/admin'
import { Button } from '../../controls/button.tsx'
import { Field } from '../../controls/field.tsx'
import { Stars } from '../../controls/rating.tsx'
import { Turn } from './booking-list.tsx'
import type { FeedbackPage } from '../lists.ts'
import { OwnReason, OwnSentence } from '../conflict-of-interest.tsx'
import { AdminPart } from '../part.tsx'
import { rich } from '../../rich.tsx'

const PATH = '/admin-dashboard/feedback'

type FeedbackListProps = { page: FeedbackPage; error: string | null; typed: string }

/** `error`: of the reason that was `typed`. */
export function FeedbackList({ page: { feedback, older, confirming }, error, typed }: FeedbackListProps) {
  return (
    <AdminPart title={m.allFeedback()} aside={m.latestFirst()}>
      {feedback.length === 0 && (
        <p className="admin-empty">
          {rich(m.noFeedback({ strong: (text) => <b className="block text-ink">{text}</b> }))}
        </p>
      )}
      <ul>
        {feedback.map((each) => (
          <li key={each.id} id={`feedback-${each.id}`} className="grid scroll-mt-4 gap-1.5 border-b border-hair py-3">
            <p className="flex flex-wrap items-center gap-x-3">
              <Stars given={each.stars} />
              <Link to={`/admin-dashboard/bookings/${each.reference}`} data-keys="row" className="font-semibold">
                {rich(
                  m.feedbackAbout({ author: each.author, mentor: each.mentorName, bdi: (text) => <bdi>{text}</bdi> }),
                )}
              </Link>
              <span className="admin-aside">
                {rich(m.shownAs({ at: each.at, name: each.shownAs, bdi: (text) => <bdi>{text}</bdi> }))}
              </span>
              <span className={`admin-status ${each.state === 'published' ? 'good' : ''} ms-auto`}>
                {describeState(each)}
              </span>
            </p>
            <blockquote dir="auto" className="max-w-prose wrap-anywhere whitespace-pre-line">
              {each.text}
            </blockquote>
            {each.answer && (
              <p dir="auto" className="admin-aside max-w-prose wrap-anywhere">
                {m.mentorReply({ answer: each.answer })}
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
        <Turn to={older} rel="next" name={m.olderPage()} />
      </div>
    </AdminPart>
  )
}

function describeState({ state, since }: FeedbackPage['feedback'][number]): string {
  if (state === 'hidden') return m.hiddenSince({ since: since ?? '' })
  return state === 'published' ? m.published() : m.notPublishedYet()
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
          aria-label={m.hideFeedbackOf({ author })}
        >
          {m.hideEllipsis()}
        </Link>
      ) : (
        <Form method="post" action={PATH}>
          <input type="hidden" name="id" value={id} />
          <OwnReason own={own} id={id} />
          <button type="submit" name="intent" value="restore" className="admin-button" disabled={busy}>
            {m.publishAgain()}
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
      <p>{m.hideNote()}</p>
      <input type="hidden" name="id" value={id} />
      <Field
        id="reason"
        name="reason"
        label={m.reasonForLog()}
        maxLength={500}
        defaultValue={typed}
        error={error ?? undefined}
      />
      <OwnReason own={own} id={id} />
      <div className="button-row">
        <Button type="submit" name="intent" value="hide_with_reason" disabled={busy}>
          {m.hideFeedback()}
        </Button>
        <Link to={PATH} className="admin-button">
          {m.goBack()}
        </Link>
      </div>
    </Form>
  )
}
