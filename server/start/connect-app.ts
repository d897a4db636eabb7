/** Makes `App`: connects what every request and job works with, as the settings say. */
import { dirname } from 'node:path'
import type { Config } from '#server/platform/config'
import type { App } from '#server/context'
import { databaseFolder } from '#server/platform/db/connect'
import type { Bundle } from '#server/start/bundle'

type Network = Bundle['internet']

type Opened = Pick<App, 'db' | 'replica' | 'now' | 'queue' | 'log' | 'tracing' | 'texts' | 'storage'>

/** The sandbox's payment service, mail server, and hosts. Settings that name real ones win. */
type StandIns = {
  /** Signs webhooks. */
  webhookSecret: string
  paymentsKey: string | undefined
  paymentsUrl: string | null | undefined
  mailUrl: string | null | undefined
  /** The network with the sandbox's calendars and receiver of webhooks in it. */
  network: ((rest: Network) => Network) | undefined
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
  const network = standIns.network?.(bundle.internet) ?? bundle.internet
  const known = { ...config, PUBLIC_URL, fixedOrigin: config.PUBLIC_URL !== undefined }
  const app: App = {
    ...opened,
    clockAgrees: true,
    config: known,
    environment: { config: known, advice: opened.texts.advice },
    payments: opened.tracing.payments(bundle.connectPayments(paymentSettings(config, standIns))),
    claimBookings: bundle.claimBookings,
    transfers: bundle.transferSettlement,
    auth: bundle.connectAuth({
      claimBookings: bundle.claimBookings,
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
      connections: config.SMTP_CONNECTIONS,
      perSecond: config.SMTP_PER_SECOND,
      from: config.MAIL_FROM,
      support: config.SUPPORT_EMAIL,
      siteName: () => app.config.SITE_NAME,
      bounces: config.BOUNCE_ADDRESS,
      rehearsal: config.rehearsal ? config.REHEARSAL_MAIL_TO : undefined,
    }),
    pictures: bundle.openPictureProcess(new URL('../platform/storage/picture-worker.ts', import.meta.url)),
    pdf: bundle.openPdfProcess(new URL('../platform/pdf/pdf-worker.ts', import.meta.url)),
    calendars: bundle.connectCalendars({
      secret,
      network,
      worker: new URL('../platform/ics/calendar-worker.ts', import.meta.url),
    }),
    webhooks: bundle.connectWebhooks({ network }),
    rates: bundle.SHIPPED_RATES,
    ratesFile: connectRatesFile(bundle, config),
    secretFor: bundle.secretMaker(secret),
    directory: bundle.createDirectory(),
  }
  return app
}

function paymentSettings(config: Config, { webhookSecret, paymentsKey, paymentsUrl }: StandIns) {
  const { STRIPE_WEBHOOK_SECRET: current = webhookSecret, STRIPE_WEBHOOK_SECRET_BEFORE: previous } = config
  const webhookSecrets = [current, previous, config.STRIPE_CONNECT_WEBHOOK_SECRET].filter((each) => each !== undefined)
  return {
    secretKey: config.STRIPE_SECRET_KEY ?? paymentsKey ?? '',
    webhookSecrets,
    apiBase: config.STRIPE_API_BASE ?? paymentsUrl ?? undefined,
  }
}

function connectRatesFile(bundle: Bundle, { CURRENCY_RATES_URL: address = 'none' }: Config) {
  return address === 'none' ? null : bundle.connectRates(address)
}

function googleSettings({ GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret }: Config) {
  return clientId && clientSecret ? { clientId, clientSecret } : undefined
}

/** Where a demo keeps its generated secret: beside its embedded database. */
const dataFolder = ({ DATABASE_URL }: Config) => dirname(databaseFolder(DATABASE_URL) ?? './data/none')
