/**
 * Google identifies a person. Its claim counts only for the browser that requested it, and for an address that it has
 * verified.
 */
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Auth } from '#server/accounts/auth/auth'
import { updateAccount } from '#server/accounts/queries'
import { ADA, addSecondStep, clientFrom, keepCookies, signUp, whoIs } from '../../../tests/support/accounts/accounts.ts'
import { connectTestAuth, ORIGIN } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true })
afterEach(() => vi.unstubAllGlobals())

const sessions = () => test.db.selectFrom('sessions').select(['id', 'accountId']).execute()

describe('signing in by Google', () => {
  const auth = () => connectTestAuth(test.app, { google: { clientId: 'client', clientSecret: 'secret' } })
  const back = (query: string, cookies: string) =>
    new Request(`${ORIGIN}/api/auth/callback/google?${query}`, { headers: { cookie: cookies } })

  it('starts with a state that only this browser has, and comes back to a page of this site', async () => {
    const { url, setCookies } = await auth().startGoogle('/profile', clientFrom())
    const { origin, searchParams } = new URL(url)
    expect([origin, Object.fromEntries(searchParams)]).toMatchObject([
      'https://accounts.google.com',
      {
        client_id: 'client',
        redirect_uri: `${ORIGIN}/api/auth/callback/google`,
        state: expect.stringMatching(/^[\w-]{20,}$/),
        code_challenge_method: 'S256',
      },
    ])
    expect(setCookies.length).toBeGreaterThan(0)
    for (const header of setCookies) expect(header).toMatch(/HttpOnly/i)
  })

  it.each([
    ['a made-up state', () => 'x'.repeat(32), true],
    ['no state', () => null, true],
    ['the state of another browser', (state: string) => state, false],
  ] as const)('signs no one in with %s', async (_name, forge, ownCookies) => {
    const google = auth()
    const { url, setCookies } = await google.startGoogle('/', clientFrom())
    const state = forge(new URL(url).searchParams.get('state')!)
    const elsewhere = { callbackURL: 'https://evil.test', redirect: '//evil.test' }
    const query = new URLSearchParams({ code: 'code', ...elsewhere, ...(state === null ? {} : { state }) })
    const answer = await google.finishGoogle(back(query.toString(), ownCookies ? keepCookies(setCookies) : ''))
    expect(answer.status).toBe(302)
    expect(new URL(answer.headers.get('location')!, ORIGIN).origin).toBe(ORIGIN)
    expect(keepCookies(answer.headers.getSetCookie())).not.toContain('session=')
    expect(await sessions()).toEqual([])
    expect(await test.db.selectFrom('accounts').select('id').execute()).toEqual([])
  })

  it('repeats nothing of an error in a forged answer', async () => {
    const query = 'error=%3Cscript%3Ealert(1)%3C/script%3E&error_description=javascript:alert(1)'
    const answer = await auth().finishGoogle(back(query, ''))
    expect([answer.status, new URL(answer.headers.get('location')!, ORIGIN).pathname]).toEqual([302, '/sign-in'])
    expect(await answer.text()).not.toContain('<script>')
  })

  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  /** Makes Google's response identify this person. */
  function answerAs(claims: object) {
    const id_token = `${base64({ alg: 'RS256' })}.${base64({ sub: '1234', iss: 'https://accounts.google.com', ...claims })}.x`
    const others = { access_token: 'an access token', refresh_token: 'another', expires_in: 3600, token_type: 'Bearer' }
    vi.stubGlobal('fetch', async () => Response.json({ ...others, id_token }))
  }

  /** Goes there and back as one browser does. Gives its cookies then, and where it is led. */
  async function comeBack(google: Auth, before = '', next = '/profile') {
    const { url, setCookies } = await google.startGoogle(next, clientFrom())
    const state = new URL(url).searchParams.get('state')!
    const answer = await google.finishGoogle(back(`code=code&state=${state}`, keepCookies(setCookies, before)))
    const cookies = keepCookies(answer.headers.getSetCookie())
    return { cookies, to: answer.headers.get('location') ?? '', session: await whoIs(test, cookies) }
  }

  const verified = { email: ADA, email_verified: true, name: 'Ada Lovelace', picture: 'https://lh3.example/ada.png' }
  const failed = { session: null, to: expect.stringContaining('/sign-in?failed=google') }

  it('is given up when Google does not answer', async () => {
    const requested = Promise.withResolvers<void>()
    vi.stubGlobal('fetch', () => {
      requested.resolve()
      return new Promise(() => {})
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const back = comeBack(auth())
      await requested.promise
      vi.advanceTimersByTime(8_000)
      expect(await back).toMatchObject(failed)
    } finally {
      vi.useRealTimers()
    }
  })

  it('makes an account in the language of the page that its owner comes from', async () => {
    answerAs(verified)
    await comeBack(auth(), '', '/es/profile')
    expect(await test.db.selectFrom('accounts').select('language').execute()).toEqual([{ language: 'es' }])
  })

  it('makes an account for a verified address, without a picture and without Google’s tokens', async () => {
    answerAs(verified)
    expect(await comeBack(auth())).toMatchObject({
      to: '/profile',
      session: { email: ADA, name: 'Ada Lovelace', picture: null },
    })
    const [credential] = await test.db.selectFrom('credentials').selectAll().execute()
    const withoutTokens = { accessToken: null, idToken: null }
    expect(credential).toMatchObject({ provider: 'google', providerAccount: '1234', ...withoutTokens })
    const [account] = await test.db.selectFrom('accounts').selectAll().execute()
    expect(account).toMatchObject({ createdAt: test.clock.time, emailVerified: true, role: 'member' })
    const events = test.db.selectFrom('auditLog').select(['action', 'after']).orderBy('action').execute()
    expect(await events).toEqual([
      { action: 'account.created', after: { by: 'google' } },
      { action: 'account.google_added', after: null },
      { action: 'session.opened', after: { by: 'google' } },
    ])
  })

  it('signs in to the account that has the address', async () => {
    const ada = await signUp(test)
    answerAs(verified)
    for (const _time of [1, 2])
      expect((await comeBack(auth())).session).toMatchObject({ accountId: ada.session.accountId })
    const added = test.db.selectFrom('auditLog').select('actorId').where('action', '=', 'account.google_added')
    expect(await added.execute()).toEqual([{ actorId: ada.session.accountId }]) // Another way in from now on.
  })

  it('ends the browser’s earlier session, but only if it succeeds', async () => {
    const grace = await signUp(test, { email: 'grace@example.com' })
    answerAs({ ...verified, email_verified: false })
    await comeBack(auth(), grace.cookies)
    expect(await whoIs(test, grace.cookies)).not.toBeNull()
    answerAs(verified)
    expect((await comeBack(auth(), grace.cookies)).session).toMatchObject({ email: ADA })
    expect(await whoIs(test, grace.cookies)).toBeNull()
  })

  it('neither makes nor opens an account for an address that Google has not verified', async () => {
    answerAs({ ...verified, email_verified: false })
    expect(await comeBack(auth())).toMatchObject(failed)
    await signUp(test)
    expect(await comeBack(auth())).toMatchObject({ session: null })
    expect(await test.db.selectFrom('credentials').select('provider').execute()).toEqual([{ provider: 'credential' }])
  })

  it('opens no account that has a second step or is suspended', async () => {
    const ada = await signUp(test)
    answerAs(verified)
    await comeBack(auth())
    await addSecondStep(test, ada)
    expect(await comeBack(auth())).toMatchObject(failed)
    await test.db
      .updateTable('accounts')
      .set({ secondFactor: false } as never)
      .execute()
    expect((await comeBack(auth())).session).not.toBeNull()
    await updateAccount(test.db, ada.session.accountId, { suspendedAt: test.clock.time, updatedAt: test.clock.time })
    expect(await comeBack(auth())).toMatchObject(failed)
  })
})
