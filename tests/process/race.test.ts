import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startProduct, type Product } from '../support/product/processes.ts'
import { createScratchDatabase, query, type ScratchDatabase } from '../support/database/scratch-database.ts'
import { askForHold, findOffer, listMails, pay, type Hold } from '../support/bookings/visitor.ts'

let database: ScratchDatabase
let products: [Product, Product]

beforeAll(async () => {
  database = await createScratchDatabase(inject('seeded').template)
  const launch = { env: { DATABASE_URL: database.url } }
  products = await Promise.all([startProduct(launch), startProduct(launch)])
})

afterAll(async () => {
  await Promise.all(products.map((product) => product.stop()))
  await database.drop()
})

/** Only the fifty's: the demo has bookings of its own. */
function readRows<Row extends object>(columns: string, from = 'bookings'): Promise<Row[]> {
  return query<Row>(database.url, `select ${columns} from ${from} where mentee_email like 'visitor%@example.com'`)
}

const listStatuses = (answers: Response[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)

// That the fifty compete, and that it is the constraint which keeps them apart: `server/bookings/race.test.ts`.
describe('two processes on one database', () => {
  it('sell one time once to fifty visitors, and confirm it once when it is paid', async () => {
    const offer = await findOffer(products[0].url)
    const visitors = Array.from({ length: 50 }, (_, n) => `visitor${n}@example.com`)
    const answers = await Promise.all(visitors.map((email, n) => askForHold(products[n % 2]!.url, offer, email)))
    expect(listStatuses(answers)).toEqual([200, ...Array.from({ length: 49 }, () => 409)])
    for (const refused of answers.filter(({ status }) => status === 409)) {
      const problem = (await refused.json()) as { code: string; alternatives: unknown[] }
      expect(problem.code).toBe('slot_taken')
      expect(problem.alternatives).toHaveLength(3)
    }
    const held = (await answers.find(({ status }) => status === 200)!.json()) as Hold
    expect(await readRows('reference, status')).toEqual([{ reference: held.reference, status: 'held' }])
    expect(await readRows('during', 'claims join bookings on bookings.id = booking_id')).toHaveLength(1)
    expect(await query(database.url, "select id from sandbox_stripe.checkout_sessions where status = 'open'")).toEqual([
      { id: held.id },
    ])

    const success = await pay(products[0].url, held)
    const { pathname, search } = new URL(success)
    await Promise.all(products.map(({ url }) => fetch(`${url}${pathname}${search}`)))
    const [{ email: buyer }] = (await readRows('mentee_email as email')) as [{ email: string }]
    await expect.poll(async () => (await listMails(products[1].url, buyer)).length, { timeout: 30_000 }).toBe(1)
    expect(await readRows('status')).toEqual([{ status: 'confirmed' }])
    const toMentee = `outbox join bookings on bookings.id = subject and recipient = 'mentee'`
    expect(await readRows('kind', toMentee)).toEqual([{ kind: 'booking_confirmed' }])
    for (const product of products) expect(product.output()).not.toMatch(/"level":(50|60)/)
  })
})
