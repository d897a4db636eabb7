/** What the proposal form does when it is posted: sent for review, or saved and changed without scripts. Server side. */
import { MAX_RESOURCES, MAX_SESSIONS, MAX_TASKS } from '#domain/cohorts/content'
import { PROPOSAL_LISTS } from '#domain/cohorts/typed-proposal'
import { countEntries, reordered } from '#domain/mentors/typed-list'
import { isRowId } from '#domain/row-id'
import { discardDraft } from '#server/accounts/drafts/drafts'
import { readProposalForm } from '#server/cohorts/form'
import { proposalCurrency, proposeCohort } from '#server/cohorts/propose'
import type { App } from '#server/context'
import type { Typed } from '#server/platform/http/form'
import { priceBounds } from '#server/mentors/price-bounds'
import type { ProposalResult } from '../../ui/cohorts/proposal/proposal.ts'
import type { EntryList, FormActor, LongForm, Outcome } from '../accounts/long-form.ts'
import { PROPOSAL_PATH } from './proposal.ts'

type List = keyof typeof PROPOSAL_LISTS

/** `name` also names the part of the page. */
const entryList = (name: List, max: number): EntryList => ({
  max,
  first: [PROPOSAL_LISTS[name][0], ''],
  part: `#apply-${name}`,
})

export const PROPOSAL_FORM: LongForm = {
  draft: 'proposal',
  page: PROPOSAL_PATH,
  path: `${PROPOSAL_PATH}?change`,
  lists: {
    schedule: entryList('schedule', MAX_SESSIONS),
    tasks: entryList('tasks', MAX_TASKS),
    resources: entryList('resources', MAX_RESOURCES),
  },
}

/** Sends a proposal for review. `of`: the one that is changed. Whatever fails, what was typed comes back. */
export async function sendProposal(
  app: App,
  actor: FormActor,
  sent: Typed,
  of: string,
): Promise<Outcome<ProposalResult>> {
  const typed = withoutBlanks(sent)
  const refuse = (result: Omit<ProposalResult, 'typed'>, status: number) => ({ result: { ...result, typed }, status })
  const currency = await proposalCurrency(app, actor.session.accountId)
  const read = readProposalForm(typed, priceBounds(app, currency))
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

/** Without the entries in which nothing is typed, so that places in messages are those of the form that comes back. */
function withoutBlanks(typed: Typed): Typed {
  return (Object.keys(PROPOSAL_LISTS) as List[]).reduce((all, list) => {
    const places = Array.from({ length: countEntries(all, list) }, (_, place) => place)
    const isTyped = (place: number) => PROPOSAL_LISTS[list].some((field) => all[`${list}.${place}.${field}`]?.trim())
    return reordered(all, list, places.filter(isTyped))
  }, typed)
}
