/** Loads saved mentors, and saves one by a form. */
import { data, redirect, type RouterContextProvider } from 'react-router'
import { everybody } from '#domain/search/criteria'
import {
  isMentorSlug,
  MAX_SAVED_IN_ACCOUNT,
  MAX_SAVED_IN_BROWSER,
  savedCookie,
  savedOfCookie,
} from '#domain/mentors/saved'
import { changeSaved, saveInAccount } from '#server/accounts/saved/saved'
import { findBySlugs, listSaved } from '#server/accounts/saved/saved-queries'
import { appContext, sessionContext } from '#server/context'
import { readPosted } from '#server/platform/http/form'
import { ownPath } from '#server/site/guards/account-guards'
import { listListed } from '#server/mentors/queries'
import * as m from '#messages/mentors'
import type { SavedView } from '../../ui/mentors/saved/saved-page.tsx'
import { zoneOfCookie } from '../../ui/time/clock.ts'
import { aboutPricesFor } from '../payments/shown-currency.ts'
import { buildListedMentor } from './mentor-cards.ts'

type Context = Readonly<RouterContextProvider>

export async function readSaved(context: Context, request: Request): Promise<SavedView> {
  const app = context.get(appContext)
  const session = context.get(sessionContext)
  const cookies = request.headers.get('cookie')
  const saved = session ? await listSaved(app.db, session.accountId) : await findBySlugs(app.db, savedOfCookie(cookies))
  const listed = await listListed(
    app.db,
    saved.flatMap(({ number, paused }) => (number === null || paused ? [] : [number])),
  )
  const about = aboutPricesFor(app, request)
  const shown = { criteria: everybody, zone: zoneOfCookie(cookies), now: app.now(), reasons: [], about }
  const rows = new Map(listed.map((row) => [row.slug, buildListedMentor(row, shown)]))
  return {
    signedIn: session !== null,
    full: new URL(request.url).searchParams.has('full'),
    max: session ? MAX_SAVED_IN_ACCOUNT : MAX_SAVED_IN_BROWSER,
    mentors: saved.flatMap(({ slug }) => rows.get(slug) ?? []),
    away: saved.filter(({ slug }) => !rows.has(slug)).map(({ slug, name, role }) => ({ slug, name, role })),
  }
}

/**
 * Saves a mentor, or takes one out. Returns the count to scripts, and redirects a plain form back to its page. The cookie is
 * set by the server, since some browsers forget those of scripts after a week.
 */
export async function changeByForm(context: Context, request: Request): Promise<Response> {
  const app = context.get(appContext)
  const session = context.get(sessionContext)
  const form = await readPosted(request)
  const [slug, keep] = [form.get('mentor'), form.get('keep')]
  if (typeof slug !== 'string' || !isMentorSlug(slug) || (keep !== 'yes' && keep !== 'no'))
    throw data(m.nameMentor(), 400)
  const change = { slug, keep: keep === 'yes' }
  const changed = session
    ? await saveInAccount(app, session.accountId, change)
    : await changeSaved(app, savedOfCookie(request.headers.get('cookie')), change)
  if (!changed.ok && changed.error === 'unknown') throw data(m.noSuchMentor(), 404)
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  if (changed.ok && changed.value) headers.set('Set-Cookie', savedCookie(changed.value))
  if (request.headers.get('accept') === 'application/json')
    return Response.json({ saved: changed.ok && change.keep }, { status: changed.ok ? 200 : 409, headers })
  const back = String(form.get('back') ?? '')
  return redirect(changed.ok ? ownPath(back) : '/saved?full', { status: 303, headers })
}
