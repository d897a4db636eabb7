/** A database that takes no more, and storage that takes no more: reads go on, writes are refused in words, and nothing is broken. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { checkInvariants } from '#server/bookings/invariants/invariants'
import { connect } from '#server/platform/db/connect'
import { addMembers, AUTH_SECRET } from '../support/accounts/people.ts'
import { askForHold, findOffer, hold, listMentors } from '../support/bookings/visitor.ts'
import { createScratchDatabase, query, type ScratchDatabase } from '../support/database/scratch-database.ts'
import { MULTIPART_FORM, upload } from '../support/http/raw-http.ts'
import { startProduct, type Product } from '../support/product/processes.ts'

let database: ScratchDatabase
let product: Product | undefined

beforeEach(async () => {
  database = await createScratchDatabase(inject('seeded').template)
})
afterEach(async () => {
  await product?.stop()
  product = undefined
  await database.drop()
})

describe('a PostgreSQL database that can only be read', () => {
  /** As an operator does when its disk is full, and as a standby is: every session begins read-only. */
  async function close(closed: boolean): Promise<void> {
    const setting = `alter database ${database.name} set default_transaction_read_only = ${closed ? 'on' : 'off'}`
    await query(database.url, `begin read write; ${setting}; commit`)
    await query(
      database.url,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  }

  it('serves every page, also when the list is out of date, refuses to book in words, and books once it can', async () => {
    product = await startProduct({ env: { DATABASE_URL: database.url } })
    const { url } = product
    const offer = await findOffer(url)
    const [cookie = ''] = await addMembers(database.url, 1)
    await close(true)
    await query(
      database.url,
      `begin read write; update mentors set role = 'Sailmaker' where id = '${offer.mentorId}'; commit`,
    )
    const paths = [
      '/',
      '/mentors',
      '/mentors?q=a',
      `/mentors/${offer.slug}`,
      '/crossings',
      '/api/mentors',
      '/account',
      '/readyz',
    ]
    const fetchStatus = async (path: string) => (await fetch(url + path, { headers: { cookie } })).status
    await expect.poll(() => fetchStatus('/readyz'), { timeout: 60_000 }).toBe(200) // Its connections were cut.
    for (const path of paths) expect([path, await fetchStatus(path)]).toEqual([path, 200])
    expect((await listMentors(url)).length).toBe(24)

    const refused = await askForHold(url, offer, 'grace@example.com')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
    expect(await refused.json()).toMatchObject({
      code: 'unavailable',
      title: 'Nothing can be saved at this moment; what is here can still be read. Try again in a few minutes',
    })
    expect(product.output()).toContain('"msg":"database cannot be written"')

    await close(false)
    await expect.poll(() => hold(url, offer, 'grace@example.com').catch(() => null), { timeout: 60_000 }).not.toBeNull()
    expect(
      await query(database.url, 'select status from bookings where mentee_email = $1', ['grace@example.com']),
    ).toEqual([{ status: 'held' }])
    const { db } = await connect(database.url)
    expect(await checkInvariants(db, new Date())).toEqual([])
    await db.destroy()
  })
})

describe('a folder for pictures in which no more can be written', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'landfall-full-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const started = (limit?: number) =>
    startProduct({
      env: { DATABASE_URL: database.url, AUTH_SECRET, STORAGE_FOLDER: folder },
      ...(limit && { fileKilobytes: limit }),
    })

  const filesIn = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'))

  it('refuses a picture in a sentence, leaves no half of one, and shows those that are there', async () => {
    const [cookie = ''] = await addMembers(database.url, 1)
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
    const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#a50f62', noise } })
      .jpeg()
      .toBuffer()
    const send = (url: string) =>
      fetch(`${url}/account/picture`, {
        method: 'POST',
        headers: { ...MULTIPART_FORM, origin: url, cookie },
        body: new Uint8Array(upload(picture)),
        redirect: 'manual',
      })
    product = await started()
    expect((await send(product.url)).status).toBe(303)
    const before = filesIn()
    const [shown] = before.filter((name) => name.endsWith('96.webp'))
    await product.stop()

    product = await started(LIMIT_KILOBYTES)
    const refused = await send(product.url)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
    expect(await refused.text()).toContain('We couldn’t save the picture. Try again later')
    expect(product.output()).toMatch(
      /"fault":"StorageUnavailable","code":"EFBIG".*"msg":"a picture could not be stored"/,
    )
    expect(filesIn()).toEqual(before)
    expect((await fetch(`${product.url}/${shown}`, { headers: { cookie } })).status).toBe(200)
    expect((await fetch(`${product.url}/mentors`)).status).toBe(200)
  })
})

/** Above what the upload takes in the temporary folder, below the largest of the files that are made of it. */
const LIMIT_KILOBYTES = 100
