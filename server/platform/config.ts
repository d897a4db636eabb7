/**
 * Reads the settings (`server/platform/settings.ts` lists them) from the environment, once at start.
 * `server/main.ts` passes the environment in; no other file reads it (tests/architecture.test.ts checks).
 *
 * Demo or live is one question (decision 0007): live is `LANDFALL_MODE=live` or a live payment key. Seeding, the sandbox
 * and printed links hang on it, never on NODE_ENV, which React wants to be `production` in any built product.
 */
import { isAbsolute } from 'node:path'
import type { z } from 'zod'
import { USUAL_BOUNDS } from '#domain/mentors/price'
import { hasRate } from '#domain/payments/currency'
import { fromMajorUnits } from '#domain/payments/money'
import { err, ok, type Result } from '#domain/result'
import { isGuessable } from '#server/platform/secrets'
import { explainIssue } from '#server/platform/setting-issues'
import { findMisspelt } from '#server/platform/setting-names'
import { DAILY_RATES, environment } from '#server/platform/settings'
import type { Bucket } from '#server/platform/storage/bucket'
import * as m from '#messages/settings'

export type Config = Readonly<
  Omit<Settings, 'CURRENCIES' | 'TRUSTED_PROXIES'> & {
    mode: 'demo' | 'live'
    /** Whether `live` is only rehearsed: every rule of live, but no one is charged or emailed. */
    rehearsal: boolean
    TRUSTED_PROXIES: readonly string[]
    /** All in which mentors can price: that of `CURRENCY` first. */
    CURRENCIES: readonly string[]
  }
>

/**
 * An empty setting counts as absent. The error is text for a person: a line for each wrong setting, and what would be right. What
 * one setting asks of another is left out while the other one is malformed.
 */
export function loadConfig(env: Record<string, string | undefined>): Result<Config, string> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
  const { settings: parsed, malformed } = parse(given)
  const { LANDFALL_MODE, ...settings } = parsed
  const liveKey = /^(sk|rk)_live_/.test(settings.STRIPE_SECRET_KEY ?? '')
  const contradiction = LANDFALL_MODE && LANDFALL_MODE !== 'live' && liveKey
  const rehearsal = LANDFALL_MODE === 'rehearsal'
  const mode = LANDFALL_MODE === 'live' || rehearsal || liveKey ? 'live' : 'demo'
  const isModeKnown = !contradiction && !malformed.has('LANDFALL_MODE')
  const between = [
    ...(contradiction ? [m.liveKeyElsewhere({ mode: LANDFALL_MODE })] : []),
    ...(isModeKnown ? problemsOfMode(settings, mode, rehearsal, env['NODE_ENV']) : []),
    ...storageProblems(settings),
    ...roleProblems(settings),
    ...replicaProblems(settings),
    ...googleProblems(settings),
    ...figureProblems(settings),
    ...priceProblems(settings),
    ...currencyProblems(settings),
  ]
  const problems = [
    ...findMisspelt(Object.keys(given), Object.keys(environment.shape)),
    ...[...malformed].flatMap(([name, words]) => words.map((each) => `${name}: ${each}`)),
    ...between.filter((line) => !line.match(NAME)?.some((name) => malformed.has(name))),
  ]
  if (problems.length > 0) return err(problems.join('\n'))
  const rates = mode === 'live' ? { CURRENCY_RATES_URL: DAILY_RATES } : {}
  const all = { CURRENCIES: listOffered(settings), TRUSTED_PROXIES: settings.TRUSTED_PROXIES ?? [] }
  return ok(Object.freeze({ ...rates, ...settings, ...all, mode, rehearsal }))
}

const NAME = /\b[A-Z][A-Z0-9_]+\b/g

/** Each setting by itself. Those that are malformed are named with what would be right, and count as absent. */
function parse(given: Record<string, string | undefined>) {
  const malformed = findBlanks(given)
  const withoutMalformed = () => Object.fromEntries(Object.entries(given).filter(([name]) => !malformed.has(name)))
  const parsed = environment.safeParse(withoutMalformed(), { error: explainIssue })
  if (parsed.success) return { settings: parsed.data, malformed }
  const issues = Map.groupBy(parsed.error.issues, ({ path }) => path.join('.'))
  for (const [name, found] of issues)
    malformed.set(
      name,
      found.map(({ message }) => message),
    )
  return { settings: environment.parse(withoutMalformed()), malformed }
}

type Settings = Omit<z.infer<typeof environment>, 'LANDFALL_MODE'>

/** What is copied with a blank or a line's end in it opens nothing. The value is never repeated. */
const WITHOUT_BLANKS =
  /^(AUTH_SECRET|BACKUP_KEY|METRICS_TOKEN|DATABASE_URL|DATABASE_REPLICA_URL|SMTP_URL|PUBLIC_URL|S3_.*|STRIPE_.*|GOOGLE_.*)$/

function findBlanks(given: Record<string, string | undefined>): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [name, value = ''] of Object.entries(given)) {
    if (!Object.hasOwn(environment.shape, name)) continue
    if (value.trim() === '') found.set(name, [m.onlyBlanks()])
    else if (WITHOUT_BLANKS.test(name) && /\s/.test(value)) found.set(name, [m.hasBlank()])
  }
  return found
}

function priceProblems({ CURRENCY: currency, PRICE_LEAST, PRICE_MOST }: Settings): string[] {
  const isWrong = (price: number | undefined) => price !== undefined && fromMajorUnits(price, currency) === null
  if (isWrong(PRICE_LEAST)) return [m.noSuchAmount({ name: 'PRICE_LEAST', currency })]
  if (isWrong(PRICE_MOST)) return [m.noSuchAmount({ name: 'PRICE_MOST', currency })]
  const areUsual = currency === USUAL_BOUNDS.currency // Of another, the usual bounds follow the exchange rates.
  if (!areUsual && (PRICE_LEAST === undefined) !== (PRICE_MOST === undefined)) return [m.setBothPrices()]
  const { least, most } = { least: PRICE_LEAST ?? USUAL_BOUNDS.least, most: PRICE_MOST ?? USUAL_BOUNDS.most }
  if (!areUsual && PRICE_LEAST === undefined) return []
  return least > most ? [m.pricesSwapped({ least: String(least), most: String(most) })] : []
}

const listOffered = ({ CURRENCY, CURRENCIES = [] }: Settings) => [...new Set([CURRENCY, ...CURRENCIES])]

/** Prices in several currencies are compared by the day's rates. */
function currencyProblems(settings: Settings): string[] {
  const offered = listOffered(settings)
  if (offered.length === 1) return []
  return offered.filter((currency) => !hasRate(currency)).map((currency) => m.currencyWithoutRate({ currency }))
}

function problemsOfMode(settings: Settings, mode: Config['mode'], rehearsal: boolean, nodeEnv = ''): string[] {
  return [
    ...(mode === 'live' && nodeEnv === 'development' ? [m.notBuilt()] : []),
    ...(mode === 'live' ? problemsWhenLive(settings, rehearsal) : problemsInDemo(settings)),
    ...(rehearsal ? problemsInRehearsal(settings) : []),
  ]
}

/** Live takes real money: no sandbox, no database that a power cut damages, and no default where a value must be chosen. */
function problemsWhenLive(settings: Settings, rehearsal: boolean): string[] {
  const required = ['PUBLIC_URL', 'AUTH_SECRET', 'SMTP_URL', 'TERMS_FILE', 'PRIVACY_FILE'] as const
  const keys = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const
  const missing = [...required, ...(rehearsal ? [] : keys)].filter((name) => !settings[name])
  const problems = missing.map((name) => m.requiredLive({ name }))
  if (!settings.TRUSTED_PROXIES) problems.push(`${m.proxiesRequired()} ${m.writeNetworks()}`)
  if (!settings.DATABASE_URL.startsWith('postgres')) problems.push(m.liveNeedsPostgres())
  for (const name of ['MAIL_FROM', 'SUPPORT_EMAIL'] as const) {
    // RFC 2606: no one can own an address under .example, and our defaults are such addresses.
    if (settings[name].endsWith('.example')) problems.push(m.liveNeedsAddress({ name }))
  }
  if (settings.STRIPE_API_BASE) problems.push(m.sandboxLive())
  if (!rehearsal && settings.STRIPE_SECRET_KEY && !/^(sk|rk)_live_/.test(settings.STRIPE_SECRET_KEY)) {
    problems.push(m.liveNeedsKey())
  }
  if (!rehearsal && settings.REHEARSAL_MAIL_TO) problems.push(m.onlyRehearsal())
  if (settings.PUBLIC_URL && !settings.PUBLIC_URL.startsWith('https:')) problems.push(m.liveNeedsHttps())
  // A folder relative to where a command was started is another one for each, and in a release it goes with the release.
  if (!settings.S3_BUCKET && !isAbsolute(settings.STORAGE_FOLDER)) problems.push(m.liveNeedsStorage())
  return [...problems, ...secretProblems(settings)]
}

/** Without a key the stand-in is used. A live key was refused before. */
function problemsInRehearsal(settings: Settings): string[] {
  const mail = settings.REHEARSAL_MAIL_TO ? [] : [m.rehearsalNeedsAddress()]
  return [...mail, ...problemsInDemo(settings)]
}

function secretProblems(settings: Pick<Settings, 'AUTH_SECRET' | 'BACKUP_KEY'>): string[] {
  const guessable = (['AUTH_SECRET', 'BACKUP_KEY'] as const).filter((name) => {
    const secret = settings[name]
    return secret !== undefined && isGuessable(secret)
  })
  return guessable.map((name) => m.guessable({ name }))
}

/** One line for each setting that a demo accepts and live would refuse, for the operator. */
export function warningsAbout(config: Config): string[] {
  return secretProblems(config)
}

function problemsInDemo(settings: Settings): string[] {
  return settings.STRIPE_SECRET_KEY && !settings.STRIPE_WEBHOOK_SECRET ? [m.webhookSecretRequired()] : []
}

const bucketSettings = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** All settings of a bucket or none. Some of them must not mean the folder: pictures would then be in two places. */
function storageProblems(settings: Settings): string[] {
  const missing = bucketSettings.filter((name) => !settings[name])
  if (missing.length === bucketSettings.length && !settings.S3_ENDPOINT) return []
  return missing.map((name) => m.bucketRequires({ name }))
}

/** Half a product needs the other half, on the same database. */
function roleProblems({ ROLE: role, DATABASE_URL: url, PUBLIC_URL: address }: Settings): string[] {
  const problems: string[] = []
  if (role !== 'all' && !url.startsWith('postgres')) problems.push(m.roleNeedsPostgres({ role }))
  if (role === 'worker' && !address) problems.push(m.workerNeedsUrl())
  return problems
}

/** A standby is a server of its own, with the database's name. */
function replicaProblems({ DATABASE_URL: url, DATABASE_REPLICA_URL: replica }: Settings): string[] {
  if (!replica) return []
  if (!url.startsWith('postgres')) return [m.replicaNeedsPostgres()]
  const isSame = describeServer(url) === describeServer(replica)
  return isSame ? [m.replicaSame()] : []
}

/** Host and port, in one spelling. What cannot be read is not compared. */
function describeServer(address: string): string {
  if (!URL.canParse(address)) return address
  const { hostname, port, search } = new URL(address)
  const host = hostname || new URLSearchParams(search).get('host') || 'localhost'
  return `${host.toLowerCase()}:${port || 5432}`
}

function googleProblems({ GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret }: Settings): string[] {
  if (!id === !secret) return []
  return [m.googleRequires({ name: id ? 'GOOGLE_CLIENT_SECRET' : 'GOOGLE_CLIENT_ID' })]
}

/** A figure is true of a day, so the day must be given with it. */
function figureProblems(settings: Settings): string[] {
  return (settings.FIGURES ?? settings.ABOUT_FIGURES) && !settings.FIGURES_AS_OF ? [m.figuresDate()] : []
}

/** Seconds in which a process closes everything else once its requests have ended. */
const CLOSE_SECONDS = 4

/**
 * Seconds for which a stop goes on serving and may then take, and a start waits for the database. A demo has no load balancer, and
 * a person who watches it start.
 */
export function readTimeouts({ mode, DRAIN_SECONDS, SHUTDOWN_SECONDS, DATABASE_WAIT_SECONDS }: Config) {
  const isLive = mode === 'live'
  return {
    drain: DRAIN_SECONDS ?? (isLive ? 10 : 0),
    shutdown: SHUTDOWN_SECONDS + CLOSE_SECONDS,
    database: DATABASE_WAIT_SECONDS ?? (isLive ? 300 : 0),
  }
}

/** Where files are kept: the bucket if one is set, otherwise the folder. */
export function readStorage(config: Config): { folder: string } | { bucket: Bucket } {
  const { S3_BUCKET: name, S3_REGION: region, S3_ENDPOINT: endpoint } = config
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  return name && region && accessKeyId && secretAccessKey
    ? { bucket: { name, region, endpoint, accessKeyId, secretAccessKey } }
    : { folder: config.STORAGE_FOLDER }
}

/** The address at which this machine can open what listens on `host`. */
export function formatOrigin(host: string, port: number): string {
  const name = /^(0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : host // Listening on every interface includes loopback.
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/**
 * The hosts that a demo answers to: its own names, with their ports. Under any other name a page on the internet could read
 * the demo, emails and links included, by pointing that name at this machine (DNS rebinding). `bound` comes from `formatOrigin`.
 */
export function hostsOfDemo(bound: string, publicUrl: string | undefined): ReadonlySet<string> {
  const { protocol, port } = new URL(bound)
  const names = ['localhost', '127.0.0.1', '[::1]'].map((name) => `${protocol}//${name}:${port || 80}`)
  return new Set([...names, bound, ...(publicUrl ? [publicUrl] : [])].map((origin) => new URL(origin).host))
}
