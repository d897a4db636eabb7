/**
 * /admin-dashboard/bookings — all bookings, to search, filter and page through. Specification §2 and §3, Booking. `?open=` shows
 * one beside the list, with what an admin does to it; in a narrow window, in its place.
 */
import { data, redirect } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted } from '#server/platform/http/form'
import { requireAdmin } from '#server/site/guards/account-guards'
import * as m from '#messages/admin'
import { AdminFrame } from '../../../ui/admin/admin-frame.tsx'
import adminStyles from '../../../ui/admin/admin.css?url'
import { BookingList, ExportButton } from '../../../ui/admin/bookings/booking-list.tsx'
import { BookingSheet } from '../../../ui/admin/bookings/booking-sheet.tsx'
import { ownZone } from '../../../views/accounts/own-zone.ts'
import { personalHeaders } from '../../../views/accounts/sign-in-pages.ts'
import { handleBookingAction, recordDone } from '../../../views/admin/booking-actions.ts'
import { readRecordPage } from '../../../views/admin/booking.ts'
import { readBookingList, readOpened } from '../../../views/admin/bookings.ts'
import type { Route } from './+types/bookings'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: adminStyles }]

export const headers = personalHeaders

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAdmin(context, request)
  const [app, zone] = [context.get(appContext), ownZone(request, session)]
  const { searchParams: query } = new URL(request.url)
  const opened = readOpened(query)
  const [list, record] = await Promise.all([
    readBookingList(app, query, zone),
    opened && readRecordPage(app, opened.reference, { query, zone, reader: session.accountId, path: opened.path }),
  ])
  if (opened && !record) throw data(null, 404)
  return { list, sheet: opened && record && { record, closed: opened.closed, done: recordDone(query) } }
}

/** What is done to the booking beside the list. */
export async function action({ context, request }: Route.ActionArgs) {
  const session = requireAdmin(context, request)
  const { client } = clientOfPage(context, request)
  const opened = readOpened(new URL(request.url).searchParams)
  if (!opened) throw data(null, 400)
  const { reference, path } = opened
  const [app, form] = [context.get(appContext), await readPosted(request)]
  const outcome = await handleBookingAction({ app, session, client, reference, form })
  if ('done' in outcome) throw redirect(`${path}&done=${outcome.done}`, 303)
  const query = new URLSearchParams({ do: outcome.about, mail: String(form.get('mail') ?? '') })
  const record = await readRecordPage(app, reference, {
    query,
    zone: ownZone(request, session),
    reader: session.accountId,
    path,
  })
  return data({ record, result: outcome.result }, { status: outcome.status })
}

export default function Bookings({ loaderData: { list, sheet }, actionData }: Route.ComponentProps) {
  return (
    <AdminFrame
      title={m.bookings()}
      lead={list.lead}
      actions={list.rows.length > 0 && <ExportButton typed={list.typed} />}
      sheet={
        sheet && (
          <BookingSheet
            page={actionData?.record ?? sheet.record}
            result={actionData?.result ?? null}
            closed={sheet.closed}
            done={actionData ? null : sheet.done}
          />
        )
      }
    >
      <BookingList page={list} />
    </AdminFrame>
  )
}
