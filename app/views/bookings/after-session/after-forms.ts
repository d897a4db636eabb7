/** The forms of a session that has begun: which one is shown, and what comes of posting it. Server side. */
import type { RouterContextProvider } from 'react-router'
import type { Result } from '#domain/result'
import { accountActor } from '#server/accounts/audit'
import type { AuditActor } from '#server/accounts/audit-queries'
import { completeByMentor } from '#server/bookings/after-session/complete'
import { answerFeedback, giveFeedback, giveMentorFeedback } from '#server/bookings/after-session/feedback'
import { readCompleteForm, readFeedbackForm, readReportForm, readWordsForm } from '#server/bookings/after-session/form'
import { contestNoShow, reportNoShow, sayHere } from '#server/bookings/after-session/no-show'
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
  await sayHere(app, booking.id, side)
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
    'A side that has said it is here can report from ten minutes after the start that the other, which has not, did not come. The other has 24 hours to contest. There is nothing to do now.',
  complete:
    'A session can be completed from its end until 14 days after it, unless something of it is still to be decided.',
  feedback:
    'Feedback is open from the end of a session that took place until 14 days after it, once for each side, and not while a report of it is still to be decided.',
  problem: 'A problem can be reported from the start of a session until 48 hours after its end, once by each side.',
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
        lead: `We write to ${other}, who then has 24 hours to say they were there. If they do, we look at it and decide. If they do not, the session counts as missed.`,
      }
    case 'contest':
      return {
        title: 'You were there',
        lead: `${other} reports that you did not come. Say what happened. We read it, look at what both of you did here, and decide.`,
      }
    case 'note':
      return {
        title: 'A note and next steps',
        lead: `They go to ${other} by email and stay on the booking’s page. You can send them once.`,
      }
    case 'complete':
      return {
        title: 'Complete the session',
        lead: `Says that it took place. A note and next steps go to ${other} by email and stay on the booking’s page. Both can be left empty now and written later, once.`,
      }
    case 'feedback':
    case 'rate':
      return {
        title: 'How did it go?',
        lead: `Published under your first name and initial, once ${other} has written to you too, or 14 days after the session.`,
      }
    case 'write':
      return {
        title: `Write to ${other}`,
        lead: `About the session. Only ${other} reads it, and so do we if we must. Once both of you have written, each can read what the other wrote.`,
      }
    case 'answer':
      return { title: 'Answer the feedback', lead: 'Once, for everyone who looks at your page.' }
    case 'problem':
      return {
        title: 'Report a problem',
        lead: `We read it, ask where we must, and write to both of you. Until then nothing is paid out. ${other} learns that you reported something, and not your words.`,
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

const CHANGED =
  'This is no longer possible: something changed while you were here. The booking’s page says how it is now.'

function refuse(
  form: FormData,
  { problem = null, fields = {}, status }: { problem?: string | null; fields?: FieldErrors; status: number },
) {
  const typed = Object.fromEntries(
    [...form.entries()].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  return { result: { problem, fields, typed }, status }
}
