/** /bookings — emails the links to the bookings of an address. It says the same whether or not there are any. */
import { data } from 'react-router'
import { readLostLinkForm } from '#server/bookings/links/form'
import { requestLinks } from '#server/bookings/links/lost-links'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted } from '#server/platform/http/form'
import { FindBookings, type FindBookingsResult } from '../../ui/bookings/page/find-bookings.tsx'
import type { Route } from './+types/find'

const PERSONAL = { 'Cache-Control': 'private, no-store' }

const typedIn = (form: FormData, name: string) => {
  const typed = form.get(name)
  return typeof typed === 'string' ? typed : ''
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readPosted(request)
  const typed = { email: typedIn(form, 'email'), reference: typedIn(form, 'reference') }
  const result = (more: Partial<FindBookingsResult>): FindBookingsResult => ({ typed, fields: {}, ...more })
  const read = readLostLinkForm(form)
  if (!read.ok) return data(result({ fields: read.error }), { status: 400, headers: PERSONAL })
  const { client, setCookie } = clientOfPage(context, request)
  const headers = { ...PERSONAL, ...(setCookie && { 'Set-Cookie': setCookie }) }
  const outcome = await requestLinks(context.get(appContext), read.value, client)
  if (outcome.ok) return data(result({ sent: read.value.email }), { headers })
  const { retryAfter } = outcome.error
  return data(result({ retryAfter }), { status: 429, headers: { ...headers, 'Retry-After': String(retryAfter) } })
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders ?? {}

export default function Find({ actionData }: Route.ComponentProps) {
  return <FindBookings result={actionData} />
}
