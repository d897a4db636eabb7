/** What the application form does when it is posted: sent for review, or saved and changed without scripts. */
import { moved, countEntries, reordered } from '#domain/mentors/typed-list'
import { MAX_MOVES, MAX_SESSIONS } from '#domain/mentors/content'
import { discardDraft } from '#server/accounts/drafts/drafts'
import type { App } from '#server/context'
import type { Actor } from '#server/accounts/audit'
import { saveApplicationDraft } from '#server/mentors/application/drafts'
import { submitApplication } from '#server/mentors/application/submit'
import type { ApplicationResult } from '../../ui/mentors/application/application-answer.ts'
import { APPLICATION_PATH, readSentApplication } from './application.ts'
import type { Typed } from '../../ui/forms/typed-fields.ts'

type Outcome = { to: string } | { result: ApplicationResult; status: number }

/** The same fields as a form. */
export function toFormData(typed: Typed): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(typed)) form.set(name, value)
  return form
}

type WithClient = Actor & { client: { browser: string } }

/** Sends an application for review. Whatever fails, what was typed comes back. */
export async function sendApplication(app: App, actor: WithClient, typed: Typed): Promise<Outcome> {
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

/** Saves what was typed, and does what a button of the form asks for where scripts would. */
export async function saveWithoutScripts(
  app: App,
  actor: WithClient,
  typed: Typed,
  { intent, version }: { intent: string; version: string },
): Promise<Outcome> {
  const change = intent === 'save' ? { typed, anchor: '?saved' } : changeList(intent, typed)
  if (!change) return { result: { typed, fields: {}, failed: 'unknown' }, status: 400 }
  const known = /^\d{1,9}$/.test(version) ? Number(version) : null
  const saved = await saveApplicationDraft(app, actor.session.accountId, change.typed, known)
  if (!saved.ok) {
    const { version: newer } = saved.error
    return { result: { typed: change.typed, fields: {}, failed: 'changed', version: newer }, status: 409 }
  }
  await discardDraft(app, actor.client.browser, APPLICATION_PATH)
  return { to: `${APPLICATION_PATH}${change.anchor}` }
}

/** Null for an intent that a list does not have. "up sessions 2": moves the third session up. */
export function changeList(intent: string, typed: Typed): { typed: Typed; anchor: string } | null {
  const [, what = '', list = '', at = ''] = /^(add|up|down|remove) (sessions|moves)(?: (\d))?$/.exec(intent) ?? []
  const [length, place] = [Math.max(countEntries(typed, list), 1), Number(at)]
  const field = list === 'sessions' ? 'minutes' : 'purpose'
  const most = list === 'sessions' ? MAX_SESSIONS : MAX_MOVES
  const anchor = `#apply-step-${list === 'sessions' ? 'sessions' : 'move'}`
  if (what === 'add' && length < most) {
    const first = list === 'sessions' ? '60' : 'work'
    return { typed: { ...typed, [`${list}.${length}.${field}`]: first }, anchor: `#apply-${list}-${length}` }
  }
  if (at === '' || place >= length) return null
  const order = Array.from({ length }, (_, n) => n)
  const to = what === 'up' ? Math.max(place - 1, 0) : Math.min(place + 1, length - 1)
  if (what === 'remove') return { typed: reordered(typed, list, order.toSpliced(place, 1)), anchor }
  return { typed: reordered(typed, list, moved(length, place, to)), anchor: `#apply-${list}-${to}` }
}
