/**
 * npm run doctor
 *
 * Tries everything that a live site depends on, with the product's settings, beside a running product or before its first
 * start: settings and texts, database, clock, storage, email, the payment service and its last webhook, and the public address
 * as the outside reaches it. Changes nothing but a small file in storage, which it removes. Prints a line for each. Exit
 * code 0: all is well; 1: something is not.
 *
 * Environment: the product's own settings.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { loadConfig } from '#server/platform/config'
import { compareClocks } from '#server/platform/clock-watch'
import { connect, ping, type Db } from '#server/platform/db/connect'
import { countPending, readOwnership } from '#server/platform/db/migrate'
import { explainFailure } from '#server/platform/db/preflight'
import { NOTHING_KNOWN, openReplica, TROUBLES } from '#server/platform/db/standby/replica'
import { countBytesBehind, readLogEnd, readStandby } from '#server/platform/db/standby/replica-queries'
import { connectMailer } from '#server/platform/mail/smtp'
import { isMissingWebhooks, readHealth } from '#server/payments/health-queries'
import { connectPayments } from '#server/payments/stripe/stripe'
import { examineDatabase } from '#server/start/open-database'
import { openStorage } from '#server/start/open-storage'
import { readOperatorTexts } from '#server/start/operator-texts'
import * as storageModule from '#server/platform/storage/storage'

const OUTSIDE_MS = 10_000
const REPLAY_MS = 10_000
const ASK_MS = 100
const DAY_MS = 86_400_000
const UNITS = [
  ['week', 7 * DAY_MS],
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** What is well, in a few words. What is not is thrown, a line for each. */
type Check = () => Promise<string>

const loaded = loadConfig(process.env)
if (!loaded.ok) {
  for (const line of loaded.error.split('\n')) say('WRONG', 'Settings', line.trim())
  process.exit(1)
}
const config = loaded.value
/** Found out with the database, and compared with the storage. */
let namesPictures = false
say('ok', 'Settings', `${config.rehearsal ? 'rehearsal' : config.mode}, role ${config.ROLE}`)

const isWell = [
  await look('Texts', texts),
  await lookAtDatabase(),
  await look('Storage', storage),
  await look('Email', mail),
  await look('Payment service', payments),
  await look('Public address', publicAddress),
].every(Boolean)
process.exitCode = isWell ? 0 : 1

function say(verdict: 'ok' | 'WRONG', what: string, words: string): void {
  console.log(`${verdict.padEnd(6)} ${what.padEnd(16)} ${words}`)
}

async function look(what: string, check: Check): Promise<boolean> {
  try {
    say('ok', what, await check())
    return true
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    for (const line of words.split('\n')) say('WRONG', what, line)
    return false
  }
}

async function texts(): Promise<string> {
  const read = await readOperatorTexts(config)
  if (!read.ok) throw new Error(read.error)
  return config.TERMS_FILE && config.PRIVACY_FILE ? 'your own' : 'the demo’s'
}

async function lookAtDatabase(): Promise<boolean> {
  if (!config.DATABASE_URL.startsWith('postgres')) return look('Database', async () => 'embedded, for a demo')
  const { db } = await connect(config.DATABASE_URL, { connections: 2 })
  try {
    const reached = await look('Database', async () => {
      await ping(db).catch((error: unknown) => {
        throw new Error(explainFailure(error))
      })
      const examined = await examineDatabase(config, db, db)
      if (examined.problems.length > 0) throw new Error(examined.problems.join('\n'))
      namesPictures = examined.namesPictures
      return 'answers'
    })
    if (!reached) return false
    const schema = await readSchema(db)
    say('ok', 'Schema', schema.words)
    const clock = await look('Clock', async () => {
      const { offset, agrees } = await compareClocks(db, () => Date.now())
      const words = `${Math.abs(offset / 1_000).toFixed(1)} s ${offset < 0 ? 'behind' : 'ahead of'} the database`
      if (!agrees) throw new Error(`${words}. Have both machines set theirs by NTP.`)
      return words
    })
    const webhook =
      !schema.isCurrent ||
      (await look('Last webhook', async () => {
        const now = new Date()
        const { lastWebhook, eventsWaiting } = await readHealth(db, new Date(now.getTime() - DAY_MS))
        if (eventsWaiting > 0) throw new Error(`${eventsWaiting} events wait to be processed`)
        const words = lastWebhook ? describeAgo(now.getTime() - lastWebhook.getTime()) : 'none yet'
        if (await isMissingWebhooks(db, now))
          throw new Error(
            `${words}, though times were held since. Look at the endpoint’s deliveries at the payment service.`,
          )
        return words
      }))
    const replica = !config.DATABASE_REPLICA_URL || (await look('Replica', () => readsOnReplica(db)))
    return clock && webhook && replica
  } finally {
    await db.destroy()
  }
}

/** What the next start or `migrate` will do. What needs the newest schema is looked at after that. */
async function readSchema(db: Db): Promise<{ words: string; isCurrent: boolean }> {
  if ((await readOwnership(db)) === 'empty')
    return { words: 'the database is empty; the first start creates it', isCurrent: false }
  const pending = await countPending(db)
  return pending > 0
    ? { words: `${pending} migrations to run; the next start runs them`, isCurrent: false }
    : { words: 'up to date', isCurrent: true }
}

/** "3 weeks ago", from two of a unit on. */
function describeAgo(milliseconds: number): string {
  const [unit, length] = UNITS.find((each) => milliseconds >= 2 * each[1]) ?? (['second', 1_000] as const)
  return new Intl.RelativeTimeFormat('en').format(-Math.max(0, Math.floor(milliseconds / length)), unit)
}

/** Whether the standby can read, and how long it takes to replay what the database has written by now. */
async function readsOnReplica(primary: Db): Promise<string> {
  let reason = ''
  const replica = await openReplica(config.DATABASE_REPLICA_URL!, await readStandby(primary), {
    onTrouble: (_trouble, error) => (reason = error instanceof Error ? ` (${error.message})` : ''),
  })
  try {
    const end = await readLogEnd(primary)
    const begun = performance.now()
    for (;;) {
      const trouble = await replica.look()
      if (trouble && trouble !== 'behind') throw new Error(TROUBLES[trouble] + reason)
      const left = trouble ? null : await replica.read(NOTHING_KNOWN, (standby) => countBytesBehind(standby, end))
      const waited = performance.now() - begun
      if (left?.value === 0) return `a standby, which replays changes within ${(waited / 1_000).toFixed(1)} s`
      if (waited > REPLAY_MS) throw new Error(left ? `${TROUBLES.behind} (${left.value} bytes)` : TROUBLES.behind)
      await pause(ASK_MS)
    }
  } finally {
    await replica.close()
  }
}

async function storage(): Promise<string> {
  const problems = await openStorage(storageModule, config).findProblems(namesPictures)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return config.S3_BUCKET ? 'the bucket can be written, read and removed from' : config.STORAGE_FOLDER
}

async function mail(): Promise<string> {
  if (!config.SMTP_URL) return 'the sandbox stands in'
  const { MAIL_FROM: from, SUPPORT_EMAIL: support, SITE_NAME } = config
  const mailer = connectMailer({ url: config.SMTP_URL, from, support, siteName: () => SITE_NAME })
  try {
    await mailer.verify()
    const scripts = (await mailer.offersSmtpUtf8()) ? 'any script' : 'no accents'
    return `the server answers and accepts the sign-in; addresses with ${scripts} before the @`
  } finally {
    await mailer.close()
  }
}

/** Asks for events, which the hourly comparison reads: a restricted key may lack that right. */
async function payments(): Promise<string> {
  if (!config.STRIPE_SECRET_KEY) return 'the sandbox stands in'
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: apiBase } = config
  const service = connectPayments({ secretKey, webhookSecrets: [], apiBase })
  const now = Date.now()
  await service.withLongTimeout.eachEvent(new Date(now - 60_000), new Date(now), () => undefined)
  return 'the key is accepted and may read events'
}

/** From here through the name, the proxy and its certificate to a process. */
async function publicAddress(): Promise<string> {
  if (!config.PUBLIC_URL) return 'none, for a demo'
  const url = `${config.PUBLIC_URL}/livez`
  const response = await fetch(url, { signal: AbortSignal.timeout(OUTSIDE_MS), redirect: 'manual' }).catch(
    (error: Error) => {
      const cause = error.cause instanceof Error ? error.cause.message : error.message
      throw new Error(`${url} is not reached: ${cause}`)
    },
  )
  const body = await response.text()
  if (response.status !== 200 || !body.includes('"ok"'))
    throw new Error(`${url} says ${response.status}, which is not ours: does the proxy pass paths on unchanged?`)
  return `${config.PUBLIC_URL} leads to a process that runs`
}
