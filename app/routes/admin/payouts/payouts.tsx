/** /admin-dashboard/payouts — what is due to mentors, and the batches in which they are paid. */
import { data, redirect } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted, typedIn } from '#server/platform/http/form'
import { requireAdmin } from '#server/site/guards/account-guards'
import * as m from '#messages/admin'
import { CONFLICT_OF_INTEREST_WORDS } from '#words/conflict-of-interest'
import { AdminFrame } from '../../../ui/admin/admin-frame.tsx'
import adminStyles from '../../../ui/admin/admin.css?url'
import { Part } from '../../../ui/layout/prose.tsx'
import { ConnectParts } from '../../../ui/payments/connect-parts.tsx'
import { DuePayouts, PayoutBatches } from '../../../ui/payments/payouts.tsx'
import { DocumentRegister } from '../../../ui/tax-documents/document-register.tsx'
import { SellerReport } from '../../../ui/tax-documents/seller-report.tsx'
import { ownZone } from '../../../views/accounts/own-zone.ts'
import { personalHeaders } from '../../../views/accounts/sign-in-pages.ts'
import { handlePayoutsForm, readPayouts } from '../../../views/payments/payouts.ts'
import { readSellerReport } from '../../../views/tax-documents/seller-report.ts'
import type { Route } from './+types/payouts'

const PATH = '/admin-dashboard/payouts'

/** What is said after a button, by `?done=`. */
const DONE = {
  made: m.batchCreated,
  nothing: m.noPayoutsDue,
  paid: m.batchPaid,
  discarded: m.batchDiscarded,
  gone: m.batchGone,
  sent_again: m.transferSentAgain,
  not_waiting: m.transferNotWaiting,
  account_restricted: m.transferAccountRestricted,
  refused: m.transferRefusedAgain,
  unanswered: m.transferUnanswered,
  own_another: CONFLICT_OF_INTEREST_WORDS.another,
  own_alone: CONFLICT_OF_INTEREST_WORDS.alone,
}

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: adminStyles }]

export const headers = personalHeaders

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAdmin(context, request)
  const done = new URL(request.url).searchParams.get('done')
  return {
    page: await readPayouts(context.get(appContext), ownZone(request, session), session.accountId),
    sellers: await readSellerReport(context.get(appContext)),
    done: done && Object.hasOwn(DONE, done) ? DONE[done as keyof typeof DONE]() : null,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireAdmin(context, request)
  const typed = typedIn(await readPosted(request))
  const { client } = clientOfPage(context, request)
  const outcome = await handlePayoutsForm(context.get(appContext), { session, client }, typed)
  if (!outcome) throw data(null, 400)
  return redirect(`${PATH}?done=${outcome.to}`, 303)
}

export default function Payouts({ loaderData: { page, sellers, done } }: Route.ComponentProps) {
  return (
    <AdminFrame title={m.payouts()} lead={m.payoutsLead()} done={done}>
      <Part title={m.due()}>
        <DuePayouts due={page.due} next={page.next} />
      </Part>
      <Part title={m.batches()}>
        <PayoutBatches batches={page.batches} />
      </Part>
      {page.connect && <ConnectParts connect={page.connect} />}
      <Part title={m.sellerReport()}>
        <p className="running-text">{m.sellerReportLead()}</p>
        <SellerReport {...sellers} />
      </Part>
      <Part title={m.documentRegister()}>
        <p className="running-text">{m.documentRegisterLead()}</p>
        <DocumentRegister years={sellers.years} />
      </Part>
    </AdminFrame>
  )
}
