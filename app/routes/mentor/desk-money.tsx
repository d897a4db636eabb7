/** /desk/money — what a mentor earned, what is due and was paid out, how they are paid, and to whom. */
import { data, redirect, redirectDocument } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted, typedIn } from '#server/platform/http/form'
import { requireMentor } from '#server/site/guards/account-guards'
import * as m from '#messages/mentors'
import { Notice } from '../../ui/controls/notice.tsx'
import { DeskFrame } from '../../ui/mentors/desk/desk-frame.tsx'
import deskStyles from '../../ui/mentors/desk/desk.css?url'
import { Earned } from '../../ui/payments/earned.tsx'
import { PayeeForm } from '../../ui/payments/payee-form.tsx'
import type { PayeeResult } from '../../ui/payments/desk-money.ts'
import type { PayoutAccountProblem } from '../../ui/payments/payout-account.ts'
import { SetUpPayouts } from '../../ui/payments/set-up-payouts.tsx'
import { TaxDetailsForm } from '../../ui/tax-documents/tax-details-form.tsx'
import type { TaxDetailsResult } from '../../ui/tax-documents/tax-details-part.ts'
import { StatementList } from '../../ui/tax-documents/statement-list.tsx'
import { ownZone } from '../../views/accounts/own-zone.ts'
import { personalHeaders } from '../../views/accounts/sign-in-pages.ts'
import { readDeskHead } from '../../views/mentors/desk/desk.ts'
import { handlePayeeForm, readDeskMoney } from '../../views/payments/desk-money.ts'
import { describeSetup, handlePayoutAccountForm } from '../../views/payments/payout-account.ts'
import { handleTaxDetailsForm, readTaxDetailsPart } from '../../views/tax-documents/tax-details.ts'
import { readStatementLinks } from '../../views/tax-documents/statements.ts'
import type { Route } from './+types/desk-money'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: deskStyles }]

export const headers = personalHeaders

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireMentor(context, request)
  const app = context.get(appContext)
  const { searchParams } = new URL(request.url)
  return {
    head: await readDeskHead(app, session.mentorId),
    page: await readDeskMoney(app, session, ownZone(request, session)),
    tax: await readTaxDetailsPart(app, session),
    statements: await readStatementLinks(app, session.mentorId),
    saved: searchParams.has('saved'),
    setup: describeSetup(searchParams.get('setup')),
  }
}

/** What became of the page's other forms. */
const NOTHING: { payee: PayeeResult | null; tax: TaxDetailsResult | null; problem: PayoutAccountProblem | null } = {
  payee: null,
  tax: null,
  problem: null,
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireMentor(context, request)
  const typed = typedIn(await readPosted(request))
  const { client } = clientOfPage(context, request)
  const app = context.get(appContext)
  if (typed['intent'] === 'tax-details') {
    const outcome = await handleTaxDetailsForm(app, { session, client }, typed)
    if ('saved' in outcome) return redirect('/desk/money?saved', 303)
    return data({ ...NOTHING, tax: outcome.result }, { status: outcome.status })
  }
  if (typed['intent'] !== undefined) {
    const outcome = await handlePayoutAccountForm(app, { session, client }, typed)
    if (!outcome) throw data(null, 400)
    if ('url' in outcome) return redirectDocument(outcome.url)
    const { problem, status, retryAfter } = outcome
    const headers = retryAfter === null ? {} : { 'retry-after': String(retryAfter) }
    return data({ ...NOTHING, problem }, { status, headers })
  }
  const outcome = await handlePayeeForm(app, { session, client }, typed)
  return 'saved' in outcome
    ? redirect('/desk/money?saved', 303)
    : data({ ...NOTHING, payee: outcome.result }, { status: outcome.status })
}

export default function DeskMoney({ loaderData, actionData }: Route.ComponentProps) {
  const { head, page, statements, tax, saved, setup } = loaderData
  return (
    <DeskFrame title={m.yourMoney()} line={m.yourEarnings()} head={head}>
      {saved && !actionData && (
        <div className="mb-5 max-w-3xl">
          <Notice good>
            <output>{m.payeeSaved()}</output>
          </Notice>
        </div>
      )}
      <Earned page={page} />
      <StatementList statements={statements} />
      {page.account && (
        <SetUpPayouts part={page.account} problem={actionData?.problem ?? null} notice={actionData ? null : setup} />
      )}
      <PayeeForm page={page} result={actionData?.payee ?? null} />
      <TaxDetailsForm part={tax} result={actionData?.tax ?? null} />
    </DeskFrame>
  )
}
