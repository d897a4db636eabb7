/**
 * Starts the product: environment → config → listen → database → jobs → ready. The only file that reads the
 * environment. Node runs it and `server/start/` itself by stripping their types. Everything with JSX comes from the
 * bundle that `npm run build` made, or from Vite.
 *
 * A demo starts its own payment service and mail server (`sandbox/`), on loopback, over the real protocols.
 */
import { randomBytes } from 'node:crypto'
import { hostsOfDemo, loadConfig } from '#server/config'
import type { App } from '#server/context'
import { hasNoMentors } from '#server/db/installation-queries'
import { loadBuild, loadFromVite } from '#server/start/bundle'
import { connectApp } from '#server/start/connect-app'
import { DEMO_ADMIN, greet, say } from '#server/start/greeting'
import { listen } from '#server/start/listen'
import { openDatabase } from '#server/start/open-database'
import { readOperatorTexts } from '#server/start/operator-texts'
import { refuseToStart } from '#server/start/refuse'
import { stopOnSignal } from '#server/start/stop'

type Demo = typeof import('../sandbox/start.ts')

async function start() {
  const loaded = loadConfig(process.env)
  if (!loaded.ok) refuseToStart(`Bad setting. ${loaded.error}`)
  const config = loaded.value
  const texts = await readOperatorTexts(config)
  const port = await listen(config)
  const development = process.env.NODE_ENV === 'development'
  const code = development ? await loadFromVite(port.server) : await loadBuild(config.LANDFALL_BUILD)
  const { bundle } = code
  const log = bundle.createLog(config.LOG_LEVEL)
  if (!development) bundle.logWhatIsPrinted(log)

  const database = await openDatabase(config, new Date())
  const { db } = database
  const demo = config.mode === 'demo' ? await import('../sandbox/start.ts') : null
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
  const now = sandbox?.clock.now ?? (() => new Date())

  const jobsFailed = (error: unknown) => log.error('jobs failed', { error })
  const jobs = await bundle.openJobs(database, config.DATABASE_URL, jobsFailed, sandbox?.clock.jobs)
  await sandbox?.clock.moveJobs('jobs')
  const { paymentsUrl, mailUrl, calendars } = sandbox ?? {}
  const standIns = { webhookSecret, paymentsKey: demo?.SANDBOX_KEY, paymentsUrl, mailUrl, calendars }
  const opened = { db, now, queue: jobs.queue, log, texts }
  const app = await connectApp(bundle, config, port.origin, opened, standIns)
  if (demo) await writeDemoMentors(demo, app)
  await bundle.applySettings(app)
  await bundle.placeMoves(app)
  await bundle.removeAbandonedUploads(new Date())

  const hosts = demo ? hostsOfDemo(port.origin, config.PUBLIC_URL) : undefined
  port.serve(code.listenerOf(app, { beside: sandbox?.pages, hosts }))
  const endDirectory = bundle.keepDirectory(app)
  const endViews = bundle.keepViews(app)
  await jobs.run(app)
  stopOnSignal([
    port.close,
    endDirectory,
    endViews,
    jobs.close,
    code.close,
    () => sandbox?.close(),
    app.mailer.close,
    app.pictures.close,
    app.calendars.close,
    database.close,
  ])
  greet(config, app.config.PUBLIC_URL, sandbox, demo && (await bundle.inviteFirstAdmin(app, DEMO_ADMIN)))
}

/** Writes the demo mentors into an empty database. */
async function writeDemoMentors(demo: Demo, app: App): Promise<void> {
  const { db, now } = app
  if (!(await hasNoMentors(db))) return
  say('  Writing the demo mentors …')
  await demo.seedDemo({ db, pictures: app, now }).catch(async (error: unknown) => {
    if (await hasNoMentors(db)) throw error // Otherwise another process that starts at the same time has written them.
  })
}

await start()
