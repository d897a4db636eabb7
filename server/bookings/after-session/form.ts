/** The forms of a session that has begun: a report, an answer to it, what the mentor leaves, feedback. */
import { z } from 'zod'
import { MAX_NOTE_LENGTH, MAX_REPORT_LENGTH, MAX_STEP_LENGTH, MAX_STEPS } from '#domain/bookings/after-session'
import { MAX_FEEDBACK_LENGTH, MAX_STARS } from '#domain/mentors/feedback'
import { readPrice } from '#domain/mentors/price'
import type { Money } from '#domain/payments/money'
import { isRowId } from '#domain/row-id'
import { err, ok, type Result } from '#domain/result'
import { readForm, type FieldErrors } from '#server/platform/http/form'
import { requiredText, text } from '#server/platform/http/text'
import * as m from '#messages/forms'

const reportForm = z.object({ text: requiredText(MAX_REPORT_LENGTH, m.writeWhatHappened) })

const feedbackForm = z.object({
  stars: z.coerce.number({ error: m.chooseStars }).int().min(1, { error: m.chooseStars }).max(MAX_STARS),
  text: requiredText(MAX_FEEDBACK_LENGTH, m.writeHowItWent),
})

const wordsForm = z.object({ text: requiredText(MAX_FEEDBACK_LENGTH, m.writeSomething) })

export const readReportForm = (form: FormData) => readForm(reportForm, form)
export const readFeedbackForm = (form: FormData) => readForm(feedbackForm, form)
export const readWordsForm = (form: FormData) => readForm(wordsForm, form)

type Left = { note: string; steps: { text: string; dueOn: string | null }[] }

/** The mentor's note and next steps: `note`, `step-0` to `step-4` with `due-0` to `due-4`. Steps without words are left out. */
export function readCompleteForm(form: FormData): Result<Left, FieldErrors> {
  const errors: FieldErrors = {}
  const read = (name: string, max: number) => {
    const parsed = text(max).safeParse(readValue(form, name))
    if (parsed.success) return parsed.data
    errors[name] = parsed.error.issues[0]?.message ?? ''
    return ''
  }
  const note = read('note', MAX_NOTE_LENGTH)
  const steps = Array.from({ length: MAX_STEPS }, (_, index) => {
    const words = read(`step-${index}`, MAX_STEP_LENGTH).replaceAll(/\s+/g, ' ')
    const dueOn = readValue(form, `due-${index}`) || null
    if (dueOn && !isDate(dueOn)) errors[`due-${index}`] = m.chooseDateOrNone()
    if (dueOn && !words) errors[`step-${index}`] = m.enterStep()
    return { text: words, dueOn }
  }).filter((step) => step.text !== '')
  return Object.keys(errors).length > 0 ? err(errors) : ok({ note, steps })
}

/** Whether it is a date of the calendar, such as 2030-02-28, within the next years. */
function isDate(typed: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(typed)) return false
  const at = new Date(`${typed}T00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(typed)
}

/** Of why feedback is hidden, for the audit log. */
const MAX_HIDE_REASON = 500

type Decision =
  | { about: 'no_show'; id: string; outcome: 'absent' | 'present' }
  | { about: 'problem'; id: string; refund: Money | 'all' | 'none'; answer: string }
  | { about: 'feedback'; id: string; hide: false }
  | { about: 'feedback'; id: string; hide: true; reason: string }

/** What an admin decides; messages by field; null for a form that none of our pages sends. */
export function readDecisionForm(form: FormData): Result<Decision, FieldErrors> | null {
  const [intent, id] = [readValue(form, 'intent'), readValue(form, 'id')]
  if (!isRowId(id)) return null
  switch (intent) {
    case 'absent':
    case 'present':
      return ok({ about: 'no_show', id, outcome: intent })
    case 'keep':
      return ok({ about: 'feedback', id, hide: false })
    case 'hide': {
      const reason = requiredText(MAX_HIDE_REASON, m.enterReason).safeParse(readValue(form, 'reason'))
      if (!reason.success) return err({ [`reason-${id}`]: reason.error.issues[0]?.message ?? '' })
      return ok({ about: 'feedback', id, hide: true, reason: reason.data })
    }
    case 'refund_all':
    case 'refund_part':
    case 'refund_none':
      return readResolution(form, intent, id)
    default:
      return null
  }
}

function readResolution(
  form: FormData,
  intent: 'refund_all' | 'refund_part' | 'refund_none',
  id: string,
): Result<Decision, FieldErrors> {
  const answer = text(MAX_REPORT_LENGTH).safeParse(readValue(form, 'answer'))
  if (!answer.success) return err({ [`answer-${id}`]: answer.error.issues[0]?.message ?? '' })
  const resolved = { about: 'problem', id, answer: answer.data } as const
  if (intent === 'refund_all') return ok({ ...resolved, refund: 'all' })
  if (intent === 'refund_none') return ok({ ...resolved, refund: 'none' })
  const currency = readValue(form, 'currency') // Of the payment: where it is not, the refund is refused.
  const amount = readPrice(readValue(form, 'amount'), currency)
  return amount ? ok({ ...resolved, refund: { amount, currency } }) : err({ [`amount-${id}`]: m.enterSum() })
}

function readValue(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
