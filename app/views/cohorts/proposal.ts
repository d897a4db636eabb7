/** Loads the page for proposing a cohort: the status of one's proposals, and the form. */
import type { Session } from '#domain/accounts/account'
import type { Client } from '#domain/accounts/client'
import { isOpen } from '#domain/cohorts/cohort-status'
import { toTypedProposal } from '#domain/cohorts/typed-proposal'
import { readDraft } from '#server/accounts/drafts/drafts'
import { findFormDraft } from '#server/accounts/drafts/form-drafts-queries'
import { proposalCurrency } from '#server/cohorts/propose'
import { areCohortsPublished, listOwnCohorts, type Cohort } from '#server/cohorts/queries'
import type { App } from '#server/context'
import { reviewDeadline } from '#server/mentors/application/submit'
import { listCountries } from '#server/platform/reference/countries'
import { dayOfKey, dayTimeIn } from '#words/time'
import type { OwnCohort, ProposalOffer } from '../../ui/cohorts/proposal/proposal.ts'
import { readDemand } from './crossing-waitlist.ts'

export const PROPOSAL_PATH = '/cohorts/propose'
const MOST_WAITED_FOR = 8

/** `offer`: null while nothing is being written; `wanted`: they opened the form. Times are on the clock of `zone`. */
export async function readProposal(
  app: App,
  session: Session,
  client: Pick<Client, 'browser'>,
  { wanted, zone }: { wanted: boolean; zone: string },
): Promise<{ cohorts: OwnCohort[]; offer: ProposalOffer | null }> {
  const own = await listOwnCohorts(app.db, session.accountId)
  const published = await areCohortsPublished(app.db)
  const cohorts = own.map((cohort) => describeOwnCohort(app, cohort, published, zone))
  const [latest] = own
  const isQuestion = latest === undefined || latest.status === 'changes_requested' || wanted
  return { cohorts, offer: isQuestion ? await readOffer(app, session, client, latest) : null }
}

function describeOwnCohort(app: App, cohort: Cohort, published: boolean, zone: string): OwnCohort {
  const { id, slug, status, statusSince, changedAt, message, content } = cohort
  return {
    id,
    title: content.title,
    status,
    since: dayTimeIn(statusSince, zone),
    answerBy: status === 'pending' ? dayOfKey(reviewDeadline(app, changedAt)) : null,
    message: status === 'pending' ? '' : message,
    path: status === 'accepted' && published ? `/cohorts/${slug}` : null,
  }
}

/** What they typed before they had to sign in again, or their draft, or what they sent that is not accepted. */
async function readOffer(
  app: App,
  session: Session,
  client: Pick<Client, 'browser'>,
  latest: Cohort | undefined,
): Promise<ProposalOffer> {
  const beforeSigningIn = await readDraft(app, client.browser, PROPOSAL_PATH)
  const draft = await findFormDraft(app.db, 'proposal', session.accountId)
  const currency = await proposalCurrency(app, session.accountId)
  const open = latest && isOpen(latest.status) ? latest : null
  const sent =
    latest && latest.status !== 'accepted' ? toTypedProposal(latest.content, currency) : { mentorName: session.name }
  const drafted = draft && Object.keys(draft.fields).length > 0 ? draft.fields : null
  return {
    account: session.accountId,
    typed: beforeSigningIn ?? drafted ?? sent,
    version: draft?.version ?? null,
    savedAt: draft?.savedAt.toISOString() ?? null,
    restored: beforeSigningIn !== null,
    of: open?.id ?? null,
    picture: draft?.picture ?? open?.content.picture ?? null,
    countries: listCountries(),
    currency,
    demand: (await readDemand(app)).slice(0, MOST_WAITED_FOR),
    now: app.now().toISOString(),
  }
}
