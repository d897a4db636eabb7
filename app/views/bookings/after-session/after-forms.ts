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
    why: CLOSED[form],
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

const CLOSED: Record<AfterForm, string> = {
  absent:
    'If you checked in and the other person didn’t, you can report a no-show from ten minutes after the start. They have 24 hours to contest it. There’s nothing to do now.',
  complete: 'You can complete a session from its end until 14 days after, unless a decision is pending.',
  feedback: 'You can give feedback once, from the end of a session until 14 days after, unless a decision is pending.',
  problem: 'You can report a problem once, from the start of a session until 48 hours after its end.',
}

function describeForm(
  form: AfterForm | NonNullable<AfterFormView['open']>,
  other: string,
): { title: string; lead: string } {
  switch (form) {
    case 'absent':
    case 'report':
      return {
        title: `${other} is not here`,
        lead: `We’ll email ${other}, who has 24 hours to contest. If they do, we’ll review it and decide. If not, the session counts as missed.`,
      }
    case 'contest':
      return {
        title: 'You were there',
        lead: `${other} reports that you didn’t come. Tell us what happened. We’ll review it and decide.`,
      }
    case 'note':
      return {
        title: 'A note and next steps',
        lead: `We email them to ${other} and show them on the booking page. You can send them once.`,
      }
    case 'complete':
      return {
        title: 'Complete the session',
        lead: `Confirms that it took place. We email the note and next steps to ${other} and show them on the booking page. You can leave them empty and add them later, once.`,
      }
    case 'feedback':
    case 'rate':
      return {
        title: 'How did it go?',
        lead: `Published with your first name and initial when ${other} has also given feedback, or 14 days after the session.`,
      }
    case 'write':
      return {
        title: `Write to ${other}`,
        lead: `About the session. Only ${other} sees it, and we can if needed. You can each read it when both have given feedback.`,
      }
    case 'answer':
      return { title: 'Answer the feedback', lead: 'You can reply once. It’s public on your page.' }
    case 'problem':
      return {
        title: 'Report a problem',
        lead: `We review it and email both of you. Nothing is paid out until then. ${other} sees that you reported a problem, but not what you wrote.`,
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
  if (!open) return refuse(form, { problem: CHANGED, status: 409 })
  const posted = await post(app, { opened, actor, form }, open)
  if (posted.ok) return null
  if ('fields' in posted.error) return refuse(form, { fields: posted.error.fields, status: 400 })
  return refuse(form, { problem: CHANGED, status: 409 })
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

const CHANGED = 'This is no longer possible: the booking changed while you were here. See the booking page.'

function refuse(
  form: FormData,
  { problem = null, fields = {}, status }: { problem?: string | null; fields?: FieldErrors; status: number },
) {
  const typed = Object.fromEntries(
    [...form.entries()].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  return { result: { problem, fields, typed }, status }
}
