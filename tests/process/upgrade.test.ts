import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { checkInvariants } from '#server/bookings/invariants/invariants'
import { connect } from '#server/platform/db/connect'
import { migrate } from '#server/platform/db/migrate'
import { startProduct } from '../support/product/processes.ts'
import { createScratchDatabase, query } from '../support/database/scratch-database.ts'
import { askForHold, findOffer, hold, listMails, pay } from '../support/bookings/visitor.ts'
import { keepAsking, listOffers } from '../support/product/crowd.ts'

const LATER = { timeout: 60_000, interval: 50 }

/**
 * What a release may do to the schema while processes of the release before still run, done to every table: the statements that
 * the server has prepared for them, too, must not mind.
 */
async function nextRelease(url: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'landfall-migrations-'))
  cpSync('server/platform/db/migrations', folder, { recursive: true })
  const tables = await query<{ name: string }>(
    url,
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'",
  )
  const add = (number: number, name: string, text: string) =>
    writeFileSync(join(folder, `9${number}_${name}.sql`), text)
  for (const [at, { name }] of tables.entries())
    add(100 + at, name, `alter table ${name} add column of_the_next_release integer not null default 7;`)
  add(800, 'table', 'create table of_the_next_release (mentor_id uuid references mentors (id) on delete cascade);')
  const index = 'create index concurrently bookings_of_the_next_release on bookings (of_the_next_release);'
  add(900, 'index', `-- Outside a transaction: people book while it runs.\n${index}\n`)
  return folder
}

describe('a process of the release before', () => {
  it(
    'goes on without a failed request while the next release migrates, and on its schema',
    { timeout: 180_000 },
    async () => {
      const database = await createScratchDatabase(inject('seeded').template)
      const product = await startProduct({ env: { DATABASE_URL: database.url } })
      const offers = await listOffers(product.url)
      const hours = offers.values()
      const { slug } = offers[0]!
      const get = (path: string): [string, () => Promise<Response>] => [path, () => fetch(product.url + path)]
      let buyers = 0
      const holdNext = () => {
        buyers += 1
        return askForHold(product.url, hours.next().value ?? offers[0]!, `buyer-${buyers}@example.com`)
      }
      const ofMentor = [`/mentors/${slug}/book`, `/mentors/${slug}.data`, `/api/mentors/${slug}`]
      const pages = ['/', '/mentors', ...ofMentor, '/readyz'].map(get)
      const visitors = keepAsking([...pages, ['a hold', holdNext], ['another hold', holdNext]])
      await expect.poll(() => visitors.countEach(), LATER).toBeGreaterThan(2)

      const folder = await nextRelease(database.url)
      const { db } = await connect(database.url, { connections: 1, unlimited: true })
      expect((await migrate(db, { from: folder, triesWaitMs: 200 })).length).toBeGreaterThan(50)
      await db.destroy()
      rmSync(folder, { recursive: true })
      const migrated = performance.now()
      await expect.poll(() => visitors.countEach(migrated), LATER).toBeGreaterThan(2)
      await visitors.end()
      const failed = visitors.answers.filter(({ status }) => ![200, 409].includes(status))
      expect(failed.map(({ what, status, body }) => [what, status, body.slice(0, 200)])).toEqual([])

      const buyer = 'after@example.com'
      const success = await fetch(await pay(product.url, await hold(product.url, await findOffer(product.url), buyer)))
      expect(await success.text()).toContain('Payment Successful')
      await expect.poll(() => listMails(product.url, buyer).then(({ length }) => length), LATER).toBe(1)
      const { db: after } = await connect(database.url)
      expect(await checkInvariants(after, new Date())).toEqual([])
      await after.destroy()
      expect(await query(database.url, 'select id from bookings where of_the_next_release <> 7')).toEqual([])
      product.kill('SIGKILL')
      await product.exited
      await database.drop()
    },
  )
})
