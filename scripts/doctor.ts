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
import { messageOf } from './operator/settings.ts'
import * as m from '#messages/operators'

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
  for (const line of loaded.error.split('\n')) say(m.lookWrong(), m.lookSettings(), line.trim())
  process.exit(1)
}
const config = loaded.value
/** Found out with the database, and compared with the storage. */
let namesPictures = false
say(
  m.lookOk(),
  m.lookSettings(),
  m.modeAndRole({ mode: config.rehearsal ? 'rehearsal' : config.mode, role: config.ROLE }),
)

const isWell = [
  await look(m.lookTexts(), texts),
  await lookAtDatabase(),
  await look(m.lookStorage(), storage),
  await look(m.lookEmail(), mail),
  await look(m.lookPayments(), payments),
  await look(m.lookAddress(), publicAddress),
].every(Boolean)
process.exitCode = isWell ? 0 : 1

function say(verdict: string, what: string, words: string): void {
  console.log(`${verdict.padEnd(6)} ${what.padEnd(16)} ${words}`)
}

async function look(what: string, check: Check): Promise<boolean> {
  try {
    say(m.lookOk(), what, await check())
    return true
  } catch (error) {
    for (const line of messageOf(error).split('\n')) say(m.lookWrong(), what, line)
    return false
  }
}

async function texts(): Promise<string> {
  const read = await readOperatorTexts(config)
  if (!read.ok) throw new Error(read.error)
  return config.TERMS_FILE && config.PRIVACY_FILE ? m.textsOwn() : m.textsDemo()
}

async function lookAtDatabase(): Promise<boolean> {
  if (!config.DATABASE_URL.startsWith('postgres')) return look(m.lookDatabase(), async () => m.databaseEmbedded())
  const { db } = await connect(config.DATABASE_URL, { connections: 2 })
  try {
    const reached = await look(m.lookDatabase(), async () => {
      await ping(db).catch((error: unknown) => {
        throw new Error(explainFailure(error))
      })
      const examined = await examineDatabase(config, db, db)
      if (examined.problems.length > 0) throw new Error(examined.problems.join('\n'))
      namesPictures = examined.namesPictures
      return m.databaseAnswers()
    })
    if (!reached) return false
    const schema = await readSchema(db)
    say(m.lookOk(), m.lookSchema(), schema.words)
    const clock = await look(m.lookClock(), async () => {
      const { offset, agrees } = await compareClocks(db, () => Date.now())
      const seconds = Math.abs(offset / 1_000).toFixed(1)
      const words = m.clockOffset({ isBehind: offset < 0, seconds })
      if (!agrees) throw new Error(m.clockDiffers({ offset: words }))
      return words
    })
    const webhook =
      !schema.isCurrent ||
      (await look(m.lookWebhook(), async () => {
        const now = new Date()
        const { lastWebhook, eventsWaiting } = await readHealth(db, new Date(now.getTime() - DAY_MS))
        if (eventsWaiting > 0) throw new Error(m.eventsWait({ count: eventsWaiting }))
        const last = lastWebhook ? describeAgo(now.getTime() - lastWebhook.getTime()) : m.webhookNone()
        if (await isMissingWebhooks(db, now)) throw new Error(m.webhookMissing({ last }))
        return last
      }))
    const replica = !config.DATABASE_REPLICA_URL || (await look(m.lookReplica(), () => readsOnReplica(db)))
    return clock && webhook && replica
  } finally {
    await db.destroy()
  }
}

/** What the next start or `migrate` will do. What needs the newest schema is looked at after that. */
async function readSchema(db: Db): Promise<{ words: string; isCurrent: boolean }> {
  if ((await readOwnership(db)) === 'empty') return { words: m.schemaEmpty(), isCurrent: false }
  const pending = await countPending(db)
  return pending > 0
    ? { words: m.schemaPending({ count: pending }), isCurrent: false }
    : { words: m.schemaCurrent(), isCurrent: true }
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
      if (trouble && trouble !== 'behind') throw new Error(TROUBLES[trouble]() + reason)
      const left = trouble ? null : await replica.read(NOTHING_KNOWN, (standby) => countBytesBehind(standby, end))
      const waited = performance.now() - begun
      if (left?.value === 0) return m.standbyWorks({ seconds: (waited / 1_000).toFixed(1) })
      if (waited > REPLAY_MS)
        throw new Error([TROUBLES.behind(), ...(left ? [m.bytesBehind({ bytes: left.value })] : [])].join(' '))
      await pause(ASK_MS)
    }
  } finally {
    await replica.close()
  }
}

async function storage(): Promise<string> {
  const problems = await openStorage(storageModule, config).findProblems(namesPictures)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return config.S3_BUCKET ? m.bucketWorks() : config.STORAGE_FOLDER
}

async function mail(): Promise<string> {
  if (!config.SMTP_URL) return m.sandboxUsed()
  const { MAIL_FROM: from, SUPPORT_EMAIL: support, SITE_NAME } = config
  const mailer = connectMailer({ url: config.SMTP_URL, connections: 1, from, support, siteName: () => SITE_NAME })
  try {
    await mailer.verify()
    return m.mailWorks({ anyScript: await mailer.offersSmtpUtf8() })
  } finally {
    await mailer.close()
  }
}

/** Asks for events, which the hourly comparison reads: a restricted key may lack that right. */
async function payments(): Promise<string> {
  if (!config.STRIPE_SECRET_KEY) return m.sandboxUsed()
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: apiBase } = config
  const service = connectPayments({ secretKey, webhookSecrets: [], apiBase })
  const now = Date.now()
  await service.withLongTimeout.eachEvent(new Date(now - 60_000), new Date(now), () => undefined)
  return m.paymentsWork()
}

/** From here through the name, the proxy and its certificate to a process. */
async function publicAddress(): Promise<string> {
  if (!config.PUBLIC_URL) return m.addressNone()
  const url = `${config.PUBLIC_URL}/livez`
  const response = await fetch(url, { signal: AbortSignal.timeout(OUTSIDE_MS), redirect: 'manual' }).catch(
    (error: Error) => {
      throw new Error(m.addressUnreachable({ url, error: messageOf(error.cause ?? error) }))
    },
  )
  const body = await response.text()
  if (response.status !== 200 || !body.includes('"ok"'))
    throw new Error(m.addressForeign({ url, status: String(response.status) }))
  return m.addressWorks({ url: config.PUBLIC_URL })
}
