/** What an admin posts from the page of a submission. */
import { MENTOR_FIELDS, type MentorField } from '#domain/mentors/content'
import { isRowId } from '#domain/row-id'
import { err, ok, type Result } from '#domain/result'
import type { FieldErrors } from '#server/platform/http/form'
import { text } from '#server/platform/http/text'

/** Characters. The message is a letter, a request a sentence or two. */
const MAX_LENGTH = { message: 2_000, request: 600 } as const

const DECISIONS = {
  accept: 'accepted',
  accept_anyway: 'accepted',
  request_changes: 'changes_requested',
  reject: 'rejected',
} as const

const STATUS_EVENTS = ['pause', 'resume', 'suspend', 'reinstate'] as const

/** `isSure`: they confirmed that accepting discards their requests for changes. */
type TypedDecision = {
  submissionId: string
  version: number
  decision: (typeof DECISIONS)[keyof typeof DECISIONS]
  isSure: boolean
  message: string
  requests: Partial<Record<MentorField, string>>
}

/** A decision; messages by field; null for a form that none of our pages sends. Empty requests are left out. */
export function readDecision(form: FormData): Result<TypedDecision, FieldErrors> | null {
  const intent = readText(form, 'intent')
  const [submissionId, version] = [readText(form, 'submission'), readText(form, 'version')]
  if (!Object.hasOwn(DECISIONS, intent) || !isRowId(submissionId) || !/^\d{1,9}$/.test(version)) return null
  const errors: FieldErrors = {}
  const read = (name: string, max: number) => {
    const parsed = text(max).safeParse(readText(form, name))
    if (parsed.success) return parsed.data
    errors[name] = parsed.error.issues[0]?.message ?? ''
    return ''
  }
  const message = read('message', MAX_LENGTH.message)
  const requests = Object.fromEntries(
    MENTOR_FIELDS.map((field) => [field, read(`request.${field}`, MAX_LENGTH.request)]).filter(
      ([, request]) => request !== '',
    ),
  )
  if (Object.keys(errors).length > 0) return err(errors)
  const decision = DECISIONS[intent as keyof typeof DECISIONS]
  const isSure = intent === 'accept_anyway'
  return ok({ submissionId, version: Number(version), decision, isSure, message, requests })
}

/** A change of the mentor's status; messages by field; null for another form. */
export function readStatusChange(
  form: FormData,
): Result<{ event: (typeof STATUS_EVENTS)[number]; reason: string }, FieldErrors> | null {
  const event = STATUS_EVENTS.find((each) => each === readText(form, 'intent'))
  if (!event) return null
  const reason = text(MAX_LENGTH.message).safeParse(readText(form, 'reason'))
  return reason.success
    ? ok({ event, reason: reason.data })
    : err({ [`reason-${event}`]: reason.error.issues[0]?.message ?? '' })
}

function readText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
