/** Loads the API keys page, and handles its forms. */
import { isProven } from '#domain/accounts/account'
import { API_SCOPES, isApiScope, MAX_KEY_NAME } from '#domain/accounts/api-keys'
import { oneLine } from '#domain/one-line'
import { accountActor, type Actor } from '#server/accounts/audit'
import { createApiKey, endApiKey } from '#server/accounts/api-keys/api-keys'
import { listApiKeys } from '#server/accounts/api-keys/api-keys-queries'
import type { App } from '#server/context'
import * as m from '#messages/admin'
import { SCOPE_WORDS } from '#words/api-scopes'
import { dateTimeIn } from '#words/time'
import type { ApiKeysResult, ApiKeysPage } from '../../ui/admin/api/api-keys-view.ts'

/** Times are on the clock of `zone`. */
export async function readApiKeys(app: App, zone: string): Promise<ApiKeysPage> {
  const at = (moment: Date) => dateTimeIn(moment, zone)
  const keys = await listApiKeys(app.db)
  return {
    scopes: API_SCOPES.map((code) => ({ code, words: SCOPE_WORDS[code]() })),
    keys: keys.map((key) => ({
      id: key.id,
      name: key.name,
      scopes: key.scopes,
      createdBy: key.createdByName ?? m.closedAccount(),
      createdAt: at(key.createdAt),
      used: key.lastUsedAt && at(key.lastUsedAt),
      revoked: key.revokedAt && at(key.revokedAt),
    })),
  }
}

type Outcome =
  | { is: 'result'; result: ApiKeysResult; status: number }
  | { is: 'revoked' | 'gone' | 'unproven' }
  | { is: 'no_form' }

/** `no_form`: not sent by our pages. `unproven`: creating a key needs a recent identity confirmation. */
export async function handleApiKeysForm(app: App, { session, client }: Actor, form: FormData): Promise<Outcome> {
  const actor = accountActor(session.accountId, client)
  const [intent, id] = [form.get('intent'), form.get('id')]
  if (intent === 'revoke' && typeof id === 'string' && ROW_ID.test(id))
    return { is: (await endApiKey(app, actor, id)) ? 'revoked' : 'gone' }
  if (intent !== 'create') return { is: 'no_form' }
  const typedName = form.get('name')
  const name = typeof typedName === 'string' ? oneLine(typedName) : ''
  const scopes = API_SCOPES.filter((scope) =>
    form
      .getAll('scope')
      .filter((each) => isApiScope(String(each)))
      .includes(scope),
  )
  const errors: Record<string, string> = {}
  if (name === '' || name.length > MAX_KEY_NAME || !name.isWellFormed() || CONTROL.test(name))
    errors['name'] = m.nameTheApp({ most: MAX_KEY_NAME })
  if (scopes.length === 0) errors['scope'] = m.chooseScope()
  const result = { key: null, errors, typed: { name, scopes } }
  if (Object.keys(errors).length > 0) return { is: 'result', result, status: 400 }
  if (!isProven(session, app.now())) return { is: 'unproven' }
  const key = await createApiKey(app, actor, { createdBy: session.accountId, name, scopes })
  return { is: 'result', result: { key, errors: {}, typed: { name: '', scopes: [] } }, status: 200 }
}

const ROW_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const CONTROL = /\p{Cc}/u
