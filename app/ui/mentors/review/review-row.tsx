/** A field of a submission: its value, earlier change requests, and the form to request a change. */
import SquarePen from 'lucide-react/icons/square-pen'
import { useRef, type ReactNode } from 'react'
import type { MentorField } from '#domain/mentors/content'
import * as m from '#messages/application'
import { control, describedBy, FieldError } from '../../controls/field.tsx'
import type { ChangeRequest } from './review-view.ts'
import { rich } from '../../rich.tsx'

/** The form that all requests belong to. It stands in the column of the decision. */
export const DECISION_FORM = 'decision'

type ReviewRowProps = {
  field: MentorField
  name: string
  isChanged: boolean
  changeRequest: ChangeRequest | null
  /** Null when nothing is pending, so changes cannot be requested. */
  request: { typed: string; error: string | undefined; firstName: string } | null
  children: ReactNode
}

export function ReviewRow({ field, name, isChanged, changeRequest, request, children }: ReviewRowProps) {
  return (
    <div className="review-row" data-changed={isChanged || undefined}>
      <dt className="text-ink-2">{name}</dt>
      <dd className="review-value">
        {children}
        {changeRequest && (
          <p className="mt-1 note">
            {m.youAsked({
              date: changeRequest.on,
              question: changeRequest.question,
              hasReply: changeRequest.repliedOn !== null,
              repliedOn: changeRequest.repliedOn ?? '',
            })}
          </p>
        )}
      </dd>
      {request && <RequestChange field={field} name={name} {...request} />}
    </div>
  )
}

type RequestChangeProps = { field: MentorField; name: string } & NonNullable<ReviewRowProps['request']>

/** Works without scripts: a disclosure with a text field. A placeholder of one blank lets the styles see that it is empty. */
function RequestChange({ field, name, typed, error, firstName }: RequestChangeProps) {
  const id = `request-${field}`
  const area = useRef<HTMLTextAreaElement>(null)
  const clear = () => {
    if (!area.current) return
    area.current.value = ''
    area.current.dispatchEvent(new Event('input', { bubbles: true })) // So that the number of requests is counted anew.
    area.current.focus()
  }
  return (
    <dd className="review-request">
      <details open={typed !== '' || error !== undefined}>
        <summary>
          <SquarePen size={16} strokeWidth={1.75} aria-hidden="true" />
          <span className="review-ask">{m.requestChange()}</span>
          <span className="review-requested">{m.oneRequest()}</span>
          <span className="sr-only">: {name}</span>
        </summary>
        <textarea
          ref={area}
          id={id}
          name={`request.${field}`}
          form={DECISION_FORM}
          rows={2}
          maxLength={600}
          placeholder=" "
          defaultValue={typed}
          aria-label={m.requestedChangeTo({ name })}
          {...describedBy({ id, hint: true, error })}
          className={`${control} resize-y`}
        />
        <FieldError id={id} error={error} />
        <div className="flex items-center justify-between gap-3">
          <p id={`${id}-hint`} className="note">
            {m.goesWithDecision({ firstName })}
          </p>
          <button type="button" onClick={clear} className="hidden min-h-11 px-3 text-sm font-semibold scripted:block">
            {rich(m.clearRequest({ name, hidden: (text) => <span className="sr-only">{text}</span> }))}
          </button>
        </div>
      </details>
    </dd>
  )
}
