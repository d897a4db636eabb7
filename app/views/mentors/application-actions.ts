/** What the application form does when it is posted: sent for review, or saved and changed without scripts. Server side. */
import { MAX_MOVES, MAX_SESSIONS } from '#domain/mentors/content'
import { besideApplication } from '#domain/mentors/typed-application'
import { discardDraft } from '#server/accounts/drafts/drafts'
import type { App } from '#server/context'
import { submitApplication } from '#server/mentors/application/submit'
import type { ApplicationResult } from '../../ui/mentors/application/application-answer.ts'
import type { Typed } from '../../ui/forms/typed-fields.ts'
import type { EntryList, FormActor, LongForm, Outcome } from '../accounts/long-form.ts'
import { APPLICATION_PATH, readSentApplication } from './application.ts'

export const SESSION_LIST: EntryList = { max: MAX_SESSIONS, first: ['minutes', '60'], part: '#apply-step-sessions' }

export const APPLICATION_FORM: LongForm = {
  draft: 'application',
  page: APPLICATION_PATH,
  path: APPLICATION_PATH,
  lists: {
    sessions: SESSION_LIST,
    moves: { max: MAX_MOVES, first: ['purpose', 'work'], part: '#apply-step-move' },
  },
  beside: besideApplication,
}

/** The same fields as a form. */
export function toFormData(typed: Typed): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(typed)) form.set(name, value)
  return form
}

/** Sends an application for review. Whatever fails, what was typed comes back. */
export async function sendApplication(app: App, actor: FormActor, typed: Typed): Promise<Outcome<ApplicationResult>> {
  const refuse = (result: Omit<ApplicationResult, 'typed'>, status: number) => ({
    result: { ...result, typed },
    status,
  })
  const read = readSentApplication(app, typed)
  if (!read.ok) return refuse({ fields: read.error }, 400)
  try {
    const sent = await submitApplication(app, actor, read.value)
    if (!sent.ok && sent.error.code === 'invalid') return refuse({ fields: sent.error.fields }, 400)
    if (!sent.ok) return refuse({ fields: {}, failed: 'not_now' }, 409)
  } catch (error) {
    app.log.error('an application could not be written', { error })
    return refuse({ fields: {}, failed: 'away' }, 503)
  }
  await discardDraft(app, actor.client.browser, APPLICATION_PATH)
  return { to: '/become-a-mentor?sent' }
}
