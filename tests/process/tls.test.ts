/** The connection to PostgreSQL, encrypted, with the server proved by its certificate. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CERTIFICATE as OF_ANOTHER } from '../support/calendars/certificate.ts'
import { SERVER_CERTIFICATE, SERVER_KEY } from '../support/database/certificate.ts'
import { startOwnPostgres, type Postgres } from '../support/database/postgres.ts'
import { query } from '../support/database/scratch-database.ts'
import { launchProduct, startProduct } from '../support/product/processes.ts'

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
  authority = writeAuthority('authority.pem', SERVER_CERTIFICATE)
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

function writeAuthority(name: string, certificate: string): string {
  const file = join(folder, name)
  writeFileSync(file, certificate)
  return file
}

/** The certificate is for "localhost", and not for the address that this name has. */
function makeUrl({ host = 'localhost', from = server.url, rootcert = authority } = {}): string {
  const url = new URL(from)
  url.hostname = host
  url.pathname = '/landfall'
  url.search = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: rootcert }).toString()
  return url.href
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

  it.each<[why: string, url: () => string, words: RegExp]>([
    [
      'its certificate has another authority',
      () => makeUrl({ rootcert: writeAuthority('another.pem', OF_ANOTHER) }),
      /DATABASE_URL: the server's certificate is not believed \(.*self-signed/,
    ],
    [
      'its certificate is for another name',
      () => makeUrl({ host: '127.0.0.1' }),
      /DATABASE_URL: the server's certificate is not believed \(.*127\.0\.0\.1/,
    ],
    [
      'it does not encrypt',
      () => {
        const from = process.env['TEST_DATABASE_URL']!
        return makeUrl({ from, host: new URL(from).hostname })
      },
      /DATABASE_URL: the server does not encrypt/,
    ],
    [
      'the file of its authority is missing',
      () => makeUrl({ rootcert: join(folder, 'none.pem') }),
      /DATABASE_URL: .*none\.pem cannot be read \(ENOENT\)/,
    ],
  ])('is refused in words if %s', async (_why, url, words) => {
    const { code, output } = await launchProduct({ env: { DATABASE_URL: url() } }).exited
    expect(code).toBe(1)
    expect(output.trim()).toMatch(words)
    expect(output.trim().split('\n')).toHaveLength(1)
  })
})
