/**
 * /calendar/{secret}.ics — one person's sessions, for calendar apps, which send no cookies: the secret alone grants access. Wrong
 * addresses are counted by network.
 */
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { limitByNetwork } from '#server/accounts/sign-in/attempts'
import { readFeed } from '#server/bookings/calendar/feed'
import * as m from '#messages/bookings'
import type { Route } from './+types/calendar-feed'

const READS = { network: { max: 300, minutes: 60 }, farNetwork: { max: 3_000, minutes: 60 } }
const WRONG = { network: { max: 20, minutes: 60 }, farNetwork: { max: 100, minutes: 60 } }

const HEADERS = {
  'Cache-Control': 'private, no-cache',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}

export async function loader({ context, request, params: { file } }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { client } = clientOfPage(context, request)
  const allowed = await limitByNetwork(app, 'calendar_feed', client, READS)
  if (!allowed.ok) return tooMany(allowed.error.retryAfter)
  const feed = file.endsWith('.ics') ? await readFeed(app, file.slice(0, -'.ics'.length)) : null
  if (!feed) {
    const counted = await limitByNetwork(app, 'calendar_feed_wrong', client, WRONG)
    return counted.ok
      ? new Response(m.noSuchCalendar(), { status: 404, headers: HEADERS })
      : tooMany(counted.error.retryAfter)
  }
  const headers = { ...HEADERS, ETag: feed.etag, 'Content-Type': 'text/calendar; charset=utf-8' }
  const known = request.headers.get('if-none-match')?.split(/,\s*/)
  if (known?.includes(feed.etag)) return new Response(null, { status: 304, headers })
  return new Response(feed.text, { headers })
}

const tooMany = (retryAfter: number) =>
  new Response(m.tooManyRequests(), { status: 429, headers: { ...HEADERS, 'Retry-After': String(retryAfter) } })
