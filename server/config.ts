/**
 * Everything the environment may change, validated once at start.
 * `server/main.ts` passes the environment in; no other file reads it (tests/architecture.test.ts checks).
 *
 * Demo or live is one question (decision 0007): live is `LANDFALL_MODE=live` or a live payment key. Seeding, the sandbox
 * and printed links hang on it, never on NODE_ENV, which React wants to be `production` in any built product.
 */
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { CHECKOUT_MINUTES, GRACE_MINUTES, TERMS_VERSION } from '#domain/bookings/booking'
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/payments/checkout'
import { parseFigures } from '#domain/mentors/figures'
import { err, ok, type Result } from '#domain/result'
import { isGuessable } from '#server/secrets'
import type { Bucket } from '#server/storage/bucket'

const figures = z.string().transform((text, refused) => {
  const parsed = parseFigures(text)
  if (parsed.ok) return parsed.value
  refused.addIssue('Write up to four as "150+ mentees, 8 cohorts"')
  return z.NEVER
})

/** The word `none`, or networks apart by commas and blanks. */
const proxies = z.string().transform((text, refused): string[] => {
  const networks = text.split(/[\s,]+/).filter(Boolean)
  if (networks.length === 1 && networks[0] === 'none') return []
  const wrong = networks.map(whatNetworkLacks).find((problem) => problem !== null)
  if (wrong === undefined && networks.length > 0) return networks
  refused.addIssue(wrong ?? NETWORKS)
  return z.NEVER
})

const isMethod = (name: unknown) => PAYMENT_METHODS.some((known) => known === name)
const methods = z
  .string()
  .default('card')
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .pipe(
    z.custom<PaymentMethod[]>(
      (listed) => Array.isArray(listed) && listed.includes('card') && listed.every(isMethod),
      'Write card, or card,bacs_debit',
    ),
  )

const most = (usual: number) => z.coerce.number().int().min(1).max(100_000).default(usual)
const pounds = (usual: number) => z.coerce.number().min(0.3).max(999_999).multipleOf(0.01).default(usual)

const MAKE_SECRET = 'Make one by `openssl rand -base64 32`'

const environment = z.object({
  LANDFALL_MODE: z.enum(['demo', 'live']).optional(),
  HOST: z.string().min(1).optional(), // Absent: loopback in a demo, every interface when live.
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => new URL(url).origin)
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^(file:|memory:|postgres(ql)?:\/\/)/, 'Write file:./folder or postgres://…')
    .default('file:./data/pglite'),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(100).default(8),
  STORAGE_FOLDER: z.string().min(1).default('./data/files'), // Not used where S3_BUCKET names a bucket.
  S3_BUCKET: z
    .string()
    .regex(/^[\w.-]{3,63}$/, 'Write the name of a bucket')
    .optional(),
  S3_REGION: z.string().min(1).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(), // Absent: Amazon's own.
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  LANDFALL_BUILD: z.string().min(1).default('build'),
  SITE_NAME: z.string().min(1).max(60).default('Landfall'),
  SUPPORT_EMAIL: z.email().default('help@landfall.example'),
  FIGURES: figures.optional(), // Absent: a demo shows the specification's, a live site what its data proves.
  ABOUT_FIGURES: figures.optional(),
  FIGURES_AS_OF: z.iso.date().optional(),
  TERMS_FILE: z.string().min(1).optional(), // Absent: the demo's own text.
  PRIVACY_FILE: z.string().min(1).optional(),
  TERMS_VERSION: z
    .string()
    .regex(
      /^\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/,
      'Write the month or day they are of: 2026-11, 2026-11-30',
    )
    .default(TERMS_VERSION),
  AUTH_SECRET: z.string().min(32, `Write at least 32 characters. ${MAKE_SECRET}`).optional(),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(), // Absent: people sign in with a password or a passkey.
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_/, 'Write a key that begins with sk_test_, sk_live_, rk_test_ or rk_live_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_').optional(),
  STRIPE_WEBHOOK_SECRET_BEFORE: z.string().startsWith('whsec_').optional(), // While the secret is being changed: the old one.
  STRIPE_API_BASE: z.url({ protocol: /^https?$/ }).optional(),
  PAYMENT_METHODS: methods,
  CHECKOUT_MINUTES: z.coerce.number().int().min(31).max(1_440).default(CHECKOUT_MINUTES),
  HOLD_GRACE_MINUTES: z.coerce.number().int().min(1).max(60).default(GRACE_MINUTES),
  HOLDS_PER_BROWSER: most(2),
  HOLDS_PER_EMAIL: most(3),
  HOLDS_PER_ADDRESS: most(20),
  NEW_HOLDS_PER_BROWSER: most(6),
  NEW_HOLDS_PER_ADDRESS: most(20),
  CONFIRM_MAILS_PER_BROWSER: most(6),
  CONFIRM_MAILS_PER_EMAIL: most(6),
  CONFIRM_MAILS_PER_ADDRESS: most(12),
  FREE_PER_EMAIL: most(3),
  FREE_PER_ADDRESS: most(10),
  FAR_NETWORK_TIMES: most(3),
  HOLDS_SHARE_PERCENT: z.coerce.number().min(0).max(100).default(10),
  PRICE_LEAST: pounds(5),
  PRICE_MOST: pounds(1_000),
  FEE_PERCENT: z.coerce.number().min(0).max(100).default(0),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.email().default('bookings@landfall.example'),
  TRUSTED_PROXIES: proxies.optional(), // Absent: a demo has none. Live it has to be said.
  METRICS_TOKEN: z.string().min(20, 'Write at least 20 characters').optional(), // Absent: only this machine may ask.
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

export type Config = Readonly<
  Omit<Settings, 'TRUSTED_PROXIES'> & { mode: 'demo' | 'live'; TRUSTED_PROXIES: readonly string[] }
>

/** The error is text for a person: a line per setting that is wrong, and what would be right. An empty setting is an absent one. */
export function loadConfig(env: Record<string, string | undefined>): Result<Config, string> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    return err(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
  }
  const { LANDFALL_MODE, ...settings } = parsed.data
  const liveKey = /^(sk|rk)_live_/.test(settings.STRIPE_SECRET_KEY ?? '')
  if (LANDFALL_MODE === 'demo' && liveKey) return err('LANDFALL_MODE: a live payment key cannot be used in a demo')
  const mode = LANDFALL_MODE === 'live' || liveKey ? 'live' : 'demo'
  const problems = [
    ...(mode === 'live' ? whatLiveLacks(settings) : whatDemoLacks(settings)),
    ...whatStorageLacks(settings),
    ...whatGoogleLacks(settings),
    ...whatFiguresLack(settings),
  ]
  if (problems.length > 0) return err(problems.join('; '))
  return ok(Object.freeze({ ...settings, mode, TRUSTED_PROXIES: settings.TRUSTED_PROXIES ?? [] }))
}

type Settings = Omit<z.infer<typeof environment>, 'LANDFALL_MODE'>

/** Live takes real money: nothing of the sandbox, nothing that survives no power cut, nothing left to a default. */
function whatLiveLacks(settings: Settings): string[] {
  const required = [
    'PUBLIC_URL',
    'AUTH_SECRET',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'SMTP_URL',
    'TERMS_FILE',
    'PRIVACY_FILE',
  ] as const
  const problems = required.filter((name) => !settings[name]).map((name) => `${name}: required when live`)
  if (!settings.TRUSTED_PROXIES) problems.push(`TRUSTED_PROXIES: required when live. ${NETWORKS}`)
  if (!settings.DATABASE_URL.startsWith('postgres')) {
    problems.push(
      'DATABASE_URL: live needs a PostgreSQL server (postgres://…), the embedded database survives no power cut',
    )
  }
  for (const name of ['MAIL_FROM', 'SUPPORT_EMAIL'] as const) {
    // RFC 2606: nobody can ever have an address that ends so, and ours by default do.
    if (settings[name].endsWith('.example')) problems.push(`${name}: live needs an address of yours`)
  }
  if (settings.STRIPE_API_BASE) problems.push('STRIPE_API_BASE: the sandbox is refused when live')
  if (settings.STRIPE_SECRET_KEY && !/^(sk|rk)_live_/.test(settings.STRIPE_SECRET_KEY)) {
    problems.push('STRIPE_SECRET_KEY: live needs a live key')
  }
  if (settings.PUBLIC_URL && !settings.PUBLIC_URL.startsWith('https:')) problems.push('PUBLIC_URL: live needs https')
  return [...problems, ...weakSecretOf(settings)]
}

function weakSecretOf({ AUTH_SECRET: secret }: Pick<Settings, 'AUTH_SECRET'>): string[] {
  return secret && isGuessable(secret) ? [`AUTH_SECRET: this one could be guessed. ${MAKE_SECRET}`] : []
}

/** What is wrong with settings that a demo takes and live refuses: a line each, for the operator. */
export function warningsAbout(config: Config): string[] {
  return weakSecretOf(config)
}

function whatDemoLacks(settings: Settings): string[] {
  return settings.STRIPE_SECRET_KEY && !settings.STRIPE_WEBHOOK_SECRET
    ? ['STRIPE_WEBHOOK_SECRET: required with STRIPE_SECRET_KEY']
    : []
}

const bucketSettings = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** A bucket is wholly named or not at all. Half of one must not mean the folder: pictures would be in two places. */
function whatStorageLacks(settings: Settings): string[] {
  const missing = bucketSettings.filter((name) => !settings[name])
  if (missing.length === bucketSettings.length && !settings.S3_ENDPOINT) return []
  return missing.map((name) => `${name}: required with the other S3_ settings`)
}

function whatGoogleLacks({ GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret }: Settings): string[] {
  if (!id === !secret) return []
  return [`${id ? 'GOOGLE_CLIENT_SECRET' : 'GOOGLE_CLIENT_ID'}: required with the other GOOGLE_ setting`]
}

/** A figure without its day is true of no day. */
function whatFiguresLack(settings: Settings): string[] {
  return (settings.FIGURES ?? settings.ABOUT_FIGURES) && !settings.FIGURES_AS_OF
    ? ['FIGURES_AS_OF: required with FIGURES and ABOUT_FIGURES, the day they were counted, as 2026-11-01']
    : []
}

/** Where files are kept: the bucket that is named, or the folder. */
export function storageOf(config: Config): { folder: string } | { bucket: Bucket } {
  const { S3_BUCKET: name, S3_REGION: region, S3_ENDPOINT: endpoint } = config
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  return name && region && accessKeyId && secretAccessKey
    ? { bucket: { name, region, endpoint, accessKeyId, secretAccessKey } }
    : { folder: config.STORAGE_FOLDER }
}

/** The address under which what is bound to this host can be opened on this machine. */
export function originOf(host: string, port: number): string {
  const name = /^(0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : host // Bound to every interface: loopback is one of them.
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/**
 * The hosts that a demo answers to: its own names, with their ports. Under any other name a page on the internet could read
 * it, mails and links included, by letting that name lead to this machine (DNS rebinding). `bound` is of `originOf`.
 */
export function hostsOfDemo(bound: string, publicUrl: string | undefined): ReadonlySet<string> {
  const { protocol, port } = new URL(bound)
  const names = ['localhost', '127.0.0.1', '[::1]'].map((name) => `${protocol}//${name}:${port || 80}`)
  return new Set([...names, bound, ...(publicUrl ? [publicUrl] : [])].map((origin) => new URL(origin).host))
}

const NETWORKS = 'Write the networks of your proxies as 10.0.0.0/8 or fd00::/8, or the word none'

/** Null for a network that a proxy may be in. Everybody is no proxy: then anybody could say who they are. */
function whatNetworkLacks(text: string): string | null {
  if (!ipaddr.isValidCIDR(text)) return `“${text}” is no network. ${NETWORKS}`
  const [address, bits] = ipaddr.parseCIDR(text)
  if (bits === 0) return `${text} would believe everybody. ${NETWORKS}`
  const dressed = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
  return dressed ? `${text} has to be written as IPv4. ${NETWORKS}` : null
}
