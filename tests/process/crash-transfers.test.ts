/**
 * The built product is killed while it transfers money to a mentor and while it takes a part of it back: before the call, before it has
 * the answer, before it has recorded it, and before its job has ended. What it finds after a restart is moved once, and entered once.
 */
import { describe, it, type ExpectStatic, type TestContext } from 'vitest'
import { checkInvariants } from '#server/bookings/invariants/invariants'
import { settleRefunds } from '#server/bookings/settlement/refunds'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { readSlots } from '#server/mentors/availability/slots'
import { queueTransfers } from '#server/payouts/connect/queue-transfers'
import { connect } from '#server/platform/db/connect'
import { migrate } from '#server/platform/db/migrate'
import { DAY_MS } from '#domain/time/wall-time'
import {
  countWaiting,
  createScratchDatabase,
  endWaiting,
  lockLedger,
  lockRunningJobs,
  query,
  type Lock,
} from '../support/database/scratch-database.ts'
import {
  findBalanceFaults,
  findTransferFaults,
  findUnheardTransfers,
  readTransferBooks,
} from '../support/model/payouts/transfer-books.ts'
import { payCheckout } from '../support/payments/checkout.ts'
import { openPaymentProxy } from '../support/payments/payment-proxy.ts'
import { startStandIn } from '../support/payments/stand-in.ts'
import { withAccount } from '../support/payments/transfers.ts'
import { addMentor } from '../support/product/app.ts'
import { launchProduct, startProduct } from '../support/product/processes.ts'
import { holdAs, openSmallProduct } from '../support/product/small-product.ts'

const PRICE = 4_500
const REFUND = 1_500
/** Milliseconds. A killed process is missed after ten seconds, and its jobs are tried again within half a minute. */
const RECOVERED = { timeout: 120_000, interval: 250 }

/** `made`, `recorded`: what the service and the database have when the process is killed. */
const POINTS = [
  { point: 'before the call', made: 0, recorded: false },
  { point: 'before the answer', made: 1, recorded: false },
  { point: 'before it is recorded', made: 1, recorded: false },
  { point: 'before its job ends', made: 1, recorded: true },
] as const
type Point = (typeof POINTS)[number]

const KINDS = {
  transfer: { call: /^POST \/v1\/transfers$/, job: 'transfer', table: 'transfers' },
  reversal: { call: /^POST \/v1\/transfers\/[^/]+\/reversals$/, job: 'reversal', table: 'transfer_reversals' },
} as const
type Kind = keyof typeof KINDS

/** A database of its own, with the payment service, whose webhooks are all lost. Removed with the test. */
async function openWorld({ onTestFinished }: TestContext) {
  const scratch = await createScratchDatabase()
  const database = await connect(scratch.url, { connections: 4 })
  await migrate(database.db)
  let time: Date | null = null
  const stripe = await startStandIn(database.db, () => time ?? new Date())
  onTestFinished(async () => {
    await stripe.close()
    await database.db.destroy()
    await scratch.drop()
  })
  return { url: scratch.url, db: database.db, stripe, setTime: (at: Date | null) => void (time = at) }
}
type World = Awaited<ReturnType<typeof openWorld>>

/** Does what happens before a process is killed, without one that works on jobs. */
async function withoutProduct<Value>(
  { url, stripe }: World,
  time: Date,
  work: (app: Awaited<ReturnType<typeof openSmallProduct>>['app']) => Promise<Value>,
): Promise<Value> {
  const { app, close } = await openSmallProduct({ databaseUrl: url, paymentsUrl: stripe.url, time: time.getTime() })
  try {
    return await work({ ...app, config: { ...app.config, PAYOUTS: 'connect' } })
  } finally {
    await close()
  }
}

/** A session that a mentor with an account held, paid three weeks ago. Returns its checkout. */
async function sellSession(world: World): Promise<string> {
  const soldAt = new Date(Date.now() - 21 * DAY_MS)
  world.setTime(soldAt)
  const checkout = await withoutProduct(world, soldAt, async (app) => {
    const clock = { time: soldAt }
    const mentor = await addMentor({ db: app.db, clock })
    await withAccount({ app, db: app.db, stripe: world.stripe, clock }, mentor.id)
    const week = { from: soldAt, to: new Date(soldAt.getTime() + 7 * DAY_MS) }
    const [slot] = (await readSlots(app, { mentorId: mentor.id, minutes: 60, ...week })).slice(-1)
    const held = await holdAs(app, 'grace', mentor.sessionTypeIds[0]!, slot!.startsAt.toISOString())
    await payCheckout(world, held)
    await settleCheckout(app, held)
    await app.db.updateTable('bookings').set({ status: 'completed' }).execute()
    await app.db.deleteFrom('claims').execute()
    return held
  })
  world.setTime(null)
  return checkout
}

const launchOn = ({ url }: World, paymentsUrl: string) => ({
  env: {
    DATABASE_URL: url,
    PAYOUTS: 'connect',
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_test',
    STRIPE_API_BASE: paymentsUrl,
  },
})

/** Starts the product, and kills it at this point of the first call of a kind. */
async function killAt(world: World, { point }: Point, kind: Kind, expect: ExpectStatic): Promise<void> {
  const { call, job, table } = KINDS[kind]
  let lock: Lock | null = null
  let isReached = false
  let kill = () => {}
  const line = await openPaymentProxy(world.stripe.url, async (moment, request) => {
    if (isReached || !call.test(request)) return false
    if (moment !== (point === 'before the call' ? 'requested' : 'received')) return false
    if (point === 'before it is recorded') lock = await lockLedger(world.url)
    else if (point === 'before its job ends') lock = await lockRunningJobs(world.url, job)
    else kill()
    isReached = true
    return lock === null
  })
  const product = launchProduct(launchOn(world, line.url))
  product.ready.catch(() => {}) // It may be killed before it is ready.
  kill = () => product.kill('SIGKILL')
  await expect.poll(() => isReached, RECOVERED).toBe(true)
  if (lock) await expect.poll(() => countWaiting(world.url), RECOVERED).toBeGreaterThan(0)
  if (point === 'before its job ends')
    await expect.poll(() => query(world.url, `select status from ${table}`), RECOVERED).toEqual([{ status: 'sent' }])
  kill()
  await product.exited
  await endWaiting(world.url)
  await (lock as Lock | null)?.release()
  await line.close()
}

const unfinished = ({ url }: World) =>
  query(url, `select name, state::text from jobs.job where name in ('transfer', 'reversal') and state < 'completed'`)
const books = async ({ db }: World) => (await readTransferBooks(db)).toSorted((a, b) => (a.kind < b.kind ? 1 : -1))

/** Starts the product again and waits until it has nothing to do. */
async function recover(world: World, expect: ExpectStatic): Promise<void> {
  const product = await startProduct(launchOn(world, world.stripe.url))
  await expect.poll(() => unfinished(world), RECOVERED).toEqual([])
  await product.stop()
  const all = await books(world)
  expect([...findUnheardTransfers(all), ...findTransferFaults(all), ...(await findBalanceFaults(world.db))]).toEqual([])
  expect(await checkInvariants(world.db, new Date())).toEqual([])
}

describe.concurrent('a product that is killed', () => {
  it.for(POINTS)('$point moves money once, and enters it once', { timeout: 400_000 }, async (at, context) => {
    const { expect } = context
    const world = await openWorld(context)
    const checkoutId = await sellSession(world)
    for (const kind of ['transfer', 'reversal'] as const) {
      await withoutProduct(world, new Date(), async (app) => {
        if (kind === 'reversal') {
          const [booking] = await app.db.selectFrom('bookings').select('paymentIntent').execute()
          await world.stripe.control.refund(checkoutId, REFUND)
          await settleRefunds(app, booking!.paymentIntent!)
        }
        await queueTransfers(app)
      })
      await killAt(world, at, kind, expect)
      const [moved] = (await books(world)).filter((each) => each.kind === kind)
      expect(moved, 'when it is killed').toMatchObject({
        made: at.made === 1 ? expect.any(String) : null,
        status: at.recorded ? 'sent' : 'queued',
        entered: at.recorded ? expect.any(Number) : null,
      })
      expect(await unfinished(world)).toEqual([{ name: kind, state: 'active' }])
      await recover(world, expect)
    }
    expect(await books(world)).toMatchObject([
      { kind: 'transfer', madeAmount: PRICE, entered: -PRICE, status: 'sent' },
      { kind: 'reversal', madeAmount: REFUND, entered: REFUND, status: 'sent' },
    ])
    const mails = `select kind from outbox where kind like 'transfer%' order by kind`
    expect(await query(world.url, mails)).toEqual([{ kind: 'transfer_reversed' }, { kind: 'transferred' }])
  })
})
