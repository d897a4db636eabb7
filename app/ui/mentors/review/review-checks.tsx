/** Verification history, and the documents that the mentor gave for it. */
import Check from 'lucide-react/icons/check'
import { Form } from 'react-router'
import * as m from '#messages/application'
import { OwnReason, OwnSentence } from '../../admin/conflict-of-interest.tsx'
import { Button } from '../../controls/button.tsx'
import { Field } from '../../controls/field.tsx'
import type { ReviewResult, ReviewCheck, ReviewView } from './review-view.ts'
import { rich } from '../../rich.tsx'

type ReviewChecksProps = { view: ReviewView; result: ReviewResult | null; busy: boolean }

export function ReviewChecks({ view, result, busy }: ReviewChecksProps) {
  return (
    <section aria-labelledby="checks" className="review-part">
      <h2 id="checks" className="text-lg">
        {m.verificationHistory()}
      </h2>
      <OwnSentence own={view.own} />
      <ul className="mt-3 grid gap-3">
        {view.checks.map((check) => (
          <li key={check.kind} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
            <span className="check-mark" data-confirmed={check.isConfirmed || undefined}>
              {check.isConfirmed && <Check size={14} strokeWidth={3} aria-hidden="true" />}
              <span className="sr-only">{check.isConfirmed ? m.confirmedMark() : m.openMark()} </span>
            </span>
            <div className="min-w-0">
              <p className="font-semibold">{check.title}</p>
              <p className="text-ink-2 wrap-anywhere">{check.how}</p>
              {check.isConfirmed && check.note && (
                <p className="text-ink-2 wrap-anywhere">{m.quoted({ text: check.note })}</p>
              )}
              {view.own !== 'another' && <CheckForm check={check} own={view.own} result={result} busy={busy} />}
            </div>
          </li>
        ))}
      </ul>
      <Documents view={view} />
    </section>
  )
}

type CheckFormProps = { check: ReviewCheck; own: ReviewView['own']; result: ReviewResult | null; busy: boolean }

function CheckForm({ check: { kind, action }, own, result, busy }: CheckFormProps) {
  if (!action) return null
  const error = result?.fields[`check-${kind}`]
  const isTyped = error !== undefined && result?.typed['kind'] === kind
  const hidden = <input type="hidden" name="kind" value={kind} />
  if (action === 'take_back') {
    return (
      <Form method="post" preventScrollReset>
        {hidden}
        <OwnReason own={own} id={`check-${kind}`} />
        <button type="submit" name="intent" value="take_back_check" disabled={busy} className="check-action">
          {m.takeBack()}
        </button>
      </Form>
    )
  }
  const isMail = action === 'mail'
  const needsNote = kind !== 'university_address' && kind !== 'work_address'
  return (
    <details open={isTyped}>
      <summary className="check-action">{isMail ? m.emailCodeMenu() : m.confirmMenu()}</summary>
      <Form method="post" noValidate preventScrollReset className="grid gap-2 pb-2">
        {hidden}
        {isMail ? (
          <Field
            id={`check-${kind}`}
            name="address"
            type="email"
            label={m.theAddress()}
            autoComplete="off"
            maxLength={254}
            error={error}
            defaultValue={isTyped ? result?.typed['address'] : ''}
          />
        ) : (
          <Field
            id={`check-${kind}`}
            name="note"
            label={m.howChecked()}
            optional={!needsNote}
            maxLength={300}
            error={error}
            defaultValue={isTyped ? result?.typed['note'] : ''}
          />
        )}
        {!isMail && (
          <OwnReason own={own} id={`check-${kind}`} typed={isTyped ? result?.typed['own_reason'] : undefined} />
        )}
        <div>
          <Button
            type="submit"
            name="intent"
            value={isMail ? 'mail_code' : 'confirm_check'}
            variant="secondary"
            disabled={busy}
          >
            {isMail ? m.emailCode() : m.confirm()}
          </Button>
        </div>
      </Form>
    </details>
  )
}

/** Ordinary forms of the browser: what comes back is a file to save. */
function Documents({ view: { id, documents } }: { view: ReviewView }) {
  if (documents.length === 0) return null
  return (
    <div className="mt-4 grid gap-2">
      <h3 className="font-semibold tracking-normal">{m.documents()}</h3>
      <ul className="grid gap-2">
        {documents.map((document) => (
          <li key={document.id} className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="min-w-0">{document.words}</span>
            <form method="post" action={`/mentor/${id}/documents/${document.id}`}>
              <button type="submit" className="check-action">
                {rich(
                  m.saveDocument({
                    document: document.words,
                    hidden: (text) => <span className="sr-only">{text}</span>,
                  }),
                )}
              </button>
            </form>
          </li>
        ))}
      </ul>
      <p className="note">{m.openingsRecorded()}</p>
    </div>
  )
}
