import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, it } from 'vitest'
import {
  launchProduct,
  newDataFolder,
  startProduct,
  type Ended,
  type Launch,
  type Product,
} from '../support/product/processes.ts'
import { openTransactionPooler } from '../support/database/transaction-pooler.ts'
import { createScratchDatabase, IN_ASCII, query, type ScratchDatabase } from '../support/database/scratch-database.ts'
import { copySeededData } from '../support/product/seeded.ts'
import { findOffer, listMentors, requestFor } from '../support/bookings/visitor.ts'

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

  it('names the database that does not answer, without its password', async () => {
    const url = 'postgres://landfall:opensesame@127.0.0.1:9/landfall'
    const ended = await launchProduct({ env: { DATABASE_URL: url } }).exited
    expectOneLine(ended, /database/i)
    expect(ended.output).not.toContain('opensesame')
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
  const complete = {
    LANDFALL_MODE: 'live',
    PUBLIC_URL: 'https://landfall.example',
    DATABASE_URL: 'postgres://landfall@127.0.0.1:9/landfall',
    STRIPE_SECRET_KEY: 'sk_live_1',
    MAIL_FROM: 'bookings@landfall.test',
    SUPPORT_EMAIL: 'help@landfall.test',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    SMTP_URL: 'smtps://mail.example',
    TERMS_FILE: 'LICENSE',
    PRIVACY_FILE: 'LICENSE',
    TRUSTED_PROXIES: 'none',
  }

  it('does not start on empty storage while its database names pictures, as when a disk is not mounted', async () => {
    const url = await databaseFrom(inject('seeded').template)
    await query(url, `update installation set mode = 'live'`)
    const { exited } = launchProduct({ env: { ...complete, DATABASE_URL: url } })
    expectOneLine(await exited, /STORAGE_FOLDER: it is empty, and the database names pictures/)
  })

  it('seeds no mentors, prints no sandbox address, and marks its files, which no demo then takes for its own', async () => {
    const url = await databaseFrom()
    const data = newDataFolder() // A demo's files are refused.
    const live = await start({ data, env: { ...complete, DATABASE_URL: url } })
    expect(await query(url, 'select id from mentors')).toEqual([])
    expect(live.output()).not.toMatch(/sandbox|demo/i)
    expect(readFileSync(join(data, 'pictures/installation/mode'), 'utf8')).toBe('live')
  })
})

describe('SIGTERM', () => {
  // Were it to wait for a connection for longer than it has, it would exit with 1.
  it('lets requests under way end, accepts no new ones, closes what never ends, and exits with 0, also when it comes twice', async () => {
    const product = await start({ env: { DRAIN_SECONDS: '1' } })
    const [ending, never] = [
      await requestInFlight(product, 'drain@example.com'),
      await requestInFlight(product, 'never@example.com'),
    ]
    const began = performance.now()
    product.kill('SIGTERM')
    await refusesConnections(product)
    product.kill('SIGTERM')
    expect(await ending.finish()).toMatch(/^HTTP\/1\.1 200 [\s\S]*"reference":/)
    expect(await product.exited).toMatchObject({ code: 0, signal: null })
    expect(performance.now() - began).toBeGreaterThanOrEqual(1_000) // It drains first.
    for (const { socket } of [ending, never]) socket.destroy()
  })

  it('to a process that drains makes it not ready, and it still serves on connections that it then ends', async () => {
    const product = await start({ env: { DRAIN_SECONDS: '600' } })
    const ask = async (path: string) => {
      const answer = await fetch(product.url + path)
      return [answer.status, answer.headers.get('connection')]
    }
    expect(await ask('/readyz')).toEqual([200, 'keep-alive'])
    product.kill('SIGTERM')
    await expect.poll(() => ask('/readyz'), { timeout: 60_000 }).toEqual([503, 'close'])
    expect(await ask('/livez')).toEqual([200, 'close'])
    expect(await ask('/mentors')).toEqual([200, 'close'])
    expect(await listMentors(product.url)).toHaveLength(24)
  })
})

describe('a start beside a database whose clock is 40 minutes behind', () => {
  it('says so in the log and the metrics, and is ready', async () => {
    const url = await databaseFrom(inject('seeded').template)
    await query(
      url,
      `create function public.clock_timestamp() returns timestamptz language sql
       return pg_catalog.clock_timestamp() - interval '40 minutes'`,
    )
    await query(url, `alter database ${new URL(url).pathname.slice(1)} set search_path = public, pg_catalog`)
    const product = await start({ env: { DATABASE_URL: url } })
    expect(product.output()).toMatch(/"seconds":2[34]\d\d,"msg":"clock differs"/)
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
    const metrics = await (await fetch(`${product.url}/metrics`)).text()
    expect(metrics).toMatch(/^landfall_clock_offset_seconds 2[34]\d\d(\.\d+)?$/m)
  })
})

/** A booking request without its last byte. `finish` sends it and returns the whole response. */
async function requestInFlight(product: Product, email: string) {
  const body = requestFor(await findOffer(product.url), email)
  const { hostname, port } = new URL(product.url)
  const socket = connect(Number(port), hostname)
  const answer = readAll(socket)
  await once(socket, 'connect')
  socket.write(
    `POST /create-checkout-session HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, -1)}`,
  )
  // The product has seen the request once it answers another one that came after it, on a connection made after it: over
  // one that is kept alive the answer could come before the first connection is accepted.
  const [health] = (await once(get(`${product.url}/healthz`, { agent: false }), 'response')) as [IncomingMessage]
  health.resume()
  return {
    socket,
    finish() {
      socket.write(body.slice(-1))
      return answer
    },
  }
}

async function readAll(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => (text += chunk))
  socket.on('error', () => {})
  await once(socket, 'close')
  return text
}

async function refusesConnections({ url }: Product) {
  const { hostname, port } = new URL(url)
  await expect.poll(() => connects(Number(port), hostname), { timeout: 60_000 }).toBe(false)
}

function connects(port: number, hostname: string): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect(port, hostname, () => {
      socket.destroy()
      settle(true)
    })
    socket.on('error', () => settle(false))
  })
}
