/** /admin-dashboard/payouts — what is due to mentors, and the batches in which they are paid. */
import { data, redirect } from 'react-router'
import { CONFLICT_OF_INTEREST_WORDS } from '#domain/accounts/conflict-of-interest'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted, typedIn } from '#server/platform/http/form'
import { requireAdmin } from '#server/site/guards/account-guards'
import { AdminFrame } from '../../../ui/admin/admin-frame.tsx'
import adminStyles from '../../../ui/admin/admin.css?url'
import { Part } from '../../../ui/layout/prose.tsx'
import { DuePayouts, PayoutBatches, SellersReport } from '../../../ui/payments/payouts.tsx'
import { ownZone } from '../../../views/accounts/own-zone.ts'
import { personalHeaders } from '../../../views/accounts/sign-in-pages.ts'
import { handlePayoutsForm, readPayouts } from '../../../views/payments/payouts.ts'
import type { Route } from './+types/payouts'

const PATH = '/admin-dashboard/payouts'

/** What is said after a button, by `?done=`. */
const DONE = {
  made: 'Batch created. Download it, make the transfers, then mark it as paid.',
  nothing: 'No payouts are due. Another admin may have just created a batch.',
  paid: 'Batch marked as paid. Every mentor in it gets an email.',
  discarded: 'Batch discarded. Its payouts are due again.',
  gone: 'That batch was already paid or discarded.',
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
    done: done && Object.hasOwn(DONE, done) ? DONE[done as keyof typeof DONE] : null,
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

export default function Payouts({ loaderData: { page, done } }: Route.ComponentProps) {
  return (
    <AdminFrame
      title="Payouts"
      lead="Mentors’ earnings are due 72 hours after each session, unless a dispute or problem is open."
      done={done}
    >
      <Part title="Due">
        <DuePayouts due={page.due} next={page.next} own={page.own} />
      </Part>
      <Part title="Batches">
        <PayoutBatches batches={page.batches} />
      </Part>
      <Part title="Seller report (DAC7)">
        <p className="running-text">
          The yearly DAC7 report for tax authorities: each mentor who was paid, with sessions, gross, fees and payments
          by quarter.
        </p>
        <SellersReport years={page.years} />
      </Part>
    </AdminFrame>
  )
}
