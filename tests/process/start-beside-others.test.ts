/** Starts that meet others: another process on the same database, or a database that is away. On the same data: `admin.test.ts`. */
import { globSync } from 'node:fs'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { launchProduct, startProduct, type Launch, type Product } from '../support/product/processes.ts'
import { freePort } from '../support/http/free-port.ts'
import { openCountingProxy } from '../support/database/counting-proxy.ts'
import { createScratchDatabase, query, type ScratchDatabase } from '../support/database/scratch-database.ts'
import { copySeededData } from '../support/product/seeded.ts'
import { listMentors } from '../support/bookings/visitor.ts'

const running: Product[] = []
const databases: ScratchDatabase[] = []

afterEach(async () => {
  for (const product of running) product.kill('SIGKILL')
  await Promise.all(running.splice(0).map(({ exited }) => exited))
  await Promise.all(databases.splice(0).map((database) => database.drop()))
})

/** By default on demo data of an earlier start. */
async function start(launch: Launch = {}) {
  const product = await startProduct({ data: launch.data ?? copySeededData(inject('seeded').data), ...launch })
  running.push(product)
  return product
}

async function databaseFrom(template?: string) {
  const database = await createScratchDatabase(template)
  databases.push(database)
  return database.url
}

describe('two processes that start at once on one empty PostgreSQL database', () => {
  it('both start, and the database is migrated and seeded once', async () => {
    const url = await databaseFrom()
    const both = await Promise.all([start({ env: { DATABASE_URL: url } }), start({ env: { DATABASE_URL: url } })])
    for (const product of both) expect(await listMentors(product.url)).toHaveLength(24)
    const migrations = await query<{ name: string }>(url, 'select name from kysely_migration order by name')
    const files = globSync('server/platform/db/migrations/*.sql').map((file) => file.replace(/^.*\/|\.sql$/g, ''))
    expect(migrations.map((migration) => migration.name)).toEqual(files.toSorted())
  })
})

describe('a start while PostgreSQL is away', () => {
  it('waits with an open port, lives, and is ready once the database is back', async () => {
    const proxy = await openCountingProxy(await databaseFrom(inject('seeded').template))
    await proxy.cut()
    const port = await freePort()
    const env = { DATABASE_URL: proxy.url, DATABASE_WAIT_SECONDS: '600', PORT: String(port) }
    const launched = launchProduct({ env })
    const ask = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`).then(
        ({ status }) => status,
        () => null,
      )
    await expect.poll(launched.output, { timeout: 60_000 }).toContain('database awaited')
    expect([await ask('/livez'), await ask('/readyz'), await ask('/mentors')]).toEqual([200, 503, 503])
    await proxy.mend()
    await launched.ready
    expect([await ask('/livez'), await ask('/readyz'), await ask('/mentors')]).toEqual([200, 200, 200])
    launched.kill('SIGKILL')
    await launched.exited
    await proxy.close()
  })

  it('ends at SIGTERM while it waits', async () => {
    const env = { DATABASE_URL: 'postgres://landfall@127.0.0.1:9/landfall', DATABASE_WAIT_SECONDS: '600' }
    const launched = launchProduct({ env })
    await expect.poll(launched.output, { timeout: 60_000 }).toContain('database awaited')
    launched.kill('SIGTERM')
    expect(await launched.exited).toMatchObject({ code: 0, signal: null })
  })

  it('gives up after the time that it was given, with one line that says why, without its password', async () => {
    const env = { DATABASE_URL: 'postgres://landfall:opensesame@127.0.0.1:9/landfall', DATABASE_WAIT_SECONDS: '1' }
    const ended = await launchProduct({ env }).exited
    expect(ended.code).toBe(1)
    expect(ended.output).toContain('Landfall cannot start. The database cannot be used')
    expect(ended.output).not.toContain('opensesame')
  })
})
