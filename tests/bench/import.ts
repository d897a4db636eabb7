/**
 * An import into the embedded database: 10,000 submissions, each the whole record of a mentor with two sessions and
 * without a picture, and the same file again. Compared with writing as many documents in as many transactions, without
 * reading, mapping or reporting them.
 */
import { join } from 'node:path'
import { connect, transact } from '#server/platform/db/connect'
import { writeDocument } from '#server/mentors/import/import-queries'
import { oldSubmission } from '../support/mentors/exports.ts'
import { runImport, importSettings, writeJson } from '../support/product/import.ts'
import { newDataFolder } from '../support/product/processes.ts'
import { copySeededData } from '../support/product/seeded.ts'
import { atMost, PRODUCTION, sized, type Figure } from './figures.ts'
import { seed } from './processes.ts'

const DOCUMENTS = sized(10_000, 50)
const TARGET_SECONDS = 60

export async function measureImport(): Promise<Figure[]> {
  const seeded = await seed('PGlite')
  const data = copySeededData(seeded)
  const people = Array.from({ length: DOCUMENTS }, (_, index) => [
    `s${index}`,
    oldSubmission({ name: `Person ${index}`, createdBy: `user${index}`, imageUrl: '', about: 'I came. '.repeat(60) }),
  ])
  const file = writeJson(newDataFolder(), 'export.json', { mentors_section: Object.fromEntries(people) })
  const floor = await writeOnly(copySeededData(seeded), people as [string, Record<string, unknown>][])
  const first = await timeImport(data, file, `${DOCUMENTS} taken.`)
  const again = await timeImport(data, file, `${DOCUMENTS} unchanged.`)
  const count = DOCUMENTS.toLocaleString('en')
  const conditions = `npm run import as a process of its own, from its start to its end; PGlite in a folder; ${PRODUCTION}`
  return [
    {
      benchmark: 'import',
      found: `${first.toFixed(1)} s for ${count} documents (${Math.round(DOCUMENTS / first)}/s), ${(first / floor).toFixed(1)} × writing one row each in as many transactions (${floor.toFixed(1)} s)`,
      conditions,
      target: atMost(first, TARGET_SECONDS, ' s'),
    },
    {
      benchmark: 'import again',
      found: `${again.toFixed(1)} s for the same file, which changes nothing`,
      conditions,
      target: null,
    },
  ]
}

/** Seconds. Throws unless the report ends as expected. */
async function timeImport(data: string, file: string, last: string): Promise<number> {
  const started = performance.now()
  const run = await runImport({ ...importSettings(data), NODE_ENV: 'production' }, [file])
  const seconds = (performance.now() - started) / 1_000
  if (!run.output.trimEnd().endsWith(last)) throw new Error(`Not imported: ${run.output.slice(-500)}`)
  return seconds
}

/** Seconds for a row with each document, and nothing else. */
async function writeOnly(data: string, documents: [string, Record<string, unknown>][]): Promise<number> {
  const { db } = await connect(`file:${join(data, 'pglite')}`)
  const now = new Date()
  const started = performance.now()
  for (const [id, fields] of documents) {
    const document = { collection: 'floor', id, hash: '', hashBefore: null, fields, mentorId: null }
    await transact(db, (tx) => writeDocument(tx, document, now))
  }
  const seconds = (performance.now() - started) / 1_000
  await db.destroy()
  return seconds
}
