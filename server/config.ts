/**
 * Reads the settings (`server/settings.ts` lists them) from the environment, once at start.
 * `server/main.ts` passes the environment in; no other file reads it (tests/architecture.test.ts checks).
 *
 * Demo or live is one question (decision 0007): live is `LANDFALL_MODE=live` or a live payment key. Seeding, the sandbox
 * and printed links hang on it, never on NODE_ENV, which React wants to be `production` in any built product.
 */
import type { z } from 'zod'
import { err, ok, type Result } from '#domain/result'
import { isGuessable } from '#server/secrets'
import { environment, MAKE_SECRET, NETWORKS } from '#server/settings'
import type { Bucket } from '#server/storage/bucket'

export type Config = Readonly<
  Omit<Settings, 'TRUSTED_PROXIES'> & { mode: 'demo' | 'live'; TRUSTED_PROXIES: readonly string[] }
>

/** An empty setting counts as absent. The error is text for a person: each wrong setting, and what would be right. */
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
    ...(mode === 'live' ? problemsWhenLive(settings) : problemsInDemo(settings)),
    ...storageProblems(settings),
    ...googleProblems(settings),
    ...figureProblems(settings),
  ]
  if (problems.length > 0) return err(problems.join('; '))
  return ok(Object.freeze({ ...settings, mode, TRUSTED_PROXIES: settings.TRUSTED_PROXIES ?? [] }))
}

type Settings = Omit<z.infer<typeof environment>, 'LANDFALL_MODE'>

/** Live takes real money: no sandbox, no database that a power cut damages, and no default where a value must be chosen. */
function problemsWhenLive(settings: Settings): string[] {
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
      'DATABASE_URL: live needs a PostgreSQL server (postgres://…), a power cut can damage the embedded database',
    )
  }
  for (const name of ['MAIL_FROM', 'SUPPORT_EMAIL'] as const) {
    // RFC 2606: nobody can own an address under .example, and our defaults are such addresses.
    if (settings[name].endsWith('.example')) problems.push(`${name}: live needs an address of yours`)
  }
  if (settings.STRIPE_API_BASE) problems.push('STRIPE_API_BASE: the sandbox is refused when live')
  if (settings.STRIPE_SECRET_KEY && !/^(sk|rk)_live_/.test(settings.STRIPE_SECRET_KEY)) {
    problems.push('STRIPE_SECRET_KEY: live needs a live key')
  }
  if (settings.PUBLIC_URL && !settings.PUBLIC_URL.startsWith('https:')) problems.push('PUBLIC_URL: live needs https')
  return [...problems, ...secretProblems(settings)]
}

function secretProblems({ AUTH_SECRET: secret }: Pick<Settings, 'AUTH_SECRET'>): string[] {
  return secret && isGuessable(secret) ? [`AUTH_SECRET: this one could be guessed. ${MAKE_SECRET}`] : []
}

/** One line for each setting that a demo accepts and live would refuse, for the operator. */
export function warningsAbout(config: Config): string[] {
  return secretProblems(config)
}

function problemsInDemo(settings: Settings): string[] {
  return settings.STRIPE_SECRET_KEY && !settings.STRIPE_WEBHOOK_SECRET
    ? ['STRIPE_WEBHOOK_SECRET: required with STRIPE_SECRET_KEY']
    : []
}

const bucketSettings = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** All settings of a bucket or none. Some of them must not mean the folder: pictures would then be in two places. */
function storageProblems(settings: Settings): string[] {
  const missing = bucketSettings.filter((name) => !settings[name])
  if (missing.length === bucketSettings.length && !settings.S3_ENDPOINT) return []
  return missing.map((name) => `${name}: required with the other S3_ settings`)
}

function googleProblems({ GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret }: Settings): string[] {
  if (!id === !secret) return []
  return [`${id ? 'GOOGLE_CLIENT_SECRET' : 'GOOGLE_CLIENT_ID'}: required with the other GOOGLE_ setting`]
}

/** A figure is true of a day, so the day must be given with it. */
function figureProblems(settings: Settings): string[] {
  return (settings.FIGURES ?? settings.ABOUT_FIGURES) && !settings.FIGURES_AS_OF
    ? ['FIGURES_AS_OF: required with FIGURES and ABOUT_FIGURES, the day they were counted, as 2026-11-01']
    : []
}

/** Where files are kept: the bucket if one is set, otherwise the folder. */
export function storageOf(config: Config): { folder: string } | { bucket: Bucket } {
  const { S3_BUCKET: name, S3_REGION: region, S3_ENDPOINT: endpoint } = config
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  return name && region && accessKeyId && secretAccessKey
    ? { bucket: { name, region, endpoint, accessKeyId, secretAccessKey } }
    : { folder: config.STORAGE_FOLDER }
}

/** The address at which this machine can open what listens on `host`. */
export function originOf(host: string, port: number): string {
  const name = /^(0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : host // Listening on every interface includes loopback.
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/**
 * The hosts that a demo answers to: its own names, with their ports. Under any other name a page on the internet could read
 * the demo, mails and links included, by pointing that name at this machine (DNS rebinding). `bound` comes from `originOf`.
 */
export function hostsOfDemo(bound: string, publicUrl: string | undefined): ReadonlySet<string> {
  const { protocol, port } = new URL(bound)
  const names = ['localhost', '127.0.0.1', '[::1]'].map((name) => `${protocol}//${name}:${port || 80}`)
  return new Set([...names, bound, ...(publicUrl ? [publicUrl] : [])].map((origin) => new URL(origin).host))
}
