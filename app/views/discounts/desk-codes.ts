/** The page of a mentor's own codes and of the operator's that they cover or can accept, and what its forms do. Server side. */
import type { Session } from '#domain/accounts/account'
import { codeState, MAX_OWN_CODES } from '#domain/discounts/code-terms'
import { currencyOf } from '#domain/mentors/content'
import { ownFirst } from '#domain/payments/currency'
import { isRowId } from '#domain/row-id'
import { zoneCity } from '#domain/time/zone'
import type { Actor } from '#server/accounts/audit'
import { listOwnCohorts } from '#server/cohorts/queries'
import type { App } from '#server/context'
import { answerCode } from '#server/discounts/agreements'
import { listOfferedCodes, type OfferedCode } from '#server/discounts/agreements-queries'
import { readCodeForm } from '#server/discounts/form'
import { createOwnCode, disableOwnCode } from '#server/discounts/manage-codes'
import { listCodes } from '#server/discounts/managing-queries'
import { findRecord } from '#server/mentors/record/content-queries'
import type { Typed } from '#server/platform/http/form'
import * as m from '#messages/codes'
import type { CodeFormResult, CodeOffer } from '../../ui/discounts/codes.ts'
import type { DeskCodesPage } from '../../ui/discounts/desk-codes.tsx'
import type { OfferedCodeView } from '../../ui/discounts/offered-codes.tsx'
import { viewCode } from './code-view.ts'

type Mentor = Session & { mentorId: string }

/** More than a mentor can have that are not disabled. */
const ROWS = 2 * MAX_OWN_CODES
/** Of those that the operator made. */
const OFFERED = 100

/** `query`: that of the page's address. `disable` names the code that is about to be disabled. */
export async function readDeskCodes(app: App, mentor: Mentor, query: URLSearchParams): Promise<DeskCodesPage> {
  const { zone, ...offer } = await readOffer(app, mentor)
  const rows = await listCodes(app.db, { mentorId: mentor.mentorId }, { after: null, limit: ROWS })
  const codes = rows.map((row) => viewCode(row, { zone, now: app.now() }))
  const offered = (await listOfferedCodes(app.db, mentor.mentorId, { limit: OFFERED }))
    .map((row) => viewOffered(row, { zone, now: app.now() }))
    .filter(({ isOpen, agreement }) => isOpen || agreement === 'accepted')
    .toSorted((one, other) => Number(other.agreement === 'waiting') - Number(one.agreement === 'waiting'))
  const confirming = codes.find(({ id, state }) => id === query.get('disable') && state !== 'disabled')
  return { codes, offered, offer, confirming: confirming ?? null }
}

/** A batch goes by its name: which codes it has is no concern of the mentor's. */
function viewOffered(row: OfferedCode, shown: { zone: string; now: Date }): OfferedCodeView {
  const { batch, code, maxRedemptions, agreement } = row
  const state = codeState(row, shown.now)
  const name = batch === null ? code : m.batchOf({ name: batch, count: maxRedemptions ?? 0 })
  return { ...viewCode(row, shown), code: name, agreement, isOpen: state !== 'ended' && state !== 'disabled' }
}

/** What a mentor's code can be for. `zone`: of its days. */
async function readOffer(app: App, { mentorId, accountId }: Mentor): Promise<CodeOffer & { zone: string }> {
  const record = await findRecord(app.db, { id: mentorId })
  if (!record) throw new Error(`No mentor ${mentorId}`)
  const { content } = record
  const cohorts = (await listOwnCohorts(app.db, accountId)).filter(({ status }) => status === 'accepted')
  const [zone, own] = [content.timeZone, currencyOf(content)]
  return {
    currencies: ownFirst([own, ...cohorts.map((cohort) => cohort.content.currency)], own),
    sessions: content.sessions.map(({ id, title }) => ({ id, title })),
    cohorts: cohorts.map((cohort) => ({ id: cohort.id, title: cohort.content.title })),
    place: zoneCity(zone),
    zone,
  }
}

/** What is said after a form, by the query of the address. */
export function describeDeskDone(query: URLSearchParams): string | null {
  if (query.has('disabled')) return m.codeDisabled()
  if (query.has('accepted')) return m.codeAccepted()
  if (query.has('off')) return m.codeOff()
  const added = query.get('added')
  return added && /^[A-Z0-9]{4,40}$/.test(added) ? m.codeAdded({ code: added }) : null
}

/** `retryAfter`: seconds. */
type Handled = { to: string } | { result: CodeFormResult; status: number; retryAfter?: number }

/** Null for a form that the page does not have. `gone`: it is no code of theirs or for them, or was disabled before. */
export async function handleDeskCodesForm(
  app: App,
  actor: Actor & { session: Mentor },
  { intent, ...typed }: Typed,
): Promise<Handled | 'gone' | null> {
  if (intent === 'disable') {
    const id = typed['id'] ?? ''
    return isRowId(id) && (await disableOwnCode(app, actor, id)) ? { to: 'disabled' } : 'gone'
  }
  if (intent === 'accept' || intent === 'decline') {
    const [codeId, agrees] = [typed['id'] ?? '', intent === 'accept']
    if (!isRowId(codeId) || !(await answerCode(app, actor, { codeId, agrees }))) return 'gone'
    return { to: agrees ? 'accepted' : 'off' }
  }
  if (intent !== 'add') return null
  const { currencies, zone, sessions, cohorts } = await readOffer(app, actor.session)
  const ids = (options: { id: string }[]) => new Set(options.map(({ id }) => id))
  const { mentorId } = actor.session
  const offered = { currencies, zone, sessions: ids(sessions), cohorts: ids(cohorts), mentorIds: [mentorId] }
  const read = readCodeForm({ ...typed, borneBy: 'mentor' }, { ...offered, now: app.now() })
  if (!read.ok) return { result: { typed, errors: read.error }, status: 400 }
  const made = await createOwnCode(app, actor, read.value)
  if (made.ok) return { to: `added=${made.value.code}` }
  switch (made.error.code) {
    case 'taken':
      return { result: { typed, errors: { code: m.codeTaken() } }, status: 409 }
    case 'too_many_codes':
      return { result: { typed, errors: {}, refused: m.tooManyCodes({ most: MAX_OWN_CODES }) }, status: 409 }
    case 'too_many':
      return {
        result: { typed, errors: {}, refused: m.tooManyTries() },
        status: 429,
        retryAfter: made.error.retryAfter,
      }
  }
}
