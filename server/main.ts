/**
 * Starts the product: environment → config → listen → database → jobs → ready. The only file that reads the
 * environment. Node runs this file itself by stripping its types. Everything with JSX comes from the bundle that `npm
 * run build` made, or from Vite.
 *
 * A demo starts its own payment service and mail server (`sandbox/`), on loopback, over the real protocols.
 */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { hostsOfDemo, loadConfig, originOf, storageOf, warningsAbout, type Config } from '#server/config'
import { connect, folderOf, type Database } from '#server/db/connect'
import { hasNoMentors, rememberMode } from '#server/db/installation-queries'
import { lockData } from '#server/db/lock'
import { migrate, readOwnership } from '#server/db/migrate'
import { HTTP_SERVER } from '#server/http/early-response'
import type * as Bundle from './entry.ts'

type Product = { fetch: (request: Request, env: object) => Response | Promise<Response> }
type Sandbox = Awaited<ReturnType<typeof import('../sandbox/start.ts').startSandbox>>

/** After SIGTERM: how long requests under way may take to end, and how long the whole shutdown may take. */
const REQUESTS_END_MS = 5_000
const SHUTDOWN_MS = 9_000

const LEAVE_BODIES = { autoCleanupIncoming: false } // `EarlyResponse` discards the unread rest of a body.

/** An address that cannot exist (RFC 2606). Mail to it arrives in the sandbox. */
const DEMO_ADMIN = 'admin@landfall.example'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Exits with one line that says what the operator has to change. */
function refuseToStart(line: string): never {
  process.stderr.write(`Landfall cannot start. ${line}\n`)
  process.exit(1)
}

async function start() {
  const loaded = loadConfig(process.env)
  if (!loaded.ok) refuseToStart(`Bad setting. ${loaded.error}`)
  const config = loaded.value
  const texts = { terms: await readText('TERMS_FILE', config), privacy: await readText('PRIVACY_FILE', config) }
  const development = process.env.NODE_ENV === 'development'

  let product: Product | undefined
  const listener = getRequestListener(
    (request, env) =>
      product
        ? product.fetch(request, env)
        : new Response('Starting', { status: 503, headers: { 'retry-after': '1' } }),
    LEAVE_BODIES,
  )
  let listening = listener
  const server = createServer(HTTP_SERVER, (incoming, outgoing) => listening(incoming, outgoing))
  const origin = await listen(server, config)
  const settings = { ...config, PUBLIC_URL: config.PUBLIC_URL ?? origin, fixedOrigin: config.PUBLIC_URL !== undefined }

  const vite = development ? await openVite(server) : null
  const entry = resolve(config.LANDFALL_BUILD, 'server/index.js')
  if (!vite && !existsSync(entry)) refuseToStart(`LANDFALL_BUILD: there is no build in ${config.LANDFALL_BUILD}.`)
  const load = (): Promise<typeof Bundle> =>
    vite ? (vite.ssrLoadModule('./server/entry.ts') as Promise<typeof Bundle>) : import(pathToFileURL(entry).href)
  const bundle = await load()

  const log = bundle.createLog(config.LOG_LEVEL)
  if (!development) bundle.logWhatIsPrinted(log)
  const database = await openDatabase(config)
  const demo = config.mode === 'demo' ? await import('../sandbox/start.ts') : null
  const webhookSecret = config.STRIPE_WEBHOOK_SECRET ?? `whsec_${randomBytes(24).toString('hex')}`
  const sandbox = await demo?.startSandbox({
    db: database.db,
    origin: settings.PUBLIC_URL,
    webhookUrl: `${origin}/webhooks/stripe`,
    webhookSecret,
    payments: config.STRIPE_API_BASE ? 'elsewhere' : config.STRIPE_SECRET_KEY ? 'real' : 'here',
    mail: config.SMTP_URL ? 'real' : 'here',
    onError: (error) => log.error('sandbox failed', { error }),
  })
  const now = sandbox?.clock.now ?? (() => new Date())

  const hosts = config.mode === 'demo' ? hostsOfDemo(origin, config.PUBLIC_URL) : undefined

  const storage = bundle.connectStorage(storageOf(config))
  const pictures = bundle.openPictureProcess(new URL('./storage/picture-worker.ts', import.meta.url))
  const jobs = await bundle.openJobs(
    database,
    config.DATABASE_URL,
    (error) => log.error('jobs failed', { error }),
    sandbox?.clock.jobs,
  )
  await sandbox?.clock.moveJobs('jobs')
  const app = {
    db: database.db,
    config: settings,
    now,
    payments: bundle.connectPayments({
      secretKey: config.STRIPE_SECRET_KEY ?? demo?.SANDBOX_KEY ?? '',
      webhookSecrets: [
        webhookSecret,
        ...(config.STRIPE_WEBHOOK_SECRET_BEFORE ? [config.STRIPE_WEBHOOK_SECRET_BEFORE] : []),
      ],
      apiBase: config.STRIPE_API_BASE ?? sandbox?.paymentsUrl ?? undefined,
    }),
    auth: bundle.connectAuth({
      db: database.db,
      now,
      secret: config.AUTH_SECRET ?? (await bundle.keepSecret(dataFolder(config))),
      publicUrl: settings.PUBLIC_URL,
      siteName: config.SITE_NAME,
      google: googleOf(config),
      onError: (error) => log.error('sign-in failed', { error }),
    }),
    mailer: bundle.connectMailer({
      url: config.SMTP_URL ?? sandbox?.mailUrl ?? '',
      from: { name: config.SITE_NAME, address: config.MAIL_FROM },
      support: config.SUPPORT_EMAIL,
      siteName: config.SITE_NAME,
    }),
    storage,
    pictures,
    queue: jobs.queue,
    directory: bundle.createDirectory(),
    log,
    texts,
  }
  if (demo && (await hasNoMentors(database.db))) {
    say('  Writing the demo mentors …')
    await demo.seedDemo({ db: database.db, pictures: app, now }).catch(async (error: unknown) => {
      if (await hasNoMentors(database.db)) throw error // Otherwise another process that starts at the same time has written them.
    })
  }
  await bundle.placeMoves(app)

  if (vite) {
    const { middlewares } = vite
    const pages = getRequestListener(async (request, env) => {
      const fresh = await load() // Edits take effect without a restart; database and jobs stay open.
      return fresh.createProduct(app, { clientFolder: null, beside: sandbox?.pages, hosts }).fetch(request, env)
    }, LEAVE_BODIES)
    listening = async (incoming, outgoing) =>
      middlewares(incoming as IncomingMessage, outgoing as ServerResponse, () => pages(incoming, outgoing))
  } else {
    const clientFolder = join(config.LANDFALL_BUILD, 'client')
    product = bundle.createProduct(app, { clientFolder, beside: sandbox?.pages, hosts })
  }
  const endDirectory = bundle.keepDirectory(app)
  await jobs.run(app)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    const deadline = setTimeout(() => process.exit(1), SHUTDOWN_MS)
    await closeServer(server)
    await endDirectory()
    await jobs.close()
    await vite?.close()
    await sandbox?.close()
    await app.mailer.close()
    await pictures.close()
    await database.close()
    clearTimeout(deadline)
    process.exit(0)
  }
  process.on('SIGTERM', stop) // Arrives twice if a service manager signals the whole process group and `npm start` passes it on.
  process.once('SIGINT', stop)
  const invitation = demo ? await bundle.inviteFirstAdmin(app, DEMO_ADMIN) : null
  greet(config, settings.PUBLIC_URL, sandbox, invitation)
}

/** Where a demo keeps its generated secret: beside its embedded database. */
const dataFolder = ({ DATABASE_URL }: Config) => dirname(folderOf(DATABASE_URL) ?? './data/none')

function googleOf({ GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret }: Config) {
  return clientId && clientSecret ? { clientId, clientSecret } : undefined
}

/** A text of the operator. Read at the start, so that a missing file stops the start instead of failing a page. */
async function readText(setting: 'TERMS_FILE' | 'PRIVACY_FILE', config: Config): Promise<string | null> {
  const file = config[setting]
  if (!file) return null
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
    refuseToStart(`${setting}: ${file} cannot be read (${error.code}).`),
  )
}

/** Binds the port before anything else, so that a taken port is reported at once. Resolves to the bound origin. */
function listen(server: Server, config: Config): Promise<string> {
  const host = config.HOST ?? (config.mode === 'live' ? '0.0.0.0' : '127.0.0.1')
  return new Promise((bound) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        refuseToStart(`PORT ${config.PORT} is taken. Stop what uses it, or set another PORT.`)
      refuseToStart(`Port ${config.PORT} on ${host} cannot be opened (${error.code}).`)
    })
    server.listen(config.PORT, host, () => {
      const { port } = server.address() as AddressInfo
      bound(originOf(host, port))
    })
  })
}

/** Connects and migrates. Locks an embedded folder first, since two processes on one folder silently lose rows. */
async function openDatabase(config: Config): Promise<Database & { close: () => Promise<void> }> {
  const folder = folderOf(config.DATABASE_URL)
  const lock = folder
    ? await lockData(dirname(folder)).catch((error: Error) =>
        refuseToStart(`DATABASE_URL: the folder ${dirname(folder)} cannot be used (${error.message}).`),
      )
    : null
  if (lock && !lock.ok) {
    refuseToStart(`The data in ${dirname(folder!)} is in use by process ${lock.error.pid}. Stop that one first.`)
  }
  const postgres = config.DATABASE_URL.startsWith('postgres')
  const options = { connections: config.DATABASE_CONNECTIONS }
  let database: Database
  try {
    database = await connect(config.DATABASE_URL, options)
    const migrator = postgres ? await connect(config.DATABASE_URL, { connections: 1, unlimited: true }) : database
    const ownership = await readOwnership(migrator.db)
    if (ownership === 'foreign')
      refuseToStart('DATABASE_URL: this database holds tables of something else. Name an empty one.')
    await migrate(migrator.db)
    if (postgres) await migrator.db.destroy()
    await markInstallation(database, config)
  } catch (error) {
    refuseToStart(`The database cannot be used: ${error instanceof Error ? error.message : String(error)}`)
  }
  return {
    ...database,
    async close() {
      await database.db.destroy()
      if (lock?.ok) await lock.value.release()
    },
  }
}

/** The first start decides whether a database is for a demo or for live use; it never changes. */
async function markInstallation({ db }: Database, config: Config): Promise<void> {
  const mode = await rememberMode(db, config.mode, new Date())
  if (mode !== config.mode) {
    refuseToStart(`DATABASE_URL: this database was set up for ${mode} use, and LANDFALL_MODE is ${config.mode}.`)
  }
}

async function openVite(server: Server) {
  const { createServer: createVite } = await import('vite')
  return createVite({ appType: 'custom', server: { middlewareMode: true, hmr: { server } } })
}

/**
 * Stops accepting requests and waits for those under way. Closes idle keep-alive connections at once and all others
 * after `REQUESTS_END_MS`, so that one client that never finishes cannot keep jobs and database from an orderly end.
 */
function closeServer(server: Server): Promise<void> {
  return new Promise((closed) => {
    // Repeatedly, since a connection whose response was just sent would stay open for seconds.
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    const timeout = setTimeout(() => server.closeAllConnections(), REQUESTS_END_MS)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(timeout)
      closed()
    })
  })
}

function greet(config: Config, address: string, sandbox: Sandbox | undefined, invitation: string | null): void {
  say(`\n  ${config.SITE_NAME} is ready   ${address}`)
  if (sandbox?.mailUrl) say(`  Mail             ${address}/sandbox/mail`)
  if (sandbox) say(`  Sandbox          ${address}/sandbox`)
  if (invitation) {
    say(`  Become its admin  ${address}/set-password?token=${invitation}`)
    say(`                    as ${DEMO_ADMIN}, within 30 minutes, once; later ones by \`npm run admin\``)
  }
  if (config.mode === 'demo') say('  Demo: made-up mentors, and no real money moves.')
  for (const warning of warningsAbout(config)) say(`  ${warning}`)
  say('')
}

await start()
