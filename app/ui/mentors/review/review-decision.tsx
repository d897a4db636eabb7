/** The foot of the column: message and buttons while something waits, else what was decided. */
import { useRef } from 'react'
import { Form, Link } from 'react-router'
import { isMentorField } from '#domain/mentors/content'
import * as m from '#messages/application'
import { formatList } from '#words/lists'
import { FIELD_NAMES } from '#words/mentors/mentor-fields'
import { OwnReason, OwnSentence } from '../../admin/conflict-of-interest.tsx'
import { DecisionButtons } from '../../admin/decision-buttons.tsx'
import { Alert } from '../../controls/alert.tsx'
import { Button, buttonClass } from '../../controls/button.tsx'
import { TextArea } from '../../controls/field.tsx'
import { DECISION_FORM } from './review-row.tsx'
import type { ReviewResult, ReviewView, WaitingSubmission } from './review-view.ts'
import { rich } from '../../rich.tsx'

/** `requests`: how many fields have a request. 0 before scripts run. */
type ReviewDecisionProps = { view: ReviewView; result: ReviewResult | null; requests: number; busy: boolean }

export function ReviewDecision({ view, result, requests, busy }: ReviewDecisionProps) {
  return (
    <section aria-label={m.decision()} className="review-foot">
      {result?.problem && (
        <Alert>
          <p className="font-semibold">{result.problem}</p>
        </Alert>
      )}
      {view.waiting && <OwnSentence own={view.own} />}
      {view.waiting && view.own !== 'another' ? (
        <DecisionForm view={view} waiting={view.waiting} result={result} requests={requests} busy={busy} />
      ) : (
        <NothingWaits view={view} />
      )}
      {result?.isOver && <Typed typed={result.typed} />}
    </section>
  )
}

type DecisionFormProps = ReviewDecisionProps & { waiting: WaitingSubmission }

function DecisionForm({ view, waiting, result, requests, busy }: DecisionFormProps) {
  const { firstName } = view
  return (
    <Form method="post" id={DECISION_FORM} preventScrollReset className="grid gap-2.5">
      <input type="hidden" name="submission" value={waiting.id} />
      <input type="hidden" name="version" value={waiting.version} />
      <TextArea
        id="message"
        name="message"
        label={
          <span className="flex flex-wrap justify-between gap-x-3">
            {rich(m.messageTo({ firstName, note: (text) => <span className="font-normal text-ink-2">{text}</span> }))}
          </span>
        }
        placeholder={m.emailedWithDecision()}
        rows={2}
        maxLength={2_000}
        error={result?.fields['message']}
        defaultValue={result?.typed['message'] ?? ''}
      />
      <OwnReason own={view.own} id="decision" typed={result?.typed['own_reason']} />
      {result?.dropped ? (
        <AskFirst dropped={result.dropped} busy={busy} />
      ) : (
        <>
          <DecisionButtons busy={busy} requests={requests} />
          <p className="note max-lg:hidden">{m.acceptEffect({ isEdit: waiting.isEdit, firstName, requests })}</p>
        </>
      )}
    </Form>
  )
}

function AskFirst({ dropped, busy }: { dropped: string[]; busy: boolean }) {
  const count = dropped.length
  return (
    <div role="alert" className="grid gap-2.5 rounded-mark border-s-4 border-magenta bg-tint px-3 py-2.5">
      <p className="font-semibold">
        {m.dropQuestion({
          count,
          names: formatList(
            dropped.map((name) => m.quoted({ text: name })),
            'comma',
          ),
        })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name="intent" value="accept_anyway" disabled={busy}>
          {m.acceptAndDrop({ count })}
        </Button>
        <Button type="submit" name="intent" value="review" variant="secondary" disabled={busy}>
          {m.keepReviewing()}
        </Button>
      </div>
    </div>
  )
}

/** What was decided, by whom and when, and the way on. */
function NothingWaits({ view: { decided, queue, firstName } }: { view: ReviewView }) {
  return (
    <>
      {decided ? (
        <div className="grid gap-1">
          <p className="font-semibold">{decided.words}</p>
          {decided.message && <p className="text-ink-2">{m.quoted({ text: decided.message })}</p>}
          {decided.requests.map(({ name, text }) => (
            <p key={name} className="text-ink-2">
              {m.requestAbout({ name, text })}
            </p>
          ))}
        </div>
      ) : (
        <p>{m.nothingInReview({ firstName })}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {queue.next && (
          <Link to={`/mentor/${queue.next}`} className={buttonClass('secondary')}>
            {m.nextOfWaiting({ total: queue.total })}
          </Link>
        )}
        <Link to="/admin-dashboard" className={buttonClass('secondary')}>
          {m.dashboard()}
        </Link>
      </div>
    </>
  )
}

/** What an admin typed who came too late, to be copied. */
function Typed({ typed }: { typed: Record<string, string> }) {
  const area = useRef<HTMLTextAreaElement>(null)
  const lines = Object.entries(typed).flatMap(([name, text]) => {
    if (name === 'message') return [text]
    const field = name.startsWith('request.') ? name.slice('request.'.length) : ''
    return isMentorField(field) && text ? [m.fieldAndText({ field: FIELD_NAMES[field](), text })] : []
  })
  const text = lines.filter((line) => line.trim() !== '').join('\n')
  if (text === '') return null
  return (
    <TextArea
      ref={area}
      id="typed"
      name="typed"
      label={m.whatYouTyped()}
      readOnly
      rows={3}
      value={text}
      onFocus={() => area.current?.select()}
    />
  )
}
