/**
 * npm run import -- export.json [--images folder] [--zone Europe/London] [--publish]
 *
 * Imports the documents of the described system, or the mentors of a `mentors.json` (docs/import.md). Prints a line for
 * each document: what was taken, mended or refused, and why. Run again, the same file changes nothing. With the
 * embedded database the product must be stopped; on PostgreSQL it may run. Exit code 0: everything was taken; 1:
 * something was refused, or nothing could be done, with the reason.
 *
 *   --images   the folder with the pictures of the storage: "mentors/1690-ada.jpg" below it, or the files alone.
 *              For a mentors.json the default is its own folder
 *   --zone     the time zone of mentors whose location does not imply it
 *   --publish  mentors who were accepted are public at once, instead of hidden until they claim their record
 *
 * Environment: the product's own settings.
 */
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { isTimeZone } from '#domain/time/zone'
import { readStorage, type Config } from '#server/platform/config'
import type { Database } from '#server/platform/db/connect'
import { openJobs } from '#server/jobs'
import { importDocuments, type ImportOptions } from '#server/mentors/import/import-documents'
import { isMentorsFile, readMentorsFile } from '#server/mentors/import/mentors-file-form'
import type { Outcome, ReportLine } from '#server/mentors/import/report'
import { unitsOfExport, unitsOfMentorsFile, type Units } from '#server/mentors/import/units'
import { priceBounds } from '#server/mentors/price-bounds'
import { SHIPPED_RATES } from '#server/payments/rates/shipped-rates'
import { listTopics } from '#server/mentors/topics/topics-queries'
import { openPictureProcess } from '#server/platform/storage/picture-process'
import { connectStorage } from '#server/platform/storage/storage'
import { pictureFinder } from './operator/picture-folder.ts'
import { openProductDatabase } from './operator/product-database.ts'
import { messageOf, readSettings, refuseSaying, type Refuse } from './operator/settings.ts'
import * as m from '#messages/operators'

const refuse: Refuse = refuseSaying(m.notImported())

const given = readArguments()
const json = readFile(given.file)
const config = readSettings(refuse)
const database = await openProductDatabase(config, refuse)
const clock = await openProductClock(config, database)
const jobs = await openJobs(database, config.DATABASE_URL, () => {}, clock.jobs)
const pictures = openPictureProcess(new URL('../server/platform/storage/picture-worker.ts', import.meta.url))
const counts = new Map<Outcome, number>()
const COUNTS: Record<Outcome, (of: { count: number }) => string> = {
  taken: m.countTaken,
  updated: m.countUpdated,
  unchanged: m.countUnchanged,
  kept: m.countKept,
  refused: m.countRefused,
}
/** Lines that are not printed yet: printing each by itself takes an eighth of the time. */
const unsaid: string[] = []
const LINES_AT_ONCE = 100
try {
  const { db } = database
  const app = { db, now: clock.now, queue: jobs.queue, storage: connectStorage(readStorage(config)), pictures }
  const units = await readUnits(database)
  for (const line of units.refused) report(line)
  const options: ImportOptions = { publish: given.publish, findPicture: pictureFinder(given.images), report }
  await importDocuments(app, units, options)
  say()
  const summary = [...counts].map(([outcome, count]) => COUNTS[outcome]({ count }))
  const list = new Intl.ListFormat('en', { type: 'unit' })
  console.log(summary.length === 0 ? m.noDocuments() : `${list.format(summary)}.`)
  process.exitCode = counts.has('refused') ? 1 : 0
} catch (error) {
  say()
  console.error(m.importStopped({ error: messageOf(error) }))
  process.exitCode = 1
} finally {
  await pictures.close()
  await jobs.close()
  await clock.close()
  await database.close()
}

function report({ where, outcome, notes, mentorId }: ReportLine): void {
  counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  unsaid.push(`${outcome}  ${where}${mentorId ? `  /mentor/${mentorId}` : ''}`, ...notes.map((note) => `  ${note}`))
  if (unsaid.length >= LINES_AT_ONCE) say()
}

function say(): void {
  if (unsaid.length > 0) console.log(unsaid.splice(0).join('\n'))
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { images: { type: 'string' }, zone: { type: 'string' }, publish: { type: 'boolean', default: false } },
    })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) return refuse(m.importUsage())
    if (values.zone !== undefined && !isTimeZone(values.zone)) return refuse(m.zoneWrong({ zone: values.zone }))
    return { file, images: values.images ?? null, zone: values.zone ?? null, publish: values.publish }
  } catch {
    return refuse(m.importUsage()) // An unknown option.
  }
}

function readFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    return refuse(`${file}: ${messageOf(error)}`)
  }
}

async function readUnits({ db }: Database): Promise<Units> {
  const bounds = priceBounds({ config, rates: SHIPPED_RATES }, config.CURRENCY)
  const options = { zone: given.zone, bounds, now: clock.now() }
  if (!isMentorsFile(json)) return unitsOfExport(json, options)
  given.images ??= dirname(given.file)
  const read = readMentorsFile(json, bounds)
  if (!read.ok) throw new Error(read.error)
  const topics = new Set((await listTopics(db)).map(({ code }) => code))
  return unitsOfMentorsFile(read.value, topics, options)
}

/** The demo's clock, by which records get their dates, may have been moved. */
async function openProductClock({ mode }: Config, { db }: Database) {
  if (mode === 'live') return { now: () => new Date(), jobs: undefined, close: async () => {} }
  const { openClock } = await import('../sandbox/clock.ts')
  return openClock(db)
}
