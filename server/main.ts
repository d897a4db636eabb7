/**
 * Starts the product: environment → config → listen → database → jobs → ready. The only file that reads the
 * environment. Node runs it and `server/start/` file by file, as `server/start.mjs` finds them in the build, or in development as
 * they are. Everything with JSX comes from the bundle that `npm run build` made, or from Vite.
 *
 * A demo starts its own payment service and mail server (`sandbox/`), on loopback, over the real protocols.
 */
import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { hostsOfDemo, loadConfig, readTimeouts } from '#server/platform/config'
import type { App } from '#server/context'
import { hasNoMentors } from '#server/platform/db/installation-queries'
import { loadBuild, loadFromVite, type Bundle } from '#server/start/bundle'
import { connectApp } from '#server/start/connect-app'
import { DEMO_ADMIN, greet, greetWorker, say } from '#server/start/greeting'
import { listen } from '#server/start/listen'
import { listenForMetrics } from '#server/start/metrics-port'
import { openDatabase } from '#server/start/open-database'
import { openStandby } from '#server/start/open-replica'
import { openStorage } from '#server/start/open-storage'
import { readOperatorTexts } from '#server/start/operator-texts'
import { refuseToStart } from '#server/start/refuse'
import { beginWork, settingsInArguments } from '#server/start/roles'
import { keepAssets } from '#server/start/shared-assets'
import { stopOnSignal } from '#server/start/stop'
import { traceTo } from '#server/start/trace'
import * as m from '#messages/operators'

type Demo = typeof import('../sandbox/start.ts')
type Seeding = Parameters<Demo['seedDemo']>[0]

async function start() {
  const stopping = stopOnSignal()
  const fromArguments = settingsInArguments(process.argv.slice(2))
  if (!fromArguments.ok) refuseToStart(fromArguments.error)
  const loaded = loadConfig({ ...process.env, ...fromArguments.value })
  if (!loaded.ok) refuseToStart(loaded.error)
  const config = loaded.value
  const demo = config.mode === 'demo' ? await import('../sandbox/start.ts').catch(withoutSandbox) : null
  const texts = await readOperatorTexts(config)
  if (!texts.ok) refuseToStart(texts.error)
  const port = await listen(config)
  const development = process.env.NODE_ENV === 'development'
  const code = development ? await loadFromVite(port.server) : await loadBuild(config.LANDFALL_BUILD)
  const { bundle } = code
  const log = bundle.createLog(config)
  if (!development) bundle.logWhatIsPrinted(log)

  const tracing = await traceTo(bundle, config, log)
  const { storage, ...place } = openStorage(bundle, config)
  const database = await openDatabase(config, new Date(), log, place.findProblems)
  await place.claim()
  const { db } = database
  const replica = await openStandby(config, db, log)
  const webhookSecret = config.STRIPE_WEBHOOK_SECRET ?? `whsec_${randomBytes(24).toString('hex')}`
  const sandbox = await demo?.startSandbox({
    db,
    origin: config.PUBLIC_URL ?? port.origin,
    webhookUrl: `${port.origin}/webhooks/stripe`,
    webhookSecret,
    payments: config.STRIPE_API_BASE ? 'elsewhere' : config.STRIPE_SECRET_KEY ? 'real' : 'here',
    mail: config.SMTP_URL ? 'real' : 'here',
    onError: (error) => log.error('sandbox failed', { error }),
  })
  const standIn =
    config.rehearsal && !config.STRIPE_SECRET_KEY
      ? await (
          await import('../sandbox/start.ts').catch(withoutSandbox)
        ).startPaymentsOfRehearsal({
          db,
          origin: config.PUBLIC_URL ?? port.origin,
          webhookUrl: `${port.origin}/webhooks/stripe`,
          webhookSecret,
          onError: (error) => log.error('sandbox failed', { error }),
        })
      : undefined
  const now = sandbox?.clock.now ?? (() => new Date())

  const jobs = await bundle.openJobs(database, config.DATABASE_URL, bundle.logJobErrors(log), sandbox?.clock.jobs, {
    plans: config.ROLE !== 'web',
  })
  const main = database.engine.kind === 'postgres' ? database.engine.pool : null
  bundle.watchProcess(main && jobs.pool && { main, jobs: jobs.pool }, config.ROLE)
  await sandbox?.clock.moveJobs('jobs')
  const { mailUrl, network } = sandbox ?? {}
  const { paymentsUrl } = standIn ?? sandbox ?? {}
  const paymentsKey = demo?.SANDBOX_KEY ?? standIn?.key
  const standIns = { webhookSecret, paymentsKey, paymentsUrl, mailUrl, network }
  const opened = { db, replica, now, queue: jobs.queue, log, tracing, texts: texts.value, storage }
  const app = await connectApp(bundle, config, port.origin, opened, standIns)
  if (demo) await writeDemoMentors(demo, bundle, app)
  const missing = await bundle.findMissingCurrency(db, config.CURRENCIES)
  if (missing) refuseToStart(missing)
  await bundle.applySettings(app)
  await bundle.applyRates(app)
  await bundle.placeMoves(app)
  await bundle.removeAbandonedUploads(new Date())

  const leaveAssets = development ? () => undefined : await keepAssets(config, log, () => new Date())
  const hosts = demo ? hostsOfDemo(port.origin, config.PUBLIC_URL) : undefined
  port.serve(code.createListener(app, { beside: sandbox?.pages ?? standIn?.pages, hosts }))
  setFlagsFromString('--semi-space-growth-factor=2') // V8's default, which `start.mjs` lowers for the imports.
  const work = await beginWork(bundle, app, jobs, () => Date.now())
  const closeMetrics = config.METRICS_PORT
    ? await listenForMetrics({ host: config.METRICS_HOST, port: config.METRICS_PORT }, (request) =>
        bundle.serveMetricsAlone(app, request),
      )
    : () => undefined
  stopping.inOrder(
    () => {
      log.info('stopping')
      return port.drain(readTimeouts(config).drain)
    },
    [
      port.close,
      closeMetrics,
      leaveAssets,
      ...work.end,
      jobs.close,
      code.close,
      () => sandbox?.close(),
      () => standIn?.close(),
      app.mailer.close,
      app.pictures.close,
      app.calendars.close,
      app.pdf.close,
      () => replica?.close(),
      database.close,
      tracing.close,
      () => log.info('stopped'),
    ],
    readTimeouts(config).shutdown * 1_000,
  )
  await work.ready() // “Is ready” is true of `/readyz`, too.
  log.info('started', { seconds: Math.round(performance.now() / 1_000) })
  if (config.ROLE === 'worker') return greetWorker(config, port.origin)
  greet(config, app.config.PUBLIC_URL, sandbox, demo && (await bundle.inviteFirstAdmin(app, DEMO_ADMIN)))
}

/** A release has none. */
function withoutSandbox(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  refuseToStart(m.releaseOnlyLive())
}

/** Writes the demo mentors into an empty database. */
async function writeDemoMentors(demo: Demo, bundle: Bundle, app: App): Promise<void> {
  const { db, now, config } = app
  if (!(await hasNoMentors(db))) return
  say(`  ${m.writingDemo()}`)
  const hasBooks = !config.STRIPE_SECRET_KEY || config.STRIPE_API_BASE !== undefined
  const sealPayee: Seeding['sealPayee'] = (mentorId, payee) => bundle.sealPayee(app, mentorId, payee)
  await demo
    .seedDemo({ db, pictures: app, now, sealPayee, hasBooks, currency: config.CURRENCY, rates: app.rates })
    .catch(async (error: unknown) => {
      if (await hasNoMentors(db)) throw error // Otherwise another process that starts at the same time has written them.
    })
}

await start()
