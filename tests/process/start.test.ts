import { once } from 'node:events'
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
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
import { createScratchDatabase, query, type ScratchDatabase } from '../support/database/scratch-database.ts'
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

async function databaseFrom(template?: string) {
  const database = await createScratchDatabase(template)
  databases.push(database)
  return database.url
}

function expectOneLine(ended: Ended, about: RegExp) {
  expect(ended.output.trim()).toMatch(about)
  expect(ended.output.trim().split('\n')).toHaveLength(1)
  expect(ended.code).toBe(1)
}

describe('a failing start', () => {
  it('names the port that is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const ended = await launchProduct({ env: { PORT: String(port) } }).exited
    taken.close()
    expectOneLine(ended, new RegExp(`PORT.*${port}`))
  })

  it.each([
    ['PORT', 'http'],
    ['PUBLIC_URL', 'landfall'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['STRIPE_SECRET_KEY', 'pk_test_1'],
    ['TRUSTED_PROXIES', 'everybody'],
    ['LANDFALL_MODE', 'production'],
  ])('names the bad setting %s', async (name, value) => {
    expectOneLine(await launchProduct({ env: { [name]: value } }).exited, new RegExp(name))
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

  it('names the missing build', async () => {
    expectOneLine(await launchProduct({ build: '.landfall/no-build' }).exited, /no-build/)
  })

  it.each([
    ['is not there', null, /cannot be read \(ENOENT\)/],
    ['is a folder', 'folder', /cannot be read \(EISDIR\)/],
    ['is no JSON', '{"general": ', /This is no JSON/],
    ['holds a list', '[]', /Write an object with "general" and "countries"/],
    [
      'names a country in words',
      '{"countries": {"Germany": {"sentence": "Ask."}}}',
      /"Germany" is no code of a country/,
    ],
    [
      'links to a register without TLS',
      '{"countries": {"GB": {"sentence": "Ask.", "register": {"name": "IAA", "address": "http://iaa.example"}}}}',
      /GB: a "register" has .* begins with https:/,
    ],
  ])('names the file of notices on immigration advice that %s', async (_fault, content, about) => {
    const data = newDataFolder()
    const file = join(data, 'advice.json')
    if (content === 'folder') mkdirSync(file)
    else if (content !== null) writeFileSync(file, content)
    const ended = await launchProduct({ data, env: { ADVICE_FILE: file } }).exited
    expectOneLine(ended, about)
    expect(ended.output).toContain(`ADVICE_FILE: ${file}`)
  })

  it('does not touch a database with other tables', async () => {
    const url = await databaseFrom()
    await query(url, 'create table recipes (title text)')
    expectOneLine(await launchProduct({ env: { DATABASE_URL: url } }).exited, /DATABASE_URL/)
    const tables = await query(url, `select table_name from information_schema.tables where table_schema = 'public'`)
    expect(tables).toEqual([{ table_name: 'recipes' }])
  })

  it('names the process that has locked the data, which keeps working', async () => {
    const first = await start()
    const data = first.data
    expectOneLine(await launchProduct({ data }).exited, new RegExp(`in use by process ${first.pid}\\b`))
    expect((await fetch(`${first.url}/healthz`)).status).toBe(200)
    first.kill('SIGKILL')
    await first.exited
    const next = await start({ data })
    expect(await listMentors(next.url)).toHaveLength(24)
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
  const without = (name: keyof typeof complete) => ({ ...complete, [name]: '' })

  it.each([
    ['the embedded database', { ...complete, DATABASE_URL: 'file:./data/pglite' }, /DATABASE_URL/],
    ['no public address', without('PUBLIC_URL'), /PUBLIC_URL/],
    ['a public address without TLS', { ...complete, PUBLIC_URL: 'http://landfall.example' }, /PUBLIC_URL/],
    ['a secret that could be guessed', { ...complete, AUTH_SECRET: 'x'.repeat(40) }, /AUTH_SECRET/],
    ['no payment key', without('STRIPE_SECRET_KEY'), /STRIPE_SECRET_KEY/],
    ['a test key', { ...complete, STRIPE_SECRET_KEY: 'sk_test_1' }, /STRIPE_SECRET_KEY/],
    ['no webhook secret', without('STRIPE_WEBHOOK_SECRET'), /STRIPE_WEBHOOK_SECRET/],
    ['no mail server', without('SMTP_URL'), /SMTP_URL/],
    ['no terms of the operator’s', without('TERMS_FILE'), /TERMS_FILE/],
    ['a missing terms file', { ...complete, TERMS_FILE: './no/terms.txt' }, /TERMS_FILE: \.\/no\/terms\.txt/],
    ['no setting for its proxies', without('TRUSTED_PROXIES'), /TRUSTED_PROXIES: required when live/],
    ['everybody as its proxy', { ...complete, TRUSTED_PROXIES: '::/0' }, /TRUSTED_PROXIES/],
    ['the sandbox', { ...complete, STRIPE_API_BASE: 'http://127.0.0.1:12111' }, /STRIPE_API_BASE/],
    ['the word demo beside a live key', { ...complete, LANDFALL_MODE: 'demo' }, /LANDFALL_MODE/],
    ['only a live key to say so', { STRIPE_SECRET_KEY: 'sk_live_1' }, /required when live/],
  ])('does not start with %s', async (_with, env, about) => {
    expectOneLine(await launchProduct({ env }).exited, about)
  })

  it('does not start on a demo’s database', async () => {
    const url = await databaseFrom(inject('seeded').template)
    expectOneLine(await launchProduct({ env: { ...complete, DATABASE_URL: url } }).exited, /demo/)
  })

  it('seeds no mentors and prints no sandbox address', async () => {
    const url = await databaseFrom()
    const live = await start({ env: { ...complete, DATABASE_URL: url, PUBLIC_URL: 'https://landfall.example' } })
    expect(await query(url, 'select id from mentors')).toEqual([])
    expect(live.output()).not.toMatch(/sandbox|demo/i)
  })
})

describe('two processes that start at once on one empty PostgreSQL database', () => {
  it('both start, and the database is migrated and seeded once', async () => {
    const url = await databaseFrom()
    const both = await Promise.all([start({ env: { DATABASE_URL: url } }), start({ env: { DATABASE_URL: url } })])
    for (const product of both) expect(await listMentors(product.url)).toHaveLength(24)
    const migrations = await query<{ name: string }>(url, 'select name from kysely_migration order by name')
    const files = globSync('server/db/migrations/*.sql').map((file) => file.replace(/^.*\/|\.sql$/g, ''))
    expect(migrations.map((migration) => migration.name)).toEqual(files.toSorted())
  })
})

describe('SIGTERM', () => {
  it('lets requests under way end, accepts no new ones, and exits with 0', async () => {
    const product = await start()
    const { socket, finish } = await requestInFlight(product, 'drain@example.com')
    product.kill('SIGTERM')
    await refusesConnections(product)
    expect(await finish()).toMatch(/^HTTP\/1\.1 200 [\s\S]*"reference":/)
    expect(await product.exited).toMatchObject({ code: 0, signal: null })
    socket.destroy()
  })

  it('has no further effect when it arrives twice', async () => {
    const product = await start()
    const { socket, finish } = await requestInFlight(product, 'twice@example.com')
    product.kill('SIGTERM')
    await refusesConnections(product)
    product.kill('SIGTERM')
    expect(await finish()).toMatch(/^HTTP\/1\.1 200 /)
    expect(await product.exited).toMatchObject({ code: 0 })
    socket.destroy()
  })

  // Were it to wait for longer than it has, it would exit with 1.
  it('closes a connection that never finishes, in time to end everything else', async () => {
    const product = await start()
    const { socket } = await requestInFlight(product, 'never@example.com')
    product.kill('SIGTERM')
    expect(await product.exited).toMatchObject({ code: 0, signal: null })
    socket.destroy()
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
