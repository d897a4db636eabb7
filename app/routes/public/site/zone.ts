/** /zone — lists the time zones, and sets one without scripts. */
import { data, redirect } from 'react-router'
import { isTimeZone } from '#domain/time/zone'
import { readPosted } from '#server/platform/http/form'
import { ownPath } from '#server/site/guards/account-guards'
import { listZonePlaces } from '#server/platform/reference/zones'
import * as m from '#messages/site'
import { zoneCookie } from '../../../ui/time/clock.ts'
import type { Route } from './+types/zone'

export function loader() {
  return Response.json(listZonePlaces(), { headers: { 'cache-control': 'public, max-age=86400' } })
}

export async function action({ request }: Route.ActionArgs) {
  const form = await readPosted(request)
  const zone = String(form.get('zone') ?? '')
  if (!isTimeZone(zone)) throw data(m.chooseTimeZone(), 400)
  return redirect(ownPath(String(form.get('back') ?? '')), { status: 303, headers: { 'Set-Cookie': zoneCookie(zone) } })
}
