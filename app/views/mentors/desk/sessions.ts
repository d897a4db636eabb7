/** The page of a mentor's sessions. Server side. */
import { currencyOf, isVolunteer } from '#domain/mentors/content'
import { toTypedApplication } from '#domain/mentors/typed-application'
import type { App } from '#server/context'
import { readSessionsForm } from '#server/mentors/application/form'
import type { Actor } from '#server/accounts/audit'
import { findMentorForDesk } from '#server/mentors/desk-queries'
import { priceBounds } from '#server/mentors/price-bounds'
import { findRecord } from '#server/mentors/record/content-queries'
import { saveSessions } from '#server/mentors/record/save-sessions'
import { findWaiting } from '#server/mentors/review/submissions-queries'
import type { SessionsResult, SessionsPage } from '../../../ui/mentors/desk/sessions-editor.tsx'
import { changeEntries } from '../../accounts/long-form.ts'
import { formatPrice } from '#words/prices'
import { SESSION_LIST } from '../application-actions.ts'

type Typed = Record<string, string>

export async function readSessionsPage(app: App, mentorId: string): Promise<SessionsPage> {
  const { record, wanted } = await readWanted(app, mentorId)
  return {
    typed: sessionsIn(toTypedApplication(wanted, [])),
    price: formatPrice(wanted.price, currencyOf(wanted)),
    currency: currencyOf(wanted),
    volunteer: isVolunteer(wanted),
    waiting: JSON.stringify(wanted.sessions) !== JSON.stringify(record.content.sessions),
  }
}

/** `wanted`: the record with the changes that are under review. */
async function readWanted(app: App, mentorId: string) {
  const record = await findRecord(app.db, { id: mentorId })
  if (!record) throw new Error(`No mentor ${mentorId}`)
  const open = await findWaiting(app.db, mentorId)
  return { record, wanted: open?.content ?? record.content }
}

/** What holds for new bookings: the cancellation policy, and whether someone else may pay by a link. */
export async function readRules(app: App, mentorId: string) {
  const { cancelPolicy: policy, acceptsPaymentLinks: acceptsLinks } = await findMentorForDesk(app.db, mentorId)
  return { policy, acceptsLinks }
}

/** Saves the sessions, or changes their list where scripts would. `to`: what is said about it, as a query. */
export async function handleSessionsForm(
  app: App,
  actor: Actor,
  mentorId: string,
  { intent = '', ...typed }: Typed,
): Promise<{ to: string } | { result: SessionsResult; status: number }> {
  if (intent !== 'save') {
    const changed = changeEntries(intent, typed, { sessions: SESSION_LIST })
    if (changed) return { result: { typed: changed.typed, fields: {} }, status: 200 }
    return { result: { typed, fields: {}, failed: 'unknown' }, status: 400 }
  }
  const { wanted } = await readWanted(app, mentorId)
  const read = readSessionsForm(typed, priceBounds(app, currencyOf(wanted)))
  if (!read.ok) return { result: { typed, fields: read.error }, status: 400 }
  const saved = await saveSessions(app, actor, read.value)
  if (!saved.ok) return { result: { typed, fields: {}, failed: saved.error.code }, status: 409 }
  return { to: saved.value.waiting.includes('sessions') ? 'saved=review' : 'saved=live' }
}

const sessionsIn = (typed: Typed): Typed =>
  Object.fromEntries(
    Object.entries(typed).filter(([name]) => name.startsWith('sessions.') || name === 'price' || name === 'currency'),
  )
