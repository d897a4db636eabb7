/** The connection to PostgreSQL, encrypted, with the server proved by its certificate. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CERTIFICATE as OF_ANOTHER } from '../support/calendars/certificate.ts'
import { SERVER_CERTIFICATE, SERVER_KEY } from '../support/database/certificate.ts'
import { startOwnPostgres, type Postgres } from '../support/database/postgres.ts'
import { query } from '../support/database/scratch-database.ts'
import { bareEnvironment, launchProduct, startProduct } from '../support/product/processes.ts'

let server: Postgres
let folder: string
let authority: string
beforeAll(async () => {
  server = await startOwnPostgres({
    files: { 'server.crt': SERVER_CERTIFICATE, 'server.key': SERVER_KEY },
    values: { ssl: 'on' },
  })
  await query(server.url, 'create database landfall')
  folder = mkdtempSync(join(tmpdir(), 'landfall-tls-'))
  authority = join(folder, 'authority.pem')
  writeFileSync(authority, SERVER_CERTIFICATE)
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The certificate is for "localhost", and not for the address that this name has. */
function makeUrl({ host = 'localhost', from = server.url, rootcert = authority } = {}): string {
  const url = new URL(from)
  url.hostname = host
  url.pathname = '/landfall'
  url.search = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: rootcert }).toString()
  return url.href
}

/** What the start says, and what the doctor says of the database. */
async function refusals(url: string): Promise<{ start: string; doctor: string }> {
  const env = { DATABASE_URL: url, STORAGE_FOLDER: join(folder, 'files') }
  const requested = promisify(execFile)(process.execPath, ['scripts/doctor.ts'], {
    env: { ...bareEnvironment(), ...env },
  })
  const [{ code, output }, { stdout }] = await Promise.all([
    launchProduct({ env }).exited,
    requested.catch((error: { stdout: string }) => error),
  ])
  expect(code).toBe(1)
  const doctor = stdout.split('\n').find((line) => line.startsWith('WRONG  Database')) ?? stdout
  return { start: output.trim(), doctor }
}

async function expectRefusal(url: string, words: RegExp): Promise<void> {
  const { start, doctor } = await refusals(url)
  expect(start).toMatch(words)
  expect(start.split('\n')).toHaveLength(1)
  expect(doctor).toMatch(words)
}

describe('a database with sslmode=verify-full', () => {
  it('is used over encrypted connections only, by pages and by jobs', async () => {
    const product = await startProduct({ env: { DATABASE_URL: makeUrl() } })
    expect((await fetch(`${product.url}/mentors`)).status).toBe(200)
    const connections = await query<{ jobs: boolean; ssl: boolean }>(
      server.url,
      `select distinct application_name like '%jobs%' as jobs, ssl
       from pg_stat_activity join pg_stat_ssl using (pid) where datname = 'landfall' order by jobs`,
    )
    expect(connections).toEqual([
      { jobs: false, ssl: true },
      { jobs: true, ssl: true },
    ])
    expect(await product.stop()).toMatchObject({ code: 0 })
  })

  it('is refused in words if its certificate has another authority', async () => {
    const rootcert = join(folder, 'another.pem')
    writeFileSync(rootcert, OF_ANOTHER)
    await expectRefusal(makeUrl({ rootcert }), /DATABASE_URL: the server's certificate is not believed \(.*self-signed/)
  })

  it('is refused in words if its certificate is for another name', async () => {
    await expectRefusal(
      makeUrl({ host: '127.0.0.1' }),
      /DATABASE_URL: the server's certificate is not believed \(.*127\.0\.0\.1/,
    )
  })

  it('is refused in words if it does not encrypt', async () => {
    const from = process.env['TEST_DATABASE_URL']!
    await expectRefusal(makeUrl({ from, host: new URL(from).hostname }), /DATABASE_URL: the server does not encrypt/)
  })

  it('is refused in words if the file of its authority is missing', async () => {
    await expectRefusal(
      makeUrl({ rootcert: join(folder, 'none.pem') }),
      /DATABASE_URL: .*none\.pem cannot be read \(ENOENT\)/,
    )
  })
})
