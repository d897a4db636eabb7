/**
 * The only entry of the server's bundle, from which `server/main.ts` takes everything that it starts. Pages and
 * everything else share one module graph, and so one key of each React Router context.
 */
import type { ServerBuild } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { createSite, type SiteOptions } from '#server/site/site'
import type { App } from '#server/context'
import { createWorkerSite } from '#server/site/worker-site'
import { patternsOfPages } from '#server/site/monitoring/route-patterns'
import { createLog as openLog, collectSections, type Log } from '#server/platform/log'
import { pagesInLanguages } from '#server/site/pages-in-languages'

export { createDirectory } from '#server/search/engine/directory'
export { connectAuth } from '#server/accounts/auth/auth'
export { claimBookings } from '#server/bookings/queries'
export { keepClock } from '#server/platform/clock-watch'
export { openJobs } from '#server/jobs'
export { logJobErrors } from '#server/platform/job-errors'
export { logWhatIsPrinted } from '#server/platform/log'
export { connectCalendars } from '#server/platform/ics/calendars'
export { internet } from '#server/platform/network/network'
export { connectWebhooks } from '#server/platform/network/webhook-sender'
export { watchMailSupport } from '#server/mail-support'
export { connectMailer } from '#server/platform/mail/smtp'
export { connectPayments } from '#server/payments/stripe/stripe'
export { connectRates } from '#server/payments/rates/fetch-rates'
export { sealPayee } from '#server/payouts/payees'
export { transferSettlement } from '#server/payouts/connect/transfer-settlement'
export { applyRates } from '#server/payments/rates/rates'
export { SHIPPED_RATES } from '#server/payments/rates/shipped-rates'
export { findMissingCurrency } from '#server/payments/sold-currencies'
export { keepSecret, secretMaker } from '#server/platform/secrets'
export { openPdfProcess } from '#server/platform/pdf/pdf-process'
export { openPictureProcess } from '#server/platform/storage/picture-process'
export {
  claimStorage,
  connectStorage,
  findMissingFiles,
  findOthersClaim,
  tryStorage,
} from '#server/platform/storage/storage'
export { inviteFirstAdmin } from '#server/accounts/admin-invitations'
export { currentDirectory } from '#server/search/sync'
export { keepDirectory, keepSettings } from '#server/search/keep-up'
export { applySettings } from '#server/site-settings/site-settings'
export { keepViews } from '#server/mentors/views'
export { serveMetricsAlone } from '#server/site/monitoring/metrics'
export { watchProcess } from '#server/platform/process-metrics'
export { openTracing, UNTRACED } from '#server/platform/tracing/tracing'
export { VERSION } from '#server/platform/version'
export { placeMoves } from '#server/mentors/places/move-places'
export { removeAbandonedUploads } from '#server/platform/http/upload'

/** The first parts of all paths. */
const sections = collectSections(Object.values((build as ServerBuild).routes).flatMap((route) => route?.path ?? []))

const pagePatterns = patternsOfPages((build as ServerBuild).routes)

export const createLog = (settings: Parameters<typeof openLog>[0]): Log => openLog(settings, sections)

export function createProduct(app: App, options: Omit<SiteOptions, 'pages'>) {
  if (app.config.ROLE === 'worker') return createWorkerSite(app, options)
  const pages = pagesInLanguages(build as unknown as ServerBuild, app.config.LANGUAGES)
  return createSite(app, { ...options, pagePatterns, pages })
}
