/** What the proposal form does when it is posted: sent for review, or saved and changed without scripts. Server side. */
import { MAX_RESOURCES, MAX_SESSIONS, MAX_TASKS } from '#domain/cohorts/content'
import { PROPOSAL_LISTS } from '#domain/cohorts/typed-proposal'
import { countEntries, moved, reordered } from '#domain/mentors/typed-list'
import { isRowId } from '#domain/row-id'
import { discardDraft } from '#server/accounts/drafts/drafts'
import { saveCohortDraft } from '#server/cohorts/drafts'
import { readProposalForm } from '#server/cohorts/form'
import { proposeCohort } from '#server/cohorts/propose'
import type { App } from '#server/context'
import type { Typed } from '#server/platform/http/form'
import type { Actor } from '#server/accounts/audit'
import { priceBounds } from '#server/mentors/price-bounds'
import type { ProposalResult } from '../../ui/cohorts/proposal/proposal.ts'
import { PROPOSAL_PATH } from './proposal.ts'

type Outcome = { to: string } | { result: ProposalResult; status: number }
type WithClient = Actor & { client: { browser: string } }
type List = keyof typeof PROPOSAL_LISTS

const MOST: Record<List, number> = { schedule: MAX_SESSIONS, tasks: MAX_TASKS, resources: MAX_RESOURCES }

/** Sends a proposal for review. `of`: the one that is changed. Whatever fails, what was typed comes back. */
export async function sendProposal(app: App, actor: WithClient, sent: Typed, of: string): Promise<Outcome> {
  const typed = withoutBlanks(sent)
  const refuse = (result: Omit<ProposalResult, 'typed'>, status: number) => ({ result: { ...result, typed }, status })
  const read = readProposalForm(typed, priceBounds(app))
  if (!read.ok) return refuse({ fields: read.error }, 400)
  try {
    const proposed = await proposeCohort(app, actor, read.value, isRowId(of) ? of : null)
    if (!proposed.ok && proposed.error.code === 'invalid') return refuse({ fields: proposed.error.fields }, 400)
    if (!proposed.ok) return refuse({ fields: {}, failed: 'decided' }, 409)
  } catch (error) {
    app.log.error('a proposal could not be written', { error })
    return refuse({ fields: {}, failed: 'away' }, 503)
  }
  await discardDraft(app, actor.client.browser, PROPOSAL_PATH)
  return { to: `${PROPOSAL_PATH}?sent` }
}

/** Saves what was typed, and does what a button of the form asks for where scripts would. */
export async function saveWithoutScripts(
  app: App,
  actor: WithClient,
  typed: Typed,
  { intent, version }: { intent: string; version: string },
): Promise<Outcome> {
  const change = intent === 'save' ? { typed, anchor: '&saved' } : changeList(intent, typed)
  if (!change) return { result: { typed, fields: {}, failed: 'unknown' }, status: 400 }
  const known = /^\d{1,9}$/.test(version) ? Number(version) : null
  const saved = await saveCohortDraft(app, actor.session.accountId, change.typed, known)
  if (!saved.ok) {
    const { version: newer } = saved.error
    return { result: { typed: change.typed, fields: {}, failed: 'changed', version: newer }, status: 409 }
  }
  await discardDraft(app, actor.client.browser, PROPOSAL_PATH)
  return { to: `${PROPOSAL_PATH}?change${change.anchor}` }
}

/** Null for an intent that a list does not have. "up schedule 2": moves the third session up. */
function changeList(intent: string, typed: Typed): { typed: Typed; anchor: string } | null {
  const [, what = '', of = '', at = ''] =
    /^(add|up|down|remove) (schedule|tasks|resources)(?: (\d{1,2}))?$/.exec(intent) ?? []
  if (!isList(of)) return null
  const length = Math.max(countEntries(typed, of), 1)
  const place = Number(at)
  if (what === 'add' && length < MOST[of])
    return { typed: { ...typed, [`${of}.${length}.${PROPOSAL_LISTS[of][0]}`]: '' }, anchor: `#apply-${of}-${length}` }
  if (at === '' || place >= length) return null
  const order = Array.from({ length }, (_, n) => n)
  if (what === 'remove') return { typed: reordered(typed, of, order.toSpliced(place, 1)), anchor: `#apply-${of}` }
  const to = what === 'up' ? Math.max(place - 1, 0) : Math.min(place + 1, length - 1)
  return { typed: reordered(typed, of, moved(length, place, to)), anchor: `#apply-${of}-${to}` }
}

const isList = (list: string): list is List => Object.hasOwn(PROPOSAL_LISTS, list)

/** Without the entries in which nothing is typed, so that places in messages are those of the form that comes back. */
function withoutBlanks(typed: Typed): Typed {
  return (Object.keys(PROPOSAL_LISTS) as List[]).reduce((all, list) => {
    const places = Array.from({ length: countEntries(all, list) }, (_, place) => place)
    const isTyped = (place: number) => PROPOSAL_LISTS[list].some((field) => all[`${list}.${place}.${field}`]?.trim())
    return reordered(all, list, places.filter(isTyped))
  }, typed)
}
