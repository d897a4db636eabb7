/**
 * The only entry of the server's bundle, from which `server/main.ts` takes everything that it starts. Pages and
 * everything else share one module graph, and so one key of each React Router context.
 */
import { createRequestHandler, type ServerBuild } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { createSite, type SiteOptions } from '#server/http/site'
import type { App } from '#server/context'
import { createLog as openLog, type Log } from '#server/log'

export { createDirectory } from '#server/search/engine/directory'
export { connectAuth } from '#server/accounts/auth/auth'
export { openJobs } from '#server/jobs'
export { logWhatIsPrinted } from '#server/log'
export { connectCalendars } from '#server/ics/calendars'
export { internet } from '#server/ics/network'
export { connectMailer } from '#server/mail/smtp'
export { connectPayments } from '#server/payments/stripe/stripe'
export { keepSecret, secretMaker } from '#server/secrets'
export { openPictureProcess } from '#server/storage/picture-process'
export { connectStorage } from '#server/storage/storage'
export { inviteFirstAdmin } from '#server/accounts/admin-invitations'
export { keepDirectory } from '#server/search/sync'
export { applySettings } from '#server/site-settings/site-settings'
export { keepViews } from '#server/mentors/views'
export { placeMoves } from '#server/mentors/move-places'
export { removeAbandonedUploads } from '#server/http/upload'

/** The log, told the paths of all pages. */
export function createLog(level: string): Log {
  const { routes } = build as ServerBuild
  return openLog(
    level,
    Object.values(routes).flatMap((route) => route?.path ?? []),
  )
}

export function createProduct(app: App, options: Omit<SiteOptions, 'pages'>) {
  // A cast, since the generated type has undefined for absent settings, which exactOptionalPropertyTypes refuses.
  const handle = createRequestHandler(build as ServerBuild, import.meta.env.DEV ? 'development' : 'production')
  return createSite(app, { ...options, pages: (request, context) => handle(request, context) })
}
