/** The foot of the column: message and buttons while something waits, else what was decided. */
import { useRef } from 'react'
import { Form, Link } from 'react-router'
import { FIELD_NAMES, type MentorField } from '#domain/mentors/content'
import { OwnReason, OwnSentence } from '../../admin/conflict-of-interest.tsx'
import { DecisionButtons } from '../../admin/decision-buttons.tsx'
import { Alert } from '../../controls/alert.tsx'
import { Button, buttonClass } from '../../controls/button.tsx'
import { TextArea } from '../../controls/field.tsx'
import { DECISION_FORM } from './review-row.tsx'
import type { ReviewResult, ReviewView, WaitingSubmission } from './review-view.ts'

/** `requests`: how many fields have a request. 0 before scripts run. */
type ReviewDecisionProps = { view: ReviewView; result: ReviewResult | null; requests: number; busy: boolean }

export function ReviewDecision({ view, result, requests, busy }: ReviewDecisionProps) {
  return (
    <section aria-label="Decision" className="review-foot">
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
            Message to {firstName} <span className="font-normal text-ink-2">a reason is required to reject</span>
          </span>
        }
        placeholder="Emailed word for word with your decision"
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
          <p className="note max-lg:hidden">{describeEffect(waiting, firstName, requests)}</p>
        </>
      )}
    </Form>
  )
}

function describeEffect({ isEdit }: WaitingSubmission, firstName: string, requests: number): string {
  const shows = isEdit ? 'shows these changes' : `publishes ${firstName}`
  const drops =
    requests === 0 ? '.' : ` and deletes the open ${requests === 1 ? 'request' : 'requests'}. We ask you first.`
  return `Accept ${shows} within 2 seconds${drops}`
}

function AskFirst({ dropped, busy }: { dropped: string[]; busy: boolean }) {
  const one = dropped.length === 1
  return (
    <div role="alert" className="grid gap-2.5 rounded-mark border-s-4 border-magenta bg-tint px-3 py-2.5">
      <p className="font-semibold">
        Accept and drop {one ? 'the request' : `${dropped.length} requests`} about{' '}
        {dropped.map((name) => `“${name}”`).join(', ')}? {one ? 'It is' : 'They are'} not sent then.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name="intent" value="accept_anyway" disabled={busy}>
          Accept and drop {one ? 'it' : 'them'}
        </Button>
        <Button type="submit" name="intent" value="review" variant="secondary" disabled={busy}>
          Keep reviewing
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
          <p className="font-semibold">{decided.words}.</p>
          {decided.message && <p className="text-ink-2">“{decided.message}”</p>}
          {decided.requests.map(({ name, text }) => (
            <p key={name} className="text-ink-2">
              {name}: “{text}”
            </p>
          ))}
        </div>
      ) : (
        <p>{firstName} has nothing in review.</p>
      )}
      <div className="flex flex-wrap gap-2">
        {queue.next && (
          <Link to={`/mentor/${queue.next}`} className={buttonClass('secondary')}>
            Next of {queue.total} waiting
          </Link>
        )}
        <Link to="/admin-dashboard" className={buttonClass('secondary')}>
          Dashboard
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
    return field in FIELD_NAMES && text ? [`${FIELD_NAMES[field as MentorField]}: ${text}`] : []
  })
  const text = lines.filter((line) => line.trim() !== '').join('\n')
  if (text === '') return null
  return (
    <TextArea
      ref={area}
      id="typed"
      name="typed"
      label="What you typed"
      readOnly
      rows={3}
      value={text}
      onFocus={() => area.current?.select()}
    />
  )
}
