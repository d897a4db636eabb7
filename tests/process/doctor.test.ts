/** `npm run doctor`: what it says of a site that is well, and of one that is not. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { claimStorage, connectStorage } from '#server/platform/storage/storage'
import { createScratchDatabase, query, type ScratchDatabase } from '../support/database/scratch-database.ts'
import { runScript, startProduct, type Product } from '../support/product/processes.ts'
import { folder, useFolder } from '../support/folder.ts'

useFolder()
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

async function doctor(env: Record<string, string>): Promise<{ code: number | null; said: string[] }> {
  const { code, output } = await runScript('doctor', [], env)
  return { code, said: output.trimEnd().split('\n') }
}

describe('the doctor', () => {
  it('finds a site well that is, with its process reached from outside', async () => {
    product = await startProduct({ env: { DATABASE_URL: database.url } })
    const { code, said } = await doctor({
      DATABASE_URL: database.url,
      STORAGE_FOLDER: join(folder, 'files'),
      PUBLIC_URL: product.url,
    })
    expect(said.filter((line) => !line.startsWith('ok '))).toEqual([])
    expect(said.map((line) => line.slice(7, 24).trim())).toEqual(
      'Settings, Texts, Database, Schema, Clock, Last webhook, Storage, Email, Payment service, Public address'.split(
        ', ',
      ),
    )
    expect(code).toBe(0)
  })

  it('names all that is wrong at once', async () => {
    writeFileSync(join(folder, 'file'), '')
    const { code, said } = await doctor({
      DATABASE_URL: 'postgres://landfall:opensesame@127.0.0.1:9/landfall',
      STORAGE_FOLDER: join(folder, 'file'),
      SMTP_URL: 'smtp://127.0.0.1:9',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_API_BASE: 'http://127.0.0.1:9',
      PUBLIC_URL: 'http://127.0.0.1:9',
    })
    const wrong = said.filter((line) => line.startsWith('WRONG')).map((line) => line.slice(7, 24).trim())
    expect(wrong).toEqual(['Database', 'Storage', 'Email', 'Payment service', 'Public address'])
    expect(said.join('\n')).not.toContain('opensesame')
    expect(code).toBe(1)
  })

  it('says before the first start that nothing was migrated yet, and finds nothing wrong with that', async () => {
    const empty = await createScratchDatabase()
    const { code, said } = await doctor({ DATABASE_URL: empty.url, STORAGE_FOLDER: join(folder, 'files') })
    expect(said.filter((line) => !line.startsWith('ok '))).toEqual([])
    expect(said).toContain('ok     Schema           the database is empty; the first start creates it')
    expect(code).toBe(0)
    await empty.drop()
  })

  it('names what a start refuses, since database and storage belong to another kind of site', async () => {
    const files = join(folder, 'files')
    await query(database.url, `update installation set mode = 'live'`)
    await claimStorage(connectStorage({ folder: files }), 'rehearsal')
    const { code, said } = await doctor({ DATABASE_URL: database.url, STORAGE_FOLDER: files })
    expect(said.filter((line) => line.startsWith('WRONG'))).toEqual([
      'WRONG  Database         this database was set up for live use, and LANDFALL_MODE is demo.',
      'WRONG  Storage          STORAGE_FOLDER: it has the files of a rehearsal site, and LANDFALL_MODE is demo. If they are a copy, remove installation/mode from it',
    ])
    expect(code).toBe(1)
  })

  it('says how long ago the last webhook came, and that it should have come since', async () => {
    await query(database.url, 'delete from payment_events')
    await query(database.url, 'update bookings set checkout_id = null')
    await query(
      database.url,
      `insert into payment_events (id, type, received_at, processed_at)
        values ('evt_1', 'charge.refunded', now() - interval '22 days', now())`,
    )
    const lastWebhook = async () => {
      const { said } = await doctor({ DATABASE_URL: database.url, STORAGE_FOLDER: join(folder, 'files') })
      return said.find((line) => line.includes('Last webhook'))
    }
    expect(await lastWebhook()).toBe('ok     Last webhook     3 weeks ago')
    await query(
      database.url,
      `update bookings set checkout_id = 'cs_test_1', created_at = now() - interval '2 hours'
        where id = (select min(id::text)::uuid from bookings)`,
    )
    expect(await lastWebhook()).toMatch(/^WRONG {2}Last webhook {5}3 weeks ago, though times were held since\. /)
  })

  it('names wrong settings before it tries anything', async () => {
    const { code, said } = await doctor({ LANDFALL_MODE: 'live' })
    expect(said.every((line) => line.startsWith('WRONG  Settings'))).toBe(true)
    expect(said.join('\n')).toMatch(/PUBLIC_URL: required[\s\S]*TRUSTED_PROXIES: required/)
    expect(code).toBe(1)
  })
})
