/** What an admin may do about the status: pause, resume, suspend, reinstate. Each says what it does before it is done. */
import { Form } from 'react-router'
import * as m from '#messages/application'
import { OwnReason, OwnSentence } from '../../admin/conflict-of-interest.tsx'
import { Button } from '../../controls/button.tsx'
import { TextArea } from '../../controls/field.tsx'
import type { ReviewResult, ReviewView, StatusChoice } from './review-view.ts'

const LABELS = {
  pause: { menu: m.pauseMenu, button: m.pausePage },
  resume: { menu: m.resumeMenu, button: m.resumePage },
  suspend: { menu: m.suspendMenu, button: m.suspendPage },
  reinstate: { menu: m.reinstateMenu, button: m.reinstatePage },
}

type ReviewStatusProps = { view: ReviewView; result: ReviewResult | null; busy: boolean }

export function ReviewStatus({ view, result, busy }: ReviewStatusProps) {
  if (view.choices.length === 0) return null
  return (
    <section aria-labelledby="status" className="review-part">
      <h2 id="status" className="text-lg">
        {m.pageOf({ firstName: view.firstName })}
      </h2>
      <OwnSentence own={view.own} />
      {view.own !== 'another' && (
        <div className="mt-1 grid">
          {view.choices.map((choice) => (
            <StatusForm key={choice.event} choice={choice} view={view} result={result} busy={busy} />
          ))}
        </div>
      )}
    </section>
  )
}

type StatusFormProps = ReviewStatusProps & { choice: StatusChoice }

function StatusForm({ choice: { event, effect }, view: { firstName, own }, result, busy }: StatusFormProps) {
  const id = `reason-${event}`
  const error = result?.fields[id]
  const mayBeEmpty = event === 'resume' || event === 'reinstate'
  return (
    <details open={error !== undefined}>
      <summary className="flex min-h-11 items-center font-semibold underline underline-offset-4">
        {LABELS[event].menu()}
      </summary>
      <Form method="post" preventScrollReset className="grid gap-3 pb-3">
        <p>{effect}</p>
        {event !== 'resume' && (
          <TextArea
            id={id}
            name="reason"
            label={m.whyFor({ firstName })}
            hint={m.emailedWordForWord()}
            optional={mayBeEmpty}
            required={!mayBeEmpty}
            maxLength={2_000}
            rows={2}
            error={error}
            defaultValue={error === undefined ? '' : result?.typed['reason']}
          />
        )}
        <OwnReason own={own} id={event} />
        <div>
          <Button type="submit" name="intent" value={event} variant="secondary" disabled={busy}>
            {LABELS[event].button({ firstName })}
          </Button>
        </div>
      </Form>
    </details>
  )
}
