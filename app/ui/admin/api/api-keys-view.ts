/** Props of the API keys page, made by `app/views/admin/api-keys.ts`. */

export type ApiKeyView = {
  id: string
  name: string
  scopes: string[]
  createdBy: string
  createdAt: string
  /** When it was used last; null if never. */
  used: string | null
  /** When it was revoked; null while it works. */
  revoked: string | null
}

export type ApiKeysPage = { keys: ApiKeyView[]; scopes: { code: string; words: string }[] }

/** `key`: the new one, which is shown this once. */
export type ApiKeysResult = {
  key: string | null
  errors: Record<string, string>
  typed: { name: string; scopes: string[] }
}
