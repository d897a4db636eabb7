/** /zone — the zones there are to choose from, and choosing one without scripts. */
import { data, redirect } from 'react-router'
import { isTimeZone } from '#domain/zone'
import { readPosted } from '#server/forms/form'
import { listZonePlaces } from '#server/zones'
import type { Route } from './+types/zone'
import { ownPath } from './own-path.ts'

const YEAR = 31_536_000 // Seconds.

export function loader() {
  return Response.json(listZonePlaces(), { headers: { 'cache-control': 'public, max-age=86400' } })
}

export async function action({ request }: Route.ActionArgs) {
  const form = await readPosted(request)
  const zone = String(form.get('zone') ?? '')
  if (!isTimeZone(zone)) throw data('Choose a time zone from the list.', 400)
  const cookie = `zone=${encodeURIComponent(zone)}; Path=/; Max-Age=${YEAR}; SameSite=Lax`
  return redirect(ownPath(String(form.get('back') ?? '')), { status: 303, headers: { 'Set-Cookie': cookie } })
}
