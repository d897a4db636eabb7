/**
 * What signing in needs and no page can be: the two halves of a passkey's ceremony, in JSON (WebAuthn §7), and Google's way
 * there and back. None of it answers with a token, only with cookies.
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
  const doors = new Hono<Site>()
  const clientOf = (c: Context<Site>) => clientOfRequest(app, c.req.raw, c.env).client
  const currentSession = async (c: Context<Site>) =>
    (await readSession(app, c.req.header('cookie') ?? '', { maySetCookies: false })).session

  doors.use('/passkeys/*', async (c, next) => {
    await next()
    c.header('cache-control', 'private, no-store')
  })

  doors.post('/passkeys/registration', async (c) => {
    const session = await currentSession(c)
    if (!session) return problem('unauthorized')
    const begun = await beginPasskey(app, session, clientOf(c))
    if (!begun.ok) return problem('unproven')
    const { value } = begun
    return value ? withCookies(c.json(value.options as object), value.setCookies) : problem('unauthorized')
  })

  doors.post('/passkeys', async (c) => {
    const session = await currentSession(c)
    if (!session) return problem('unauthorized')
    const { response, name } = await readJson(c)
    const added = await addPasskey(app, session, { response, name }, clientOf(c))
    if (added.ok) return c.json({ added: true })
    return added.error.code === 'unproven'
      ? problem('unproven')
      : problem('invalid', { errors: { response: 'This passkey could not be read' } })
  })

  doors.post('/passkeys/challenge', async (c) => {
    const client = clientOf(c)
    const tried = await limitByNetwork(app, 'challenge', client) // Each one is written down for minutes.
    if (!tried.ok) return tooMany(tried.error)
    const { options, setCookies } = await app.auth.passkeys.challenge(client)
    return withCookies(c.json(options as object), setCookies)
  })

  doors.post('/passkeys/sign-in', async (c) => {
    const { response, next } = await readJson(c)
    const signedIn = await signInByPasskey(app, response, clientOf(c))
    if (signedIn.ok) {
      const { setCookies, admin } = signedIn.value
      const to = ownPath(typeof next === 'string' ? next : null)
      return withCookies(c.json({ to: admin && to === '/' ? '/admin-dashboard' : to }), setCookies)
    }
    return signedIn.error.code === 'too_many' ? tooMany(signedIn.error) : problem('unauthorized')
  })

  doors.post('/google', async (c) => {
    if (!app.auth.google) return c.notFound()
    const next = (await c.req.parseBody())['next']
    const { url, setCookies } = await app.auth.startGoogle(ownPath(typeof next === 'string' ? next : null), clientOf(c))
    return withCookies(c.redirect(url, 303), setCookies)
  })

  doors.get('/api/auth/callback/google', async (c) => {
    if (!app.auth.google) return c.notFound()
    return app.auth.finishGoogle(c.req.raw)
  })

  return doors
}

function tooMany({ retryAfter }: TooMany): Response {
  const answer = problem('too_many')
  answer.headers.set('retry-after', String(retryAfter))
  return answer
}

function withCookies(answer: Response, setCookies: string[]): Response {
  for (const cookie of setCookies) answer.headers.append('set-cookie', cookie)
  return answer
}

/** An object, or none of its fields. */
async function readJson(c: Context): Promise<{ response?: unknown; name?: unknown; next?: unknown }> {
  const body: unknown = await c.req.json().catch(() => null)
  return typeof body === 'object' && body !== null ? body : {}
}
