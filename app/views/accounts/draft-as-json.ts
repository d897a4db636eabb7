/** Saves a long form as one types: JSON both ways. Server side. */
import type { Session } from '#domain/accounts/account'
import type { Result } from '#domain/result'
import type { Typed } from '#server/platform/http/form'

const HEADERS = { 'cache-control': 'no-store' }

type Saved = Result<{ version: number; savedAt: Date }, { code: 'changed'; version: number; fields: Typed }>

/** `save`: of the account that is signed in, which is the one that the form was typed for. */
export async function handleDraft(
  request: Request,
  session: Session | null,
  save: (session: Session, typed: Typed, version: number | null) => Promise<Saved>,
): Promise<Response> {
  if (!session) return Response.json({ code: 'signed_out' }, { status: 401, headers: HEADERS })
  const sent = readSent(await request.json().catch(() => null))
  if (!sent) return Response.json({ code: 'malformed' }, { status: 400, headers: HEADERS })
  // The account changed while this was typed: it is saved to neither account.
  if (sent.account !== session.accountId)
    return Response.json({ code: 'signed_out' }, { status: 401, headers: HEADERS })
  const saved = await save(session, sent.typed, sent.version)
  return saved.ok
    ? Response.json(saved.value, { headers: HEADERS })
    : Response.json(saved.error, { status: 409, headers: HEADERS })
}

function readSent(body: unknown): { account: string; version: number | null; typed: Typed } | null {
  if (typeof body !== 'object' || body === null) return null
  const { account, version, typed } = body as Record<string, unknown>
  if (typeof account !== 'string' || typeof typed !== 'object' || typed === null || Array.isArray(typed)) return null
  if (version !== null && !(Number.isSafeInteger(version) && Number(version) >= 0 && Number(version) < 2 ** 31))
    return null
  const texts = Object.entries(typed).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { account, version: version as number | null, typed: Object.fromEntries(texts) }
}
