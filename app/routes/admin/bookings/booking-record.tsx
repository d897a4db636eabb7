/** /admin-dashboard/bookings/{reference} — one booking with its history, money and emails, and what an admin does to it. */
import { data, redirect } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted } from '#server/platform/http/form'
import { requireAdmin } from '#server/site/guards/account-guards'
import { AdminFrame } from '../../../ui/admin/admin-frame.tsx'
import adminStyles from '../../../ui/admin/admin.css?url'
import { BookingRecord } from '../../../ui/admin/bookings/booking-record.tsx'
import { ownZone } from '../../../views/accounts/own-zone.ts'
import { personalHeaders } from '../../../views/accounts/sign-in-pages.ts'
import { handleBookingAction, recordDone } from '../../../views/admin/booking-actions.ts'
import { readRecordPage, recordPath } from '../../../views/admin/booking.ts'
import type { Route } from './+types/booking-record'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: adminStyles }]

export const headers = personalHeaders

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const session = requireAdmin(context, request)
  const { searchParams: query } = new URL(request.url)
  const app = context.get(appContext)
  const page = await readRecordPage(app, params.reference, {
    query,
    reader: session.accountId,
    zone: ownZone(request, session),
  })
  if (!page) throw data(null, 404)
  return { page, done: recordDone(query) }
}

export async function action({ context, request, params: { reference } }: Route.ActionArgs) {
  const session = requireAdmin(context, request)
  const { client } = clientOfPage(context, request)
  const [app, form] = [context.get(appContext), await readPosted(request)]
  const outcome = await handleBookingAction({ app, session, client, reference, form })
  if ('done' in outcome) throw redirect(`${recordPath(reference)}?done=${outcome.done}`, 303)
  const query = new URLSearchParams({ do: outcome.about, mail: String(form.get('mail') ?? '') })
  const page = await readRecordPage(app, reference, {
    query,
    reader: session.accountId,
    zone: ownZone(request, session),
  })
  return data({ page, result: outcome.result }, { status: outcome.status })
}

export default function BookingRecordRoute({ loaderData, actionData }: Route.ComponentProps) {
  const page = actionData?.page ?? loaderData.page
  return (
    <AdminFrame title={page.title} lead={page.reference} done={actionData ? null : loaderData.done}>
      <BookingRecord page={page} result={actionData?.result ?? null} />
    </AdminFrame>
  )
}
