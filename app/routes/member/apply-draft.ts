/** POST /become-a-mentor/draft — saves the application form as one types. JSON both ways; without scripts `apply.tsx` does it. */
import { redirect } from 'react-router'
import { withoutBeside } from '#domain/mentors/typed-application'
import { clientOfPage } from '#server/http/client'
import { appContext } from '#server/context'
import { currentSession } from '#server/http/guards'
import { discardDraft } from '#server/accounts/drafts'
import { saveApplicationDraft } from '#server/mentors/application/drafts'
import type { Route } from './+types/apply-draft'
import { APPLICATION_PATH } from '../../views/mentors/application.ts'

const HEADERS = { 'cache-control': 'no-store' }

export function loader() {
  return redirect(APPLICATION_PATH)
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = currentSession(context)
  if (!session) return Response.json({ code: 'signed_out' }, { status: 401, headers: HEADERS })
  const sent = readSent(await request.json().catch(() => null))
  if (!sent) return Response.json({ code: 'malformed' }, { status: 400, headers: HEADERS })
  // Typed by somebody who was somebody else by then: it goes to nobody's account.
  if (sent.account !== session.accountId)
    return Response.json({ code: 'signed_out' }, { status: 401, headers: HEADERS })
  const app = context.get(appContext)
  const saved = await saveApplicationDraft(app, session.accountId, sent.typed, sent.version)
  if (!saved.ok)
    return Response.json(
      { ...saved.error, fields: withoutBeside(saved.error.fields) },
      { status: 409, headers: HEADERS },
    )
  await discardDraft(app, clientOfPage(context, request).client.browser, APPLICATION_PATH)
  return Response.json(saved.value, { headers: HEADERS })
}

function readSent(body: unknown): { account: string; version: number | null; typed: Record<string, string> } | null {
  if (typeof body !== 'object' || body === null) return null
  const { account, version, typed } = body as Record<string, unknown>
  if (typeof account !== 'string' || typeof typed !== 'object' || typed === null || Array.isArray(typed)) return null
  if (version !== null && !(Number.isSafeInteger(version) && Number(version) >= 0 && Number(version) < 2 ** 31))
    return null
  const texts = Object.entries(typed).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { account, version: version as number | null, typed: Object.fromEntries(texts) }
}
