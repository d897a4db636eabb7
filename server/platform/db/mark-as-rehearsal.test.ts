import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connect, type Db } from '#server/platform/db/connect'
import { readMode, rememberMode } from '#server/platform/db/installation-queries'
import { migrate } from '#server/platform/db/migrate'
import { markAsRehearsal } from '#server/platform/db/mark-as-rehearsal'
import { createDatabase } from '../../../tests/support/database/database.ts'

const NOW = new Date('2030-01-07T09:00:00Z')

describe('the copy of a live database', () => {
  let db: Db
  let url: string
  let name: string
  beforeAll(async () => {
    url = await createDatabase()
    name = new URL(url).pathname.slice(1)
    db = (await connect(url, { connections: 1, unlimited: true })).db
  })
  afterEach(() => db.deleteFrom('installation').execute())
  afterAll(() => db.destroy())

  it('becomes a rehearsal’s, if it is named and not in use', async () => {
    expect(await readMode(db)).toBeNull()
    expect(await markAsRehearsal(db, name)).toMatch(/is no copy of a live database: it is empty/)
    await migrate(db)
    expect(await rememberMode(db, 'live', NOW)).toBe('live')

    expect(await markAsRehearsal(db, 'landfall')).toBe(`The database is ${name}, not landfall.`)
    const product = new Client({ connectionString: url })
    await product.connect()
    expect(await markAsRehearsal(db, name)).toMatch(/^Something else is connected/)
    expect(await readMode(db)).toBe('live')
    await product.end()
    await expect.poll(() => markAsRehearsal(db, name)).toBeNull()
    expect(await rememberMode(db, 'live', NOW)).toBe('rehearsal')
  })

  it('is no demo’s', async () => {
    await rememberMode(db, 'demo', NOW)
    expect(await markAsRehearsal(db, name)).toMatch(/it was set up for demo use/)
    expect(await readMode(db)).toBe('demo')
  })
})
