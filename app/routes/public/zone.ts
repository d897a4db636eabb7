/** /zone — the zones there are to choose from, and choosing one without scripts. */
import { data, redirect } from 'react-router'
import { isTimeZone } from '#domain/zone'
import { listZones } from '../../ui/booking/zones.ts'
import type { Route } from './+types/zone'

const YEAR = 31_536_000 // Seconds.

export function loader() {
  return Response.json(listZones(), { headers: { 'cache-control': 'public, max-age=86400' } })
}

export async function action({ request }: Route.ActionArgs) {
  const form = await request.formData()
  const zone = String(form.get('zone') ?? '')
  if (!isTimeZone(zone)) throw data('Choose a time zone from the list.', 400)
  const cookie = `zone=${encodeURIComponent(zone)}; Path=/; Max-Age=${YEAR}; SameSite=Lax`
  return redirect(ownPath(String(form.get('back') ?? '')), { status: 303, headers: { 'Set-Cookie': cookie } })
}

/** A path on this site, never an address elsewhere: browsers read "//evil" and "/\evil" as other hosts. */
function ownPath(path: string): string {
  return /^\/(?![/\\])[\u0021-\u007E]*$/.test(path) && !path.includes('\\') ? path : '/'
}
