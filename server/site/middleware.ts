/** What every request passes before it meets a route: host, headers, origin and the size of its body. */
import { randomBytes } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import type { App } from '#server/context'
import { isApiPath, MAX_BODY_BYTES } from '#server/site/api'
import { contentSecurityPolicy, setSecurityHeaders } from '#server/platform/http/headers'
import { problem } from '#server/platform/http/problem'
import { loggingRequest } from '#server/platform/log'
import { newRequestId } from '#server/platform/http/request-id'
import { acceptedLanguage } from '#server/platform/language/accept-language'
import { inLanguage } from '#server/platform/language/language'
import { boundBodies, LargeBodies, type BodyLimit } from '#server/platform/http/request-body'
import type { SiteEnv } from '#server/site/hono-env'
import { isUpload, MAX_UPLOAD_BYTES } from '#server/platform/http/upload'
import * as m from '#messages/problems'
import { FALLBACK, LANGUAGES } from '../../messages/languages.ts'

const MAX_EVENT_BYTES = 256 * 1024 // Stripe's events are a few KB.
/** Pages that receive a picture or a document. Like the router, without regard to case or a slash at the end. */
const UPLOADS = /^\/((account|become-a-mentor|cohorts\/propose|profile)\/picture|become-a-mentor\/check)(\.data|\/)?$/i
/**
 * An application and an operator's text in Settings are 20,000 characters at most, a profile with its translations 30,000, a proposal 40,000,
 * of up to 12 bytes each as browsers write forms.
 */
const APPLICATIONS = /^\/(become-a-mentor\/(apply|draft)|cohorts\/propose(\/draft)?|profile)(\.data|\/)?$/i
const SETTINGS = /^\/admin-dashboard\/settings(\.data|\/)?$/i
const MAX_APPLICATION_BYTES = 480 * 1024
/** Large bodies read at once, 26 in all. Anyone may post to the webhook, and must not keep members from uploading. */
const MAX_LARGE_BODIES = { events: 4, applications: 8, settings: 2, uploads: 12 }

/** Against DNS rebinding: see `hostsOfDemo`. */
export function refuseOtherHosts(app: App, hosts: ReadonlySet<string>): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    if (hosts.has(new URL(c.req.url).host)) return next()
    const response = c.text(`${m.demoOtherName()}\n`, 421, { 'cache-control': 'no-store' })
    setSecurityHeaders(response.headers, app.config.PUBLIC_URL, contentSecurityPolicy([], false))
    response.headers.set('x-request-id', newRequestId())
    return response
  }
}

/** Each response says the id that lines of the log have which are about its request. Earlier responses name theirs themselves. */
export const identifyRequests: MiddlewareHandler<SiteEnv> = async (c, next) => {
  const id = newRequestId()
  await loggingRequest(id, next)
  c.res.headers.set('x-request-id', id)
}

/** Each response gets a nonce of its own. Without a policy in development, where Vite adds scripts of its own. */
export function securityHeaders(app: App): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    const nonce = randomBytes(16).toString('base64')
    c.set('nonce', nonce)
    await next()
    const policy = import.meta.env.DEV ? null : contentSecurityPolicy([`'nonce-${nonce}'`], app.auth.google)
    setSecurityHeaders(c.res.headers, app.config.PUBLIC_URL, policy)
  }
}

/**
 * Clients of the API read the words of problems, and later the emails about what they book, in the language of their
 * `Accept-Language`. Data is English for all of them, since it is cached: its codes have names in every language.
 */
export function clientLanguage({ config }: App): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    if (!isApiPath(c.req.path) && c.req.path !== '/create-checkout-session') return next()
    const language = acceptedLanguage(c.req.header('accept-language') ?? null, config.LANGUAGES) ?? FALLBACK
    await inLanguage(language, next)
    if (!c.res.headers.get('content-type')?.startsWith('application/problem+json')) return
    c.res.headers.set('content-language', LANGUAGES[language].tag)
    c.res.headers.append('vary', 'Accept-Language')
  }
}

/** Webhooks come from elsewhere by nature: their signature counts. */
const isWebhook = (c: Context) => c.req.path.startsWith('/webhooks/')

export function checkOrigin({ config }: App): MiddlewareHandler<SiteEnv> {
  const ownOrigin = (c: Context) => (config.fixedOrigin ? config.PUBLIC_URL : `http://${c.req.header('host')}`)
  return async (c, next) => (isWebhook(c) || isSameOrigin(c.req.raw, ownOrigin(c)) ? next() : problem('forbidden'))
}

export function limitBodies(): MiddlewareHandler<SiteEnv> {
  const event: BodyLimit = { bytes: MAX_EVENT_BYTES, large: new LargeBodies(MAX_LARGE_BODIES.events) }
  const upload: BodyLimit = {
    bytes: MAX_UPLOAD_BYTES,
    large: new LargeBodies(MAX_LARGE_BODIES.uploads),
    streamed: true,
  }
  const application = { bytes: MAX_APPLICATION_BYTES, large: new LargeBodies(MAX_LARGE_BODIES.applications) }
  const settings = { bytes: MAX_APPLICATION_BYTES, large: new LargeBodies(MAX_LARGE_BODIES.settings) }
  const other: BodyLimit = { bytes: MAX_BODY_BYTES }
  return boundBodies((c) => {
    if (isWebhook(c)) return event
    if (APPLICATIONS.test(c.req.path)) return application
    if (SETTINGS.test(c.req.path)) return settings
    return UPLOADS.test(c.req.path) && isUpload(c.req.raw) ? upload : other
  })
}

/**
 * False for a request that changes something and does not come from our own pages. Browsers send `Origin` with every
 * such request; a foreign or `null` one is refused. A request without `Origin` is not from a browser: it is allowed if
 * it has no cookies, which are all that another site could misuse. OWASP ASVS 5.0 V3.5.
 */
function isSameOrigin(request: Request, ownOrigin: string): boolean {
  if (/^(GET|HEAD|OPTIONS)$/.test(request.method)) return true
  const origin = request.headers.get('origin')
  if (origin !== null) return origin === ownOrigin
  return !request.headers.has('cookie')
}
