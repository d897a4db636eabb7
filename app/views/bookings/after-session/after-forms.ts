/** The forms of a session that has begun: which one is shown, and what comes of posting it. Server side. */
import type { RouterContextProvider } from 'react-router'
import type { Result } from '#domain/result'
import { accountActor } from '#server/accounts/audit'
import type { AuditActor } from '#server/accounts/audit-queries'
import { completeByMentor } from '#server/bookings/after-session/complete'
import { answerFeedback, giveFeedback, giveMentorFeedback } from '#server/bookings/after-session/feedback'
import { readCompleteForm, readFeedbackForm, readReportForm, readWordsForm } from '#server/bookings/after-session/form'
import { contestNoShow, reportNoShow, checkInBySide } from '#server/bookings/after-session/no-show'
import { reportProblem } from '#server/bookings/after-session/problem'
import { appContext, type App } from '#server/context'
import type { OpenedBooking } from '#server/site/guards/booking-guard'
import { clientOfPage } from '#server/platform/http/client'
import type { FieldErrors } from '#server/platform/http/form'
import { currentSession } from '#server/site/guards/account-guards'
import * as m from '#messages/bookings'
import type { AfterResult, AfterForm, AfterFormView } from '../../../ui/bookings/after-session/after-parts.ts'
import { createReader } from '../page/people.ts'
import { readAfterState, type AfterState } from './state.ts'

type Context = Readonly<RouterContextProvider>

/** Who acts, for the audit log. A guest has no account. */
function actorOfPage(context: Context, request: Request): AuditActor {
  const session = currentSession(context)
  const { client } = clientOfPage(context, request)
  return session ? accountActor(session.accountId, client) : { kind: 'visitor', address: client.address || null }
}

/** Also when it is too late or too early: then the booking's page says how it is. */
export async function postHere(app: App, { booking, side }: OpenedBooking): Promise<void> {
  await checkInBySide(app, booking.id, side)
}

export async function readAfterForm(app: App, opened: OpenedBooking, form: AfterForm): Promise<AfterFormView> {
  const state = await readAfterState(app, opened)
  const open = openForm(form, opened, state)
  const other = createReader(app, opened).people.other.firstName
  const { feedback } = state
  return {
    reference: opened.booking.reference,
    open,
    ...describeForm(open ?? form, other),
    why: CLOSED[form](),
    about:
      open === 'answer' && feedback ? { author: feedback.author, stars: feedback.rating, text: feedback.text } : null,
  }
}

function openForm(form: AfterForm, { side }: OpenedBooking, { may, completion }: AfterState): AfterFormView['open'] {
  switch (form) {
    case 'absent':
      return may.contest ? 'contest' : may.report ? 'report' : null
    case 'complete':
      if (!may.complete) return null
      return completion ? 'note' : 'complete'
    case 'feedback':
      if (may.feedback) return side === 'mentee' ? 'rate' : 'write'
      return may.answer ? 'answer' : null
    case 'problem':
      return may.problem ? 'problem' : null
  }
}

const CLOSED: Record<AfterForm, () => string> = {
  absent: m.absentClosed,
  complete: m.completeClosed,
  feedback: m.feedbackClosed,
  problem: m.problemClosed,
}

function describeForm(
  form: AfterForm | NonNullable<AfterFormView['open']>,
  other: string,
): { title: string; lead: string } {
  switch (form) {
    case 'absent':
    case 'report':
      return {
        title: m.isNotHere({ name: other }),
        lead: m.reportLead({ name: other }),
      }
    case 'contest':
      return {
        title: m.youWereThere(),
        lead: m.contestLead({ name: other }),
      }
    case 'note':
      return {
        title: m.noteTitle(),
        lead: m.noteLead({ name: other }),
      }
    case 'complete':
      return {
        title: m.completeSession(),
        lead: m.completeLead({ name: other }),
      }
    case 'feedback':
    case 'rate':
      return {
        title: m.howDidItGo(),
        lead: m.feedbackLead({ name: other }),
      }
    case 'write':
      return {
        title: m.writeTo({ name: other }),
        lead: m.mentorFeedbackLead({ name: other }),
      }
    case 'answer':
      return { title: m.answerFeedback(), lead: m.answerFeedbackLead() }
    case 'problem':
      return {
        title: m.reportProblem(),
        lead: m.reportProblemLead({ name: other }),
      }
  }
}

/** Null when it is done. */
export async function postAfterForm(
  { context, request, opened, form }: { context: Context; request: Request; opened: OpenedBooking; form: FormData },
  kind: AfterForm,
): Promise<{ result: AfterResult; status: number } | null> {
  const app = context.get(appContext)
  const actor = actorOfPage(context, request)
  const open = openForm(kind, opened, await readAfterState(app, opened))
  if (!open) return refuse(form, { problem: m.bookingChanged(), status: 409 })
  const posted = await post(app, { opened, actor, form }, open)
  if (posted.ok) return null
  if ('fields' in posted.error) return refuse(form, { fields: posted.error.fields, status: 400 })
  return refuse(form, { problem: m.bookingChanged(), status: 409 })
}

type Posted = { opened: OpenedBooking; actor: AuditActor; form: FormData }

async function post(
  app: App,
  { opened: { booking, side }, actor, form }: Posted,
  open: NonNullable<AfterFormView['open']>,
): Promise<Result<unknown, { fields: FieldErrors } | { code: string }>> {
  const { id } = booking
  switch (open) {
    case 'report':
      return reportNoShow(app, id, { side, actor })
    case 'contest':
      return withRead(readReportForm(form), ({ text }) => contestNoShow(app, id, { side, actor, text }))
    case 'complete':
    case 'note':
      return withRead(readCompleteForm(form), (left) => completeByMentor(app, id, { ...left, actor }))
    case 'rate':
      return withRead(readFeedbackForm(form), (given) => giveFeedback(app, id, { ...given, actor }))
    case 'write':
      return withRead(readWordsForm(form), ({ text }) => giveMentorFeedback(app, id, { text, actor }))
    case 'answer':
      return withRead(readWordsForm(form), ({ text }) => answerFeedback(app, id, text))
    case 'problem':
      return withRead(readReportForm(form), ({ text }) => reportProblem(app, id, { side, actor, text }))
  }
}

async function withRead<Read>(
  read: Result<Read, FieldErrors>,
  work: (read: Read) => Promise<Result<unknown, { code: string }>>,
): Promise<Result<unknown, { fields: FieldErrors } | { code: string }>> {
  return read.ok ? work(read.value) : { ok: false, error: { fields: read.error } }
}

function refuse(
  form: FormData,
  { problem = null, fields = {}, status }: { problem?: string | null; fields?: FieldErrors; status: number },
) {
  const typed = Object.fromEntries(
    [...form.entries()].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  return { result: { problem, fields, typed }, status }
}
