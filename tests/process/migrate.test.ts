/** `npm run migrate`: brings a database to the newest schema without a start. */
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createScratchDatabase, query, type ScratchDatabase } from '../support/database/scratch-database.ts'
import { bareEnvironment } from '../support/product/processes.ts'

const run = promisify(execFile)
let database: ScratchDatabase
beforeEach(async () => {
  database = await createScratchDatabase()
})
afterEach(() => database.drop())

/** `said`: for a person. `errors`: with the log. */
async function migrate(): Promise<{ code: number; said: string[]; errors: string[] }> {
  const env = { ...bareEnvironment(), DATABASE_URL: database.url }
  const { code, stdout, stderr } = await run(process.execPath, ['scripts/migrate.ts'], { env }).then(
    (printed) => ({ code: 0, ...printed }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
  return { code, said: splitLines(stdout), errors: splitLines(stderr) }
}

const splitLines = (text: string) => text.split('\n').filter((line) => line !== '')

describe('migrating', () => {
  it('names every migration that it ran, and finds nothing to do the second time', async () => {
    const all = globSync('server/platform/db/migrations/*.sql').map((file) => basename(file, '.sql'))
    const first = await migrate()
    expect(first.said).toEqual([...all.toSorted(), `${all.length} migrations run.`])
    expect(first.code).toBe(0)
    const ran = await query<{ name: string }>(database.url, 'select name from kysely_migration order by name')
    expect(ran.map(({ name }) => name)).toEqual(all.toSorted())

    expect(await migrate()).toEqual({ code: 0, said: ['The schema is the newest; nothing to do.'], errors: [] })
  })

  it('refuses a database with tables of something else in one line, and leaves it as it is', async () => {
    await query(database.url, 'create table recipes (title text)')
    expect(await migrate()).toEqual({
      code: 1,
      said: [],
      errors: ['Landfall cannot start. DATABASE_URL: this database holds tables of something else. Name an empty one.'],
    })
    const tables = await query(database.url, `select relname from pg_class where relnamespace = 'public'::regnamespace`)
    expect(tables).toEqual([{ relname: 'recipes' }])
  })
})
