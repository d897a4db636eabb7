/** Makes `App`: connects what every request and job works with, as the settings say. */
import { dirname } from 'node:path'
import { storageOf, type Config } from '#server/config'
import type { App } from '#server/context'
import { folderOf } from '#server/db/connect'
import type { Bundle } from '#server/start/bundle'

type Network = Bundle['internet']

type Opened = Pick<App, 'db' | 'now' | 'queue' | 'log' | 'texts'>

/** The sandbox's payment service, mail server and calendars. Settings that name real ones win. */
type StandIns = {
  /** Signs webhooks. */
  webhookSecret: string
  paymentsKey: string | undefined
  paymentsUrl: string | null | undefined
  mailUrl: string | null | undefined
  /** The network with the sandbox's calendars in it. */
  calendars: ((rest: Network) => Network) | undefined
}

/** `origin`: where the port is bound. */
export async function connectApp(
  bundle: Bundle,
  config: Config,
  origin: string,
  opened: Opened,
  standIns: StandIns,
): Promise<App> {
  const PUBLIC_URL = config.PUBLIC_URL ?? origin
  const secret = config.AUTH_SECRET ?? (await bundle.keepSecret(dataFolder(config)))
  const known = { ...config, PUBLIC_URL, fixedOrigin: config.PUBLIC_URL !== undefined }
  const app: App = {
    ...opened,
    config: known,
    environment: { config: known, advice: opened.texts.advice },
    payments: bundle.connectPayments(paymentSettings(config, standIns)),
    auth: bundle.connectAuth({
      db: opened.db,
      now: opened.now,
      secret,
      publicUrl: PUBLIC_URL,
      siteName: config.SITE_NAME,
      google: googleSettings(config),
      onError: (error) => opened.log.error('sign-in failed', { error }),
    }),
    mailer: bundle.connectMailer({
      url: config.SMTP_URL ?? standIns.mailUrl ?? '',
      from: config.MAIL_FROM,
      support: config.SUPPORT_EMAIL,
      siteName: () => app.config.SITE_NAME,
      bounces: config.BOUNCE_ADDRESS,
    }),
    storage: bundle.connectStorage(storageOf(config)),
    pictures: bundle.openPictureProcess(new URL('../storage/picture-worker.ts', import.meta.url)),
    calendars: bundle.connectCalendars({
      secret,
      network: standIns.calendars?.(bundle.internet) ?? bundle.internet,
      worker: new URL('../ics/calendar-worker.ts', import.meta.url),
    }),
    secretFor: bundle.secretMaker(secret),
    directory: bundle.createDirectory(),
  }
  return app
}

function paymentSettings(config: Config, { webhookSecret, paymentsKey, paymentsUrl }: StandIns) {
  const { STRIPE_WEBHOOK_SECRET: current = webhookSecret, STRIPE_WEBHOOK_SECRET_BEFORE: previous } = config
  return {
    secretKey: config.STRIPE_SECRET_KEY ?? paymentsKey ?? '',
    webhookSecrets: previous ? [current, previous] : [current],
    apiBase: config.STRIPE_API_BASE ?? paymentsUrl ?? undefined,
  }
}

function googleSettings({ GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret }: Config) {
  return clientId && clientSecret ? { clientId, clientSecret } : undefined
}

/** Where a demo keeps its generated secret: beside its embedded database. */
const dataFolder = ({ DATABASE_URL }: Config) => dirname(folderOf(DATABASE_URL) ?? './data/none')
