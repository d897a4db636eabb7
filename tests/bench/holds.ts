/**
 * The database cost of a hold, and of a whole booking from the hold to the settled payment, compared with the same
 * statements recorded and replayed by a bare `pg` loop on a copy of the same database. 64 buyers at the same moment are compared with it
 * too. Then many buyers at once for one slot, and holds with a discount code beside holds without one. Also whole bookings over HTTP, with
 * the sandbox as payment service.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Pool, type PoolClient } from 'pg'
import { createScratchDatabase, query } from '../support/database/scratch-database.ts'
import { hold, pay } from '../support/bookings/visitor.ts'
import { NO_LIMITS } from '../support/product/limits.ts'
import { listOffers, openBookingProduct, makeRequest, type BookingProduct, type Offer } from './booking-product.ts'
import { atLeast, atMost, median, percentile, PRODUCTION, ratePerSecond, sized, type Figure } from './figures.ts'
import { makeBenchBuild, postgresVersion, PRODUCT_BUILD, seed, startSeeded } from './processes.ts'

const CONNECTIONS = 8
const WARM_UP = sized(300, 20)
const ROUND = sized(240, 20)
const ROUNDS = sized(5, 1)
/** Of holds with a code: fewer, since there are only so many hours to book. */
const CODE_ROUND = sized(40, 20)
const RACERS = 8
const RACES = sized(40, 2)
const BUYERS = 64
/** More rounds than of the others, since the slowest buyer of a round decides. */
const CROWDS = sized(9, 1)
const WARM_UP_FLOWS = sized(100, 10)
const WHOLE_FLOWS = sized(300, 10)

/** `name`: of a prepared statement, which is prepared in the floor too. */
type Statement = { name?: string; text: string; values: unknown[] }
type Work = (offer: Offer) => Promise<unknown>

export async function measureHolds(): Promise<Figure[]> {
  await makeBenchBuild()
  return [...(await measureDatabasePart()), ...(await measureWholeFlows())]
}

async function measureDatabasePart(): Promise<Figure[]> {
  const template = await seed('PostgreSQL')
  const [real, copy] = [await createScratchDatabase(template), await createScratchDatabase(template)]
  const ofDemo = await countConfirmed(real.url)
  const product = await openBookingProduct(real.url, { connections: CONNECTIONS })
  const record = recordStatements((product.database.engine as { pool: Pool }).pool)
  const bare = new Pool({ connectionString: copy.url, max: CONNECTIONS })
  const offers = (await listOffers(real.url)).values()
  const holdOne: Work = (offer) => holdAs(product, offer)
  const bookOne: Work = async (offer) => product.bundle.settleCheckout(product.app, await holdAs(product, offer))

  const both = async (work: Work, count: number): Promise<Compared> => {
    const flows: Statement[][] = []
    const perSecond = await ratePerSecond(take(offers, count), CONNECTIONS, async (offer) => {
      flows.push(await record(() => work(offer)))
    })
    const floor = await ratePerSecond(flows, CONNECTIONS, (flow) => replay(bare, flow))
    return { perSecond, floor, ratio: perSecond / floor, statements: flows[0]!.length }
  }
  await both(bookOne, WARM_UP)
  // As autovacuum would have by now: statements that were planned before there were bookings are planned anew.
  for (const { url } of [real, copy]) await query(url, 'analyze')
  const [holds, bookings]: [Compared[], Compared[]] = [[], []]
  const races: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    holds.push(await both(holdOne, ROUND))
    races.push(await race(product, take(offers, RACES)))
    bookings.push(await both(bookOne, ROUND / 2))
  }
  const crowds: { held: Crowd; floor: Crowd }[] = []
  for (let round = 0; round < CROWDS; round += 1) {
    const flows: Statement[][] = []
    const held = await crowd(take(offers, BUYERS), async (offer) => flows.push(await record(() => holdOne(offer))))
    crowds.push({ held, floor: await crowd(flows, (flow) => replay(bare, flow)) })
  }
  const withCodes = await compareCodes(real.url, product, offers)
  await bare.end()
  await product.close()
  for (const { url } of [real, copy]) await expectConfirmed(url, ofDemo + WARM_UP + ROUNDS * (ROUND / 2))

  const conditions = [
    'payment service that answers from memory; each buyer has an address, a browser and a network of their own',
    `pool of ${CONNECTIONS} connections, one process`,
    PRODUCTION,
    await postgresVersion(),
  ].join('; ')
  const holdRate = median(holds.map(({ perSecond }) => perSecond))
  const raceRate = median(races)
  return [
    againstFloor('holds, database part', 'holds', holds, conditions),
    againstFloor('bookings, database part', 'hold → settle flows', bookings, conditions),
    {
      benchmark: `holds, ${RACERS} racers for one hour`,
      found: `${(raceRate / holdRate).toFixed(2)} × holds of different hours (${Math.round(raceRate)} of ${Math.round(holdRate)} answers/s)`,
      conditions: `${conditions}; of ${RACERS} who request the same hour at once one gets it, the others get the next free ones; then the next hour`,
      target: atLeast(raceRate / holdRate, 0.5),
    },
    crowdAgainstFloor(crowds, conditions),
    {
      benchmark: 'holds with a discount code',
      found: `${withCodes.own.toFixed(2)} × holds without; ${withCodes.shared.toFixed(2)} × when all have the same code`,
      conditions: `${conditions}; ${CONNECTIONS} at a time; a single-use code for each buyer; median of ${ROUNDS} rounds in turns`,
      target: atLeast(withCodes.own, 0.9),
    },
  ]
}

/** Rates of holds with a code, each buyer's own or the same for all, as shares of the rate of holds without one. */
async function compareCodes(url: string, product: BookingProduct, offers: IteratorObject<Offer>) {
  const count = ROUNDS * CODE_ROUND
  await query(
    url,
    `insert into discount_codes (id, code, percent, applies_to, valid_from, max_redemptions, borne_by, created_at)
    select gen_random_uuid(), 'BENCH' || n, 20, 'sessions', 'epoch', case when n > 0 then 1 end, 'operator', now()
    from generate_series(0, ${count}) as n`,
  )
  await query(url, 'analyze')
  let used = 0
  const rate = (code: () => string | null) =>
    ratePerSecond(take(offers, CODE_ROUND), CONNECTIONS, (offer) => holdAs(product, offer, code()))
  const [own, shared]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    const without = await rate(() => null)
    own.push((await rate(() => `BENCH${(used += 1)}`)) / without)
    shared.push((await rate(() => 'BENCH0')) / without)
  }
  return { own: median(own), shared: median(shared) }
}

/** Returns the id of the checkout. */
async function holdAs({ app, bundle }: BookingProduct, offer: Offer, code: string | null = null): Promise<string> {
  const { request, client } = makeRequest(offer)
  const held = await bundle.holdSlot(app, { ...request, code }, client)
  if (!held.ok) throw new Error(JSON.stringify(held.error))
  return held.value.checkoutId!
}

/** Many buyers compete for one slot after the other. Returns responses per second. */
async function race({ app, bundle }: BookingProduct, offers: Offer[]): Promise<number> {
  const started = performance.now()
  for (const offer of offers) {
    const answers = await Promise.all(
      Array.from({ length: RACERS }, () => {
        const { request, client } = makeRequest(offer)
        return bundle.holdSlot(app, request, client)
      }),
    )
    if (answers.filter(({ ok }) => ok).length !== 1) throw new Error('Not one of the racers has the hour')
  }
  return (offers.length * RACERS) / ((performance.now() - started) / 1000)
}

/** In milliseconds: 99 of 100 had a response by then, and processor time of this process for each. */
type Crowd = { p99: number; cpu: number }

/** All tasks at the same moment. */
async function crowd<Task>(tasks: Task[], run: (task: Task) => Promise<unknown>): Promise<Crowd> {
  const [started, before] = [performance.now(), process.cpuUsage()]
  const waits = await Promise.all(tasks.map((task) => run(task).then(() => performance.now() - started)))
  const { user, system } = process.cpuUsage(before)
  return { p99: percentile(waits, 0.99), cpu: (user + system) / 1_000 / tasks.length }
}

function take(offers: IteratorObject<Offer>, count: number): Offer[] {
  const taken = offers.take(count).toArray()
  if (taken.length < count) throw new Error('There are not enough hours to book')
  return taken
}

type Compared = { perSecond: number; floor: number; ratio: number; statements: number }

function againstFloor(benchmark: string, unit: string, rounds: Compared[], conditions: string): Figure {
  const ratio = median(rounds.map((round) => round.ratio))
  const rate = Math.round(median(rounds.map(({ perSecond }) => perSecond)))
  const floor = Math.round(median(rounds.map((round) => round.floor)))
  return {
    benchmark,
    found: `${ratio.toFixed(2)} × floor (${rate} of ${floor} ${unit}/s)`,
    conditions: `${conditions}; ${CONNECTIONS} at a time; floor: the same ${rounds[0]!.statements} statements of each, with the same values, by pg's Client.query on a copy of the database; median of ${rounds.length} rounds in turns`,
    target: atLeast(ratio, 0.5),
  }
}

function crowdAgainstFloor(rounds: { held: Crowd; floor: Crowd }[], conditions: string): Figure {
  const ratio = median(rounds.map(({ held, floor }) => held.p99 / floor.p99))
  const compare = (figure: keyof Crowd, digits: number) =>
    (['held', 'floor'] as const)
      .map((side) => median(rounds.map((round) => round[side][figure])).toFixed(digits))
      .join(' of ')
  return {
    benchmark: `holds, ${BUYERS} buyers at the same moment`,
    found: `p99 ${ratio.toFixed(2)} × floor (${compare('p99', 0)} ms; ${compare('cpu', 2)} ms of this process's CPU a hold)`,
    conditions: `${conditions}; each buyer another hour, waiting for a connection included; floor: the same statements of as many at once, by pg's Client.query on a copy of the database; median of ${rounds.length} rounds in turns`,
    target: atMost(ratio, 1.2),
  }
}

/** Returns a function that runs a flow and returns the statements that it sent, in order. */
function recordStatements(pool: Pool) {
  const flow = new AsyncLocalStorage<Statement[]>()
  pool.on('connect', (client: PoolClient) => {
    const send = client.query.bind(client) as (...statement: unknown[]) => Promise<unknown>
    const note = (statement: string | Statement, values?: unknown[]) => {
      flow.getStore()?.push(typeof statement === 'string' ? { text: statement, values: values ?? [] } : statement)
      return send(statement, values)
    }
    Object.assign(client, { query: note })
  })
  return async (work: () => Promise<unknown>): Promise<Statement[]> => {
    const statements: Statement[] = []
    await flow.run(statements, work)
    return statements
  }
}

async function replay(pool: Pool, flow: Statement[]): Promise<void> {
  const client = await pool.connect()
  for (const statement of flow) await client.query(statement)
  client.release()
}

/** Bookings as visitors make them: hold, pay on the hosted page, return to the page that settles. */
async function measureWholeFlows(): Promise<Figure[]> {
  const product = await startSeeded('PostgreSQL', PRODUCT_BUILD, NO_LIMITS)
  const ofDemo = await countConfirmed(product.databaseUrl)
  const offers = (await listOffers(product.databaseUrl)).values()
  const holdOne = (offer: Offer) =>
    hold(product.url, { ...offer, slug: '', startsAt: offer.startsAt.toISOString() }, makeRequest(offer).request.email)
  const book = async (offer: Offer) => {
    const answer = await fetch(await pay(product.url, await holdOne(offer)))
    if (!(await answer.text()).includes('Payment Successful')) throw new Error('Paid, and not confirmed')
  }
  await ratePerSecond(offers.take(WARM_UP_FLOWS).toArray(), CONNECTIONS, book)
  const flows = await ratePerSecond(offers.take(WHOLE_FLOWS).toArray(), CONNECTIONS, book)
  const holds = await ratePerSecond(offers.take(WHOLE_FLOWS).toArray(), CONNECTIONS, holdOne)
  await expectConfirmed(product.databaseUrl, ofDemo + WARM_UP_FLOWS + WHOLE_FLOWS)
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
      found: `${Math.round(flows)} flows/s (hold, pay, webhook, success page, email)`,
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

async function countConfirmed(databaseUrl: string): Promise<number> {
  const statement = `select count(*)::int as confirmed from bookings where status = 'confirmed'`
  const [found] = await query<{ confirmed: number }>(databaseUrl, statement)
  return found!.confirmed
}

async function expectConfirmed(databaseUrl: string, expected: number): Promise<void> {
  const confirmed = await countConfirmed(databaseUrl)
  if (confirmed !== expected) throw new Error(`${confirmed} bookings confirmed, expected ${expected}`)
}
