/** API keys of operators' apps. Decision 0054. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { KEY_REQUESTS, type ApiScope } from '#domain/accounts/api-keys'
import type { Client } from '#domain/accounts/client'
import { err, ok, type Result } from '#domain/result'
import { MINUTE_MS } from '#domain/time/wall-time'
import { findApiKey, insertApiKey, recordKeyUse, revokeApiKey } from '#server/accounts/api-keys/api-keys-queries'
import { recordAuditEvent, type AuditActor } from '#server/accounts/audit-queries'
import { limitByNetwork, limitBySubject, type TooMany } from '#server/accounts/sign-in/attempts'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'

/** Who makes a request with a key. */
export type ApiKey = { id: string; name: string; scopes: ApiScope[] }

const KEY = /^Bearer (lf_[\w-]{43})$/i
/** Keys that are no keys, which are let through from one network before the rest get 429. */
const WRONG = { network: { max: 20, minutes: 60 }, farNetwork: { max: 100, minutes: 60 } }
const MAX_KNOWN = 10_000

/** Makes a key. It is in the result and nowhere else: we keep its hash. */
export async function createApiKey(
  app: Pick<App, 'db' | 'now'>,
  actor: AuditActor,
  { createdBy, name, scopes }: { createdBy: string; name: string; scopes: ApiScope[] },
): Promise<string> {
  const key = `lf_${randomBytes(32).toString('base64url')}`
  const [id, at] = [randomUUID(), app.now()]
  await transact(app.db, async (tx) => {
    await insertApiKey(tx, { id, name, keyHash: hash(key), scopes, createdBy, createdAt: at })
    const after = { name, scopes: scopes.join(', ') }
    await recordAuditEvent(tx, { at, actor, action: 'api_key.created', subject: 'api_keys', subjectId: id, after })
  })
  return key
}

/** Ends a key at once, in every process. False if there is none, or it was ended before. */
export function endApiKey(app: Pick<App, 'db' | 'now'>, actor: AuditActor, id: string): Promise<boolean> {
  return transact(app.db, async (tx) => {
    const name = await revokeApiKey(tx, id, app.now())
    if (name === undefined) return false
    const event = { action: 'api_key.revoked', subject: 'api_keys', subjectId: id } as const
    await recordAuditEvent(tx, { at: app.now(), actor, ...event, before: { name } })
    return true
  })
}

/**
 * The key of an `Authorization` header, counted against its own limit. `wrong_key`: unknown or revoked; a
 * network that sends many of them gets `too_many`.
 */
export async function identifyKey(
  app: App,
  authorization: string,
  client: Pick<Client, 'network' | 'farNetwork'>,
): Promise<Result<ApiKey, { code: 'wrong_key' } | TooMany>> {
  const keyHash = hashKey(authorization)
  const found = keyHash === null ? undefined : await findApiKey(app.db, keyHash)
  if (!keyHash || !found) {
    if (keyHash) knownKeys.delete(keyHash)
    const counted = await limitByNetwork(app, 'api_key_wrong', client, WRONG)
    return err(counted.ok ? { code: 'wrong_key' } : counted.error)
  }
  if (knownKeys.size >= MAX_KNOWN) knownKeys.clear()
  knownKeys.set(keyHash, found.scopes)
  const allowed = await limitBySubject(app, 'api_key', found.id, KEY_REQUESTS)
  if (!allowed.ok) return allowed
  const { lastUsedAt, ...key } = found
  if (!lastUsedAt || app.now().getTime() - lastUsedAt.getTime() >= MINUTE_MS)
    await recordKeyUse(app.db, found.id, app.now())
  return ok(key)
}

/**
 * Whether this process has lately read the key of this header, and it has the scope. Such requests are counted by the key; all
 * others by their network, before anything is read.
 */
export function isKnownKey(authorization: string, scope?: ApiScope): boolean {
  const keyHash = hashKey(authorization)
  const scopes = keyHash === null ? undefined : knownKeys.get(keyHash)
  return scopes !== undefined && (scope === undefined || scopes.includes(scope))
}

const knownKeys = new Map<string, ApiScope[]>()

function hashKey(authorization: string): string | null {
  const key = KEY.exec(authorization)?.[1]
  return key ? hash(key) : null
}

const hash = (key: string) => createHash('sha256').update(key).digest('hex')
