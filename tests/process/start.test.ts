import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, it } from 'vitest'
import {
  launchProduct,
  LIVE_SETTINGS,
  newDataFolder,
  startProduct,
  type Ended,
  type Launch,
  type Product,
} from '../support/product/processes.ts'
import { openTransactionPooler } from '../support/database/transaction-pooler.ts'
import {
  createScratchDatabase,
  IN_ASCII,
  query,
  shiftDatabaseClock,
  type ScratchDatabase,
} from '../support/database/scratch-database.ts'
import { copySeededData } from '../support/product/seeded.ts'
import { ahead } from '../support/clock/shifted-clock.mjs'

const running: Product[] = []
const databases: ScratchDatabase[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map(end))
  await Promise.all(databases.splice(0).map((database) => database.drop()))
})

/** By default on demo data of an earlier start. */
async function start(launch: Launch = {}) {
  const product = await startProduct({ data: launch.data ?? copySeededData(inject('seeded').data), ...launch })
  running.push(product)
  return product
}

function end(product: Product) {
  product.kill('SIGKILL')
  return product.exited
}

async function databaseFrom(template?: string, options?: string) {
  const database = await createScratchDatabase(template, options)
  databases.push(database)
  return database.url
}

function expectOneLine(ended: Ended, about: RegExp) {
  expect(ended.output.trim()).toMatch(about)
  expect(ended.output.trim().split('\n')).toHaveLength(1)
  expect(ended.code).toBe(1)
}

const listTables = async (url: string) =>
  (
    await query<{ name: string }>(
      url,
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
  ).map(({ name }) => name)

// What is wrong with each setting, text, database and storage: `config.test.ts` and others beside the code.
describe('a failing start', () => {
  it('names the port that is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const ended = await launchProduct({ env: { PORT: String(port) } }).exited
    taken.close()
    expectOneLine(ended, new RegExp(`PORT.*${port}`))
  })

  it('names the data folder that cannot be created', async () => {
    const ended = await launchProduct({ env: { DATABASE_URL: 'file:./package.json/data/pglite' } }).exited
    expectOneLine(ended, /package\.json\/data/)
  })

  it('names all settings that are wrong at once, a line for each', async () => {
    const env = { STRIPE_SECRET_KEY: 'sk_live_1', PRICE_LEAST: '2000', SMPT_URL: 'smtp://mail.example' }
    const { code, output } = await launchProduct({ env }).exited
    const lines = output.trim().split('\n')
    expect(lines.filter((line) => !/^Landfall cannot start\. [A-Z_]+: /.test(line))).toEqual([])
    for (const name of ['SMPT_URL', 'PUBLIC_URL', 'TERMS_FILE', 'TRUSTED_PROXIES', 'PRICE_LEAST'])
      expect(lines.filter((line) => line.includes(` ${name}: `))).toHaveLength(1)
    expect(code).toBe(1)
  })

  it('names the missing build', async () => {
    expectOneLine(await launchProduct({ build: '.landfall/no-build' }).exited, /no-build/)
  })

  it('names the pooler that gives its connections away between transactions, and refuses our limits of time', async () => {
    const pooler = await openTransactionPooler()
    expectOneLine(
      await launchProduct({ env: { DATABASE_URL: pooler.url } }).exited,
      /DATABASE_URL: there is a pooler before it .* Name PostgreSQL itself\.$/,
    )
    await pooler.close()
  })

  it('names what is wrong with the database and with the storage at once, and changes nothing', async () => {
    const url = await databaseFrom('template0', IN_ASCII)
    await query(url, 'create table recipes (title text)')
    const env = { DATABASE_URL: url, STORAGE_FOLDER: './package.json/pictures' }
    const { code, output } = await launchProduct({ env }).exited
    expect(output.trim().split('\n')).toEqual([
      expect.stringMatching(/^Landfall cannot start\. DATABASE_URL: this database is encoded as SQL_ASCII\./),
      expect.stringMatching(/^Landfall cannot start\. DATABASE_URL: this database holds tables of something else\./),
      expect.stringMatching(/^Landfall cannot start\. STORAGE_FOLDER: .*ENOTDIR/),
    ])
    expect(code).toBe(1)
    expect(await listTables(url)).toEqual(['recipes'])
  })
})

describe('a live site', () => {
  it('does not start on empty storage while its database names pictures, as when a disk is not mounted', async () => {
    const url = await databaseFrom(inject('seeded').template)
    await query(url, `update installation set mode = 'live'`)
    const { exited } = launchProduct({ env: { ...LIVE_SETTINGS, DATABASE_URL: url } })
    expectOneLine(await exited, /STORAGE_FOLDER: it is empty, and the database names pictures/)
  })

  it('seeds no mentors, prints no sandbox address, and marks its files, which no demo then takes for its own', async () => {
    const url = await databaseFrom()
    const data = newDataFolder() // A demo's files are refused.
    const live = await start({ data, env: { ...LIVE_SETTINGS, DATABASE_URL: url } })
    expect(await query(url, 'select id from mentors')).toEqual([])
    expect(live.output()).not.toMatch(/sandbox|demo/i)
    expect(readFileSync(join(data, 'pictures/installation/mode'), 'utf8')).toBe('live')
  })
})

describe('a start beside a database whose clock is 40 minutes behind', () => {
  it('says so in the log and the metrics, and is ready', async () => {
    const url = await databaseFrom(inject('seeded').template)
    await shiftDatabaseClock(url, ahead - 40 * 60_000)
    const product = await start({ env: { DATABASE_URL: url } })
    expect(product.output()).toMatch(/"seconds":2[34]\d\d,"msg":"clock differs"/)
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
    const metrics = await (await fetch(`${product.url}/metrics`)).text()
    expect(metrics).toMatch(/^landfall_clock_offset_seconds 2[34]\d\d(\.\d+)?$/m)
  })
})
