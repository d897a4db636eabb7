/**
 * The auth routes that are not pages: making a passkey and signing in with one, in JSON (WebAuthn §7), and the way to
 * Google and its callback. Responses contain cookies, never a token.
 */
import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { invalid, problem, type ProblemCode, type ProblemResponse } from '#server/platform/http/problem'
import { clientOfRequest } from '#server/platform/http/client'
import type { App } from '#server/context'
import { ownPath } from '#server/site/guards/account-guards'
import { addPasskey, beginPasskey, type AddPasskeyError } from '#server/accounts/security'
import { limitByNetwork } from '#server/accounts/sign-in/attempts'
import { signInByPasskey, type PasskeyRefusal } from '#server/accounts/sign-in/sign-in'
import { readSession } from '#server/accounts/sign-in/sessions'
import * as m from '#messages/problems'
import { localPath } from '#words/local-path'

type Site = { Bindings: HttpBindings }

/** Why a browser may not make a passkey, or could not add the one that it made. */
const PASSKEY_PROBLEMS: Record<AddPasskeyError['code'], () => ProblemResponse> = {
  unproven: () => problem('unproven'),
  refused: () => invalid({ response: m.passkeyUnreadable() }),
}

const SIGN_IN_PROBLEMS: Record<PasskeyRefusal['code'], ProblemCode> = { refused: 'unauthorized', too_many: 'too_many' }

export function createAuthRoutes(app: App) {
  const routes = new Hono<Site>()
  const readClient = (c: Context<Site>) => clientOfRequest(app, c.req.raw, c.env).client
  const currentSession = async (c: Context<Site>) =>
    (await readSession(app, c.req.header('cookie') ?? '', { maySetCookies: false })).session

  routes.use('/passkeys/*', async (c, next) => {
    await next()
    c.header('cache-control', 'private, no-store')
  })

  routes.post('/passkeys/registration', async (c) => {
    const session = await currentSession(c)
    if (!session) return problem('unauthorized')
    const begun = await beginPasskey(app, session, readClient(c))
    if (!begun.ok) return PASSKEY_PROBLEMS[begun.error.code]()
    const { value } = begun
    return value ? withCookies(c.json(value.options as object), value.setCookies) : problem('unauthorized')
  })

  routes.post('/passkeys', async (c) => {
    const session = await currentSession(c)
    if (!session) return problem('unauthorized')
    const { response, name } = await readJson(c)
    const added = await addPasskey(app, session, { response, name }, readClient(c))
    return added.ok ? c.json({ added: true }) : PASSKEY_PROBLEMS[added.error.code]()
  })

  routes.post('/passkeys/challenge', async (c) => {
    const client = readClient(c)
    const tried = await limitByNetwork(app, 'challenge', client) // Each challenge takes a row for some minutes.
    if (!tried.ok) return refuseSignIn(tried.error)
    const { options, setCookies } = await app.auth.passkeys.challenge(client)
    return withCookies(c.json(options as object), setCookies)
  })

  routes.post('/passkeys/sign-in', async (c) => {
    const { response, next } = await readJson(c)
    const signedIn = await signInByPasskey(app, response, readClient(c))
    if (!signedIn.ok) return refuseSignIn(signedIn.error)
    const { setCookies, admin } = signedIn.value
    const to = ownPath(typeof next === 'string' ? next : null)
    return withCookies(c.json({ to: localPath(admin && to === '/' ? '/admin-dashboard' : to) }), setCookies)
  })

  routes.post('/google', async (c) => {
    if (!app.auth.google) return c.notFound()
    const next = (await c.req.parseBody())['next']
    const { url, setCookies } = await app.auth.startGoogle(
      localPath(ownPath(typeof next === 'string' ? next : null)),
      readClient(c),
    )
    return withCookies(c.redirect(url, 303), setCookies)
  })

  routes.get('/api/auth/callback/google', async (c) => {
    if (!app.auth.google) return c.notFound()
    return app.auth.finishGoogle(c.req.raw)
  })

  return routes
}

function refuseSignIn(refusal: PasskeyRefusal): Response {
  const response = problem(SIGN_IN_PROBLEMS[refusal.code])
  if (refusal.code === 'too_many') response.headers.set('retry-after', String(refusal.retryAfter))
  return response
}

function withCookies(response: Response, setCookies: string[]): Response {
  for (const cookie of setCookies) response.headers.append('set-cookie', cookie)
  return response
}

/** Without fields if the body is not a JSON object. */
async function readJson(c: Context): Promise<{ response?: unknown; name?: unknown; next?: unknown }> {
  const body: unknown = await c.req.json().catch(() => null)
  return typeof body === 'object' && body !== null ? body : {}
}
