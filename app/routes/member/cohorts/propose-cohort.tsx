/** /cohorts/propose — signed-in people propose a cohort and see its status. */
import { useEffect } from 'react'
import { data, redirect } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted, typedIn } from '#server/platform/http/form'
import { requireAccount } from '#server/site/guards/account-guards'
import * as m from '#messages/cohorts'
import { DemandList } from '../../../ui/cohorts/demand.tsx'
import { OwnCohorts } from '../../../ui/cohorts/proposal/own-cohorts.tsx'
import { ProposalForm } from '../../../ui/cohorts/proposal/proposal-form.tsx'
import { Notice } from '../../../ui/controls/notice.tsx'
import { keep } from '../../../ui/forms/kept-draft.ts'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { ProsePage } from '../../../ui/layout/prose.tsx'
import type { Route } from './+types/propose-cohort'
import { requireAccountOrSaveDraft } from '../../../views/accounts/draft-guard.ts'
import { ownZone } from '../../../views/accounts/own-zone.ts'
import { refusalByCode } from '../../../views/accounts/picture-refusals.ts'
import { saveWithoutScripts } from '../../../views/accounts/long-form.ts'
import { PROPOSAL_FORM, sendProposal } from '../../../views/cohorts/proposal-actions.ts'
import { PROPOSAL_PATH, readProposal } from '../../../views/cohorts/proposal.ts'
import { toFormData } from '../../../views/mentors/application-actions.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAccount(context, request)
  const { client, setCookie } = clientOfPage(context, request)
  const query = new URL(request.url).searchParams
  const shown = await readProposal(context.get(appContext), session, client, {
    wanted: query.has('change') || query.has('picture'),
    zone: ownZone(request, session),
  })
  const refused = refusalByCode(query.get('picture') ?? '')
  const headers: HeadersInit = { 'Cache-Control': 'no-store', ...(setCookie && { 'Set-Cookie': setCookie }) }
  const sent = query.has('sent') && shown.cohorts[0]?.status === 'pending'
  const outcome = { ...shown, account: session.accountId, sent, saved: query.has('saved') }
  if (refused?.status !== 503) return data({ ...outcome, uploaded: refused?.picture ?? null }, { headers })
  // That we failed is said to machines too. What its sender can mend is said in the page alone.
  const away = { ...headers, 'Retry-After': refused.retryAfter ?? '60' }
  return data({ ...outcome, uploaded: refused.picture }, { status: 503, headers: away })
}

export async function action({ context, request }: Route.ActionArgs) {
  const { intent = '', version = '', of = '', ...typed } = typedIn(await readPosted(request))
  const session = await requireAccountOrSaveDraft(context, request, PROPOSAL_PATH, toFormData(typed))
  const app = context.get(appContext)
  const actor = { session, client: clientOfPage(context, request).client }
  const outcome =
    intent === 'send'
      ? await sendProposal(app, actor, typed, of)
      : await saveWithoutScripts(app, actor, PROPOSAL_FORM, { typed, intent, version })
  if ('to' in outcome) return redirect(outcome.to, 303)
  return data(outcome.result, outcome.status)
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export default function ProposeCohort({ loaderData, actionData }: Route.ComponentProps) {
  const { cohorts, offer, account, sent, saved, uploaded } = loaderData

  // Sent: nothing of it needs to be kept in this browser.
  useEffect(() => {
    if (sent) keep('cohort', account, null)
  }, [sent, account])

  return (
    <ProsePage title={m.proposeCohort()} lead={m.cohortsLead()}>
      <PageHead title={actionData ? m.proposalNotSent() : m.proposeCohort()} />
      {sent && (
        <div className="mt-8 max-w-3xl">
          <output className="block">
            <Notice good>{m.proposalSent()}</Notice>
          </output>
        </div>
      )}
      <OwnCohorts cohorts={cohorts} showsForm={offer !== null} />
      {offer && (
        <section aria-labelledby="proposal" className="mt-12">
          <h2 id="proposal" className="text-2xl">
            {offer.of === null ? m.yourProposal() : m.changeYourProposal()}
          </h2>
          {offer.of === null && <p className="mt-2 max-w-prose text-ink-2">{m.proposalReview()}</p>}
          <DemandList demand={offer.demand} />
          <ProposalForm
            key={offer.of ?? 'new'}
            offer={offer}
            result={actionData ?? null}
            uploaded={uploaded}
            saved={saved}
          />
        </section>
      )}
    </ProsePage>
  )
}
