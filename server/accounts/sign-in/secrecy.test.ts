/** Whether an address has an account stays secret: neither responses nor their timing reveal it. */
import type { KyselyPlugin } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { App } from '#server/context'
import { requestPasswordReset } from '#server/accounts/passwords'
import { requestSignUp } from '#server/accounts/sign-up'
import { signIn } from '#server/accounts/sign-in/sign-in'
import { ADA, clientFrom, OTHER_PASSWORD, signUp } from '../../../tests/support/accounts/accounts.ts'
import { connectTestAuth } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true })

const trySignIn = (page: 'public' | 'admin', email: string) =>
  signIn(test.app, { email, password: OTHER_PASSWORD }, page, clientFrom())

/** The product on the same database, noting each statement that it sends there, without values. */
function watched(): { app: App; statements: string[] } {
  const statements: string[] = []
  const executor = test.db.getExecutor()
  const note: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.push(executor.compileQuery(node, queryId).sql)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const db = test.db.withPlugin(note)
  return { app: { ...test.app, db, auth: connectTestAuth({ ...test.app, db }) }, statements }
}

describe('whether an address has an account', () => {
  it('is not revealed by signing in, requesting a new password or signing up', async () => {
    await signUp(test)
    const person = { name: 'Grace', password: OTHER_PASSWORD, next: '/' }
    const asks = (email: string) => [
      () => trySignIn('public', email),
      () => trySignIn('admin', email),
      () => requestPasswordReset(test.app, email, clientFrom()),
      () => requestSignUp(test.app, { ...person, email }, clientFrom()),
    ]
    for (const [at, ask] of asks(ADA).entries()) expect(await ask()).toEqual(await asks('unknown@example.com')[at]!())
  })

  it.each<[string, (app: App, email: string) => Promise<unknown>]>([
    [
      'signing in',
      (app, email) => signIn(app, { email, password: OTHER_PASSWORD }, 'public', clientFrom('203.0.113.7')),
    ],
    [
      'the admins’ page',
      (app, email) => signIn(app, { email, password: OTHER_PASSWORD }, 'admin', clientFrom('203.0.113.7')),
    ],
    ['asking for a new password', (app, email) => requestPasswordReset(app, email, clientFrom('203.0.113.7'))],
    [
      'signing up',
      (app, email) =>
        requestSignUp(app, { name: 'Grace', email, password: OTHER_PASSWORD, next: '/' }, clientFrom('203.0.113.7')),
    ],
  ])('is not revealed by the database queries: %s', async (_name, ask) => {
    await signUp(test)
    const [known, unknown] = [watched(), watched()]
    await ask(known.app, ADA)
    await ask(unknown.app, 'unknown@example.com')
    expect(known.statements.length).toBeGreaterThan(1)
    expect(unknown.statements).toEqual(known.statements)
  })
})
