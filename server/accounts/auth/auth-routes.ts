/**
 * The auth routes that are not pages: making a passkey and signing in with one, in JSON (WebAuthn §7), and the way to
 * Google and its callback. Responses contain cookies, never a token.
 */
import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { problem } from '#server/http/problem'
import { clientOfRequest } from '#server/http/client'
import type { App } from '#server/context'
import { ownPath } from '#server/http/guards'
import { addPasskey, beginPasskey } from '#server/accounts/security'
import { limitByNetwork, type TooMany } from '#server/accounts/sign-in/attempts'
import { signInByPasskey } from '#server/accounts/sign-in/sign-in'
import { readSession } from '#server/accounts/sign-in/sessions'

type Site = { Bindings: HttpBindings }

export function createAuthRoutes(app: App) {
  const routes = new Hono<Site>()
  const clientOf = (c: Context<Site>) => clientOfRequest(app, c.req.raw, c.env).client
  const currentSession = async (c: Context<Site>) =>
    (await readSession(app, c.req.header('cookie') ?? '', { maySetCookies: false })).session

  routes.use('/passkeys/*', async (c, next) => {
    await next()
    c.header('cache-control', 'private, no-store')
  })

  routes.post('/passkeys/registration', async (c) => {
    const session = await currentSession(c)
    if (!session) return problem('unauthorized')
    const begun = await beginPasskey(app, session, clientOf(c))
    if (!begun.ok) return problem('unproven')
    const { value } = begun
    return value ? withCookies(c.json(value.options as object), value.setCookies) : problem('unauthorized')
  })

  routes.post('/passkeys', async (c) => {
    const session = await currentSession(c)
    if (!session) return problem('unauthorized')
    const { response, name } = await readJson(c)
    const added = await addPasskey(app, session, { response, name }, clientOf(c))
    if (added.ok) return c.json({ added: true })
    return added.error.code === 'unproven'
      ? problem('unproven')
      : problem('invalid', { errors: { response: 'This passkey could not be read' } })
  })

  routes.post('/passkeys/challenge', async (c) => {
    const client = clientOf(c)
    const tried = await limitByNetwork(app, 'challenge', client) // Each challenge takes a row for some minutes.
    if (!tried.ok) return tooMany(tried.error)
    const { options, setCookies } = await app.auth.passkeys.challenge(client)
    return withCookies(c.json(options as object), setCookies)
  })

  routes.post('/passkeys/sign-in', async (c) => {
    const { response, next } = await readJson(c)
    const signedIn = await signInByPasskey(app, response, clientOf(c))
    if (signedIn.ok) {
      const { setCookies, admin } = signedIn.value
      const to = ownPath(typeof next === 'string' ? next : null)
      return withCookies(c.json({ to: admin && to === '/' ? '/admin-dashboard' : to }), setCookies)
    }
    return signedIn.error.code === 'too_many' ? tooMany(signedIn.error) : problem('unauthorized')
  })

  routes.post('/google', async (c) => {
    if (!app.auth.google) return c.notFound()
    const next = (await c.req.parseBody())['next']
    const { url, setCookies } = await app.auth.startGoogle(ownPath(typeof next === 'string' ? next : null), clientOf(c))
    return withCookies(c.redirect(url, 303), setCookies)
  })

  routes.get('/api/auth/callback/google', async (c) => {
    if (!app.auth.google) return c.notFound()
    return app.auth.finishGoogle(c.req.raw)
  })

  return routes
}

function tooMany({ retryAfter }: TooMany): Response {
  const response = problem('too_many')
  response.headers.set('retry-after', String(retryAfter))
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
