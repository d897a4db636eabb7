/** Keys of operators' programs, made by an admin. */
import type { ApiScope } from '#domain/accounts/api-keys'
import { createApiKey } from '#server/accounts/api-keys/api-keys'
import type { TestApp } from '../product/app.ts'

export const KEY_MAKER = {
  kind: 'account' as const,
  accountId: '7c0f4b7e-3a43-4e0e-8f0d-6b4c5f6f2a10',
  address: '203.0.113.7',
}

/** The admin who makes them; once a test. */
export async function addKeyMaker({ app, db }: Pick<TestApp, 'app' | 'db'>): Promise<void> {
  const at = app.now()
  await db
    .insertInto('accounts')
    .values({
      id: KEY_MAKER.accountId,
      name: 'Katherine',
      email: 'kat@example.com',
      emailVerified: true,
      role: 'admin',
      createdAt: at,
      updatedAt: at,
    } as never)
    .execute()
}

export const makeKey = ({ app }: Pick<TestApp, 'app'>, scopes: ApiScope[]): Promise<string> =>
  createApiKey(app, KEY_MAKER, { createdBy: KEY_MAKER.accountId, name: 'Ledger', scopes })
