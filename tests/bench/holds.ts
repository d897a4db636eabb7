/**
 * A booking's database work, from the hold to the settled payment, against the same statements sent by nobody in
 * particular: recorded while the product works, then replayed by a bare `pg` loop on a copy of the same database. Beside
 * it whole bookings over HTTP, with the sandbox as payment service.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Pool, type PoolClient } from 'pg'
import { slotsBetween } from '#domain/availability'
import type { BookingRequest } from '#domain/booking'
import type { Checkout } from '#domain/checkout'
import { DAY } from '#domain/time'
import { loadConfig } from '#server/config'
import type { App } from '#server/context'
import { connect } from '#server/db/connect'
import { createScratchDatabase, query } from '../support/scratch-database.ts'
import { hold, pay } from '../support/visitor.ts'
import type * as Bundle from './entry.ts'
import { atLeast, median, PRODUCTION, ratePerSecond, type Figure } from './figures.ts'
import { BENCH_BUILD, makeBenchBuild, postgresVersion, seed, startSeeded } from './processes.ts'

const CONNECTIONS = 8
const WARM_UP_FLOWS = 400
const ROUND_FLOWS = 600
const ROUNDS = 5
const WHOLE_FLOWS = 400

type Statement = { text: string; values: unknown[] }
/** A session that nobody has booked yet; of all of them no two overlap. */
type Offer = { mentorId: string; name: string; sessionTypeId: string; startsAt: Date }

export async function measureHolds(): Promise<Figure[]> {
  await makeBenchBuild()
  return [await measureDatabasePart(), ...(await measureWholeFlows())]
}

async function measureDatabasePart(): Promise<Figure> {
  const template = await seed('PostgreSQL')
  const [real, copy] = [await createScratchDatabase(template), await createScratchDatabase(template)]
  const product = await openProduct(real.url)
  const bare = new Pool({ connectionString: copy.url, max: CONNECTIONS })
  const offers = (await listOffers(real.url)).values()

  const both = async (count: number) => {
    const flows: Statement[][] = []
    const perSecond = await ratePerSecond(offers.take(count).toArray(), CONNECTIONS, async (offer) => {
      flows.push(await product.record(offer))
    })
    const floor = await ratePerSecond(flows, CONNECTIONS, (flow) => replay(bare, flow))
    return { perSecond, floor, ratio: perSecond / floor, statements: flows[0]!.length }
  }
  await both(WARM_UP_FLOWS)
  const rounds = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await both(ROUND_FLOWS))
  await bare.end()
  await product.close()
  const expected = WARM_UP_FLOWS + ROUNDS * ROUND_FLOWS
  for (const { url } of [real, copy]) await expectConfirmed(url, expected)

  const ratio = median(rounds.map((round) => round.ratio))
  const rate = Math.round(median(rounds.map(({ perSecond }) => perSecond)))
  const floorRate = Math.round(median(rounds.map(({ floor }) => floor)))
  return {
    benchmark: 'holds, database part',
    found: `${ratio.toFixed(2)} × floor (${rate} of ${floorRate} hold → settle flows/s)`,
    conditions: [
      `holdSlot and settleCheckout with a payment service that answers from memory`,
      `floor: the same ${rounds[0]!.statements} statements of each flow, with the same values, by pg's Client.query on a copy of the database`,
      `pool of ${CONNECTIONS} connections and ${CONNECTIONS} flows at a time for both, one process`,
      PRODUCTION,
      await postgresVersion(),
      `median of ${ROUNDS} rounds of ${ROUND_FLOWS} flows in turns`,
    ].join('; '),
    target: atLeast(ratio, 0.5),
  }
}

/** The product's workflows in this process, every statement of a flow noted. */
async function openProduct(databaseUrl: string) {
  const bundle = (await import(pathToFileURL(resolve(BENCH_BUILD, 'server/index.js')).href)) as typeof Bundle
  const database = await connect(databaseUrl, { connections: CONNECTIONS })
  const jobs = await bundle.openJobs(database, databaseUrl, fail)
  const config = loadConfig({ DATABASE_URL: databaseUrl })
  if (!config.ok) throw new Error(config.error)
  const recording = recordStatements((database.engine as { pool: Pool }).pool)
  const app: App = {
    db: database.db,
    config: { ...config.value, PUBLIC_URL: 'http://127.0.0.1', fixedOrigin: true },
    now: () => new Date(),
    payments: payAtOnce(bundle.connectPayments({ secretKey: 'sk_test_none', webhookSecret: 'whsec_none' })),
    mailer: bundle.connectMailer({
      url: 'smtp://127.0.0.1:9',
      from: { name: 'Landfall', address: 'bookings@landfall.example' },
      support: 'help@landfall.example',
      siteName: 'Landfall',
    }),
    storage: bundle.connectStorage({ folder: '/nonexistent' }),
    queue: jobs.queue,
    directory: bundle.createDirectory(),
    log: bundle.createLog('error'),
    texts: { terms: null, privacy: null },
  }
  return {
    record: (offer: Offer) =>
      recording(async () => {
        const held = await bundle.holdSlot(app, requestOf(offer))
        if (!held.ok) throw new Error(held.error.code)
        await bundle.settleCheckout(app, held.value.checkoutId)
      }),
    async close() {
      await jobs.close()
      await app.mailer.close()
      await database.db.destroy()
    },
  }
}

/** The outside world without its time: a session is paid as soon as it exists. */
function payAtOnce(payments: App['payments']): App['payments'] {
  const checkouts = new Map<string, Checkout>()
  return {
    ...payments,
    async startCheckout(order) {
      const id = `cs_test_${randomUUID()}`
      const url = `http://127.0.0.1/${id}`
      const common = { id, amount: order.price, currency: order.currency, bookingId: order.bookingId }
      checkouts.set(id, { ...common, url: null, status: 'paid', paymentIntent: `pi_${randomUUID()}` })
      return { ...common, url, status: 'open', paymentIntent: null }
    },
    readCheckout: async (id) => checkouts.get(id) ?? null,
  }
}

/** Gives a function that runs a flow and answers with the statements it sent, in their order. */
function recordStatements(pool: Pool) {
  const flow = new AsyncLocalStorage<Statement[]>()
  pool.on('connect', (client: PoolClient) => {
    const send = client.query.bind(client) as (...statement: unknown[]) => Promise<unknown>
    const note = (text: string, values?: unknown[]) => {
      flow.getStore()?.push({ text, values: values ?? [] })
      return send(text, values)
    }
    Object.assign(client, { query: note })
  })
  return async (work: () => Promise<void>): Promise<Statement[]> => {
    const statements: Statement[] = []
    await flow.run(statements, work)
    return statements
  }
}

async function replay(pool: Pool, flow: Statement[]): Promise<void> {
  const client = await pool.connect()
  for (const { text, values } of flow) await client.query(text, values)
  client.release()
}

/** Bookings as visitors make them: hold, pay on the hosted page, come back to what settles it. */
async function measureWholeFlows(): Promise<Figure[]> {
  const product = await startSeeded('PostgreSQL')
  const offers = (await listOffers(product.databaseUrl)).values()
  const holdOne = (offer: Offer) =>
    hold(product.url, { ...offer, slug: '', startsAt: offer.startsAt.toISOString() }, 'grace@example.com')
  const book = async (offer: Offer) => {
    const answer = await fetch(await pay(product.url, await holdOne(offer)))
    if (!(await answer.text()).includes('Payment Successful')) throw new Error('Paid, and not confirmed')
  }
  await ratePerSecond(offers.take(100).toArray(), CONNECTIONS, book)
  const flows = await ratePerSecond(offers.take(WHOLE_FLOWS).toArray(), CONNECTIONS, book)
  const holds = await ratePerSecond(offers.take(WHOLE_FLOWS).toArray(), CONNECTIONS, holdOne)
  await expectConfirmed(product.databaseUrl, 100 + WHOLE_FLOWS)
  await product.stop()
  const conditions = [
    `${CONNECTIONS} visitors at a time over HTTP from another process`,
    'one process with product, sandbox and jobs',
    PRODUCTION,
    await postgresVersion(),
  ].join('; ')
  return [
    {
      benchmark: 'holds, whole bookings',
      found: `${Math.round(flows)} flows/s (hold, pay, webhook, success page, mail)`,
      conditions,
      target: null,
    },
    {
      benchmark: 'holds, alone',
      found: `${Math.round(holds)} holds/s (POST /create-checkout-session)`,
      conditions,
      target: null,
    },
  ]
}

/** The first session of every mentor at every start from tomorrow on, mentors in turns. */
async function listOffers(databaseUrl: string): Promise<Offer[]> {
  const now = new Date()
  const mentors = await query<{
    id: string
    name: string
    time_zone: string
    session_type_id: string
    minutes: number
  }>(
    databaseUrl,
    `select m.id, m.name, m.time_zone, s.id as session_type_id, s.minutes
     from mentors m join session_types s on s.mentor_id = m.id and s.position = 0 order by m.id`,
  )
  const span = { from: new Date(now.getTime() + DAY), to: new Date(now.getTime() + 59 * DAY), now }
  return mentors
    .flatMap(({ id: mentorId, name, time_zone: timeZone, session_type_id: sessionTypeId, minutes }) => {
      let free = now
      const apart = slotsBetween({ ...span, minutes, timeZone }).filter(({ startsAt, endsAt }) => {
        if (startsAt < free) return false
        free = endsAt
        return true
      })
      return apart.map(({ startsAt }) => ({ mentorId, name, sessionTypeId, startsAt }))
    })
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
}

function requestOf({ sessionTypeId, startsAt }: Offer): BookingRequest {
  const visitor = { name: 'Grace Hopper', email: 'grace@example.com', phone: '+44 7700 900123', topic: '' }
  return { ...visitor, sessionTypeId, startsAt, timeZone: 'Europe/London', expectedPrice: null }
}

async function expectConfirmed(databaseUrl: string, expected: number): Promise<void> {
  const [found] = await query<{ confirmed: number }>(
    databaseUrl,
    `select count(*)::int as confirmed from bookings join mails on mails.booking_id = bookings.id where bookings.status = 'confirmed'`,
  )
  if (found?.confirmed !== expected) throw new Error(`${found?.confirmed} bookings confirmed, expected ${expected}`)
}

function fail(error: Error): never {
  throw error
}
