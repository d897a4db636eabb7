/**
 * The commands of the model test, in any order: visitors, buyers, banks, the payment service, the sweeper, jobs, the
 * clock and connections that are cut. Each command runs on the real product, updates the model and checks the books of
 * both sides.
 */
import * as fc from 'fast-check'
import { releaseRequest } from '#server/bookings/payment-requests/release-request'
import { releaseHoldBySecret } from '#server/bookings/holds/release'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { minutesAfter } from '#domain/time/wall-time'
import type { Outage } from '../../../sandbox/stripe/faults/faults.ts'
import { codeAnswers } from './code-answers.ts'
import { command, ofSale, often, simple, type Command, type Step } from './command.ts'
import { readBooks } from './books.ts'
import { hold, holdBesideRival, type HoldRequest } from './hold.ts'
import { afterPayment } from './paid-commands.ts'
import { holdPackages } from './packages/buy.ts'
import { packageRequests } from './packages/commands.ts'
import { SLOTS, type Rig } from './rig.ts'
import { transferRound } from './payouts/transfers.ts'
import type { Sale, World } from './world.ts'

const isOpen = (sale: Sale) => sale.state === 'open'
/** It has a checkout of its own. */
const isBought = (sale: Sale) => sale.kind !== 'credit'
const CARD = {
  number: '4242 4242 4242 4242',
  expiry: '12 / 34',
  cvc: '123',
  name: 'Grace Hopper',
  email: 'payer@example.com',
}

/** Submits the hosted page. True when the payment succeeded. */
async function submit(rig: Rig, sale: Sale, card: typeof CARD): Promise<boolean> {
  const page = `/sandbox/checkout/${sale.checkoutId}/pay`
  const answer = await rig.stripe.pages.request(page, { method: 'POST', body: new URLSearchParams(card) })
  return answer.status === 303
}

const findSession = (rig: Rig, id: string) =>
  readBooks(rig.db).then((books) => books.find((one) => one.session === id)!)

const holds: fc.Arbitrary<HoldRequest> = fc.record({
  visitor: fc.nat(2),
  device: fc.nat(1),
  offer: fc.nat(5),
  slot: fc.nat(SLOTS.length - 1),
  byLink: fc.nat(3),
  code: fc.nat(4),
})

const pays = ofSale('pay', isOpen, async (sale, _, rig) => {
  if (!(await submit(rig, sale, CARD))) return
  sale.state = 'paid'
  sale.onTime = true
})

const declines = ofSale('decline', isOpen, async (sale, _, rig) => {
  await submit(rig, sale, { ...CARD, number: '4000 0000 0000 0002' })
})

/** A payment at the last moment, which the service reports after it had reported the checkout as expired. */
const latePayments = ofSale(
  'pay late',
  (sale) => sale.state === 'open' || sale.state === 'gone',
  async (sale, _, rig) => {
    const before = await findSession(rig, sale.checkoutId)
    if (before.sessionStatus === 'complete') return
    await rig.stripe.control.payLate(sale.checkoutId)
    sale.state = 'paid'
    sale.onTime = sale.kind === 'package' || (before.from !== null && before.sessionStatus === 'open')
  },
)

const debits = ofSale('pay by debit', isOpen, async (sale, _, rig) => {
  const { sessionStatus, expires } = await findSession(rig, sale.checkoutId)
  if (sessionStatus !== 'open' || expires! <= rig.clock.time.getTime()) return
  await rig.stripe.control.payByDebit(sale.checkoutId)
  sale.state = 'processing'
})

const debitResults = fc.boolean().chain((succeeds) =>
  ofSale(
    succeeds ? 'debit succeeds' : 'debit fails',
    ({ state }) => state === 'processing' || (succeeds && state === 'refused'),
    async (sale, _, rig) => {
      await rig.stripe.control.settleDebit(sale.checkoutId, succeeds ? 'succeeded' : 'failed')
      sale.onTime = succeeds && sale.state === 'processing'
      sale.state = succeeds ? 'paid' : 'refused'
    },
  ),
)

const successPages = ofSale(
  'success page',
  () => true,
  async (sale, _, rig) => void (await rig.ask((app) => settleCheckout(app, sale.checkoutId))),
)

const cancels = fc.nat(7).map((n) =>
  command(
    'cancel',
    n,
    async (world, rig) => {
      const bought = world.sales.filter(isBought)
      const sale = bought[n % bought.length]!
      const answer = await release(rig, sale)
      if (!answer.heard || answer.value === 'kept') {
        // The checkout may have expired all the same; then the minutes are free, or will be after the next sweep.
        const { sessionStatus } = await findSession(rig, sale.checkoutId)
        if (sale.state === 'open' && sessionStatus === 'expired') {
          sale.state = 'gone'
          world.loose = true
        }
        return []
      }
      if (answer.value === 'released' && (sale.state === 'paid' || sale.state === 'processing') && sale.onTime)
        return [`${sale.checkoutId} was paid, and given back`]
      if (answer.value === 'paid' && sale.state === 'open') return [`${sale.checkoutId} is called paid and is not`]
      if (answer.value === 'unknown') return [`${sale.checkoutId} is not known by its own secret`]
      if (answer.value === 'released' && sale.state !== 'paid') sale.state = 'gone'
      return []
    },
    ({ sales }) => sales.length > 0,
  ),
)

/** The payment page of a link leads back to the payer's page, which releases nothing: the mentee does that on theirs. */
async function release(rig: Rig, { checkoutId, bookingId, isByLink }: Sale) {
  if (isByLink) return rig.ask((app) => releaseRequest(app, bookingId))
  const { secret } = await rig.readSecret(checkoutId)
  return rig.ask((app) => releaseHoldBySecret(app, secret))
}

const refundsByHand = ofSale(
  'refund at the service',
  (sale) => isBought(sale) && sale.state === 'paid' && !sale.returnedByHand,
  async (sale, _, rig) => {
    const { charged, returned } = await findSession(rig, sale.checkoutId)
    if (returned === charged) return
    await rig.stripe.control.refund(sale.checkoutId)
    sale.returnedByHand = true
  },
)

/** Fewer than the attempts after which only a person helps. */
const MAX_FAILED_REFUNDS = 2
const failedRefunds = fc.constant(null).map(() =>
  command(
    'refund fails',
    undefined,
    async (world, rig) => {
      const [refund] = await rig.pendingRefunds()
      if (!refund) return
      await rig.stripe.control.settleRefund(refund, 'failed')
      world.failedRefunds += 1
    },
    (world) => world.failedRefunds < MAX_FAILED_REFUNDS,
  ),
)

const refundFaults = fc
  .constantFrom('refused' as const, 'pending' as const)
  .map((outcome) => command('refunds go wrong', outcome, (_, rig) => rig.stripe.control.refunds({ outcome, times: 1 })))

/** Only failures that the client retries without a pause; those with a pause leave the same behind, slower. */
const outages: fc.Arbitrary<Outage> = fc.oneof(
  fc.record({
    answer: fc.constantFrom('garbage' as const, 'bare_404' as const),
    calls: fc.constantFrom('create' as const, 'retrieve' as const, 'expire' as const, 'list' as const, undefined),
    times: fc.integer({ min: 1, max: 3 }),
    done: fc.boolean(),
  }),
  fc.record({
    answer: fc.constant('error' as const),
    calls: fc.constantFrom(
      'create' as const,
      'expire' as const,
      'refund' as const,
      'transfer' as const,
      'reversal' as const,
    ),
    times: fc.integer({ min: 1, max: 2 }),
    done: fc.boolean(),
  }),
  fc.record({ answer: fc.constant('limit' as const), times: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ answer: fc.constant('limit' as const) }),
)

/** The last is past the end of every session, its completion and the time after which it is due. */
const minutes = fc.constantFrom(1, 2, 5, 20, 32, 36, 40, 130, 720, 1_500, 8_000)

const deliveries = fc.record({
  copies: fc.constantFrom(1, 1, 3),
  newestFirst: fc.boolean(),
  dropped: fc.constantFrom(false, false, true),
  failing: fc.constantFrom(false, false, true),
  delaySeconds: fc.constantFrom(0, 0, 60),
})

const cuts = fc.record({ messages: fc.nat(14), lost: fc.boolean(), dies: fc.boolean() })

const everything = (world: World, rig: Rig): Step[] => [
  () => rig.deliver(),
  async () => void (await rig.sweep()),
  () => transferRound(rig),
  () => rig.work(),
  ...world.sales.map(
    ({ checkoutId }) =>
      async () =>
        void (await rig.ask((app) => settleCheckout(app, checkoutId))),
  ),
]

const deliver = deliveries.map((how) =>
  command('webhooks', how, (_, rig) => {
    rig.clock.time = minutesAfter(rig.clock.time, 0.1) // With newest first, events wait some seconds to be overtaken.
    return rig.deliver(how)
  }),
)
const deliverAgain = fc.nat(20).map((n) =>
  command('webhook again', n, async (_, rig) => {
    const events = await rig.readEvents()
    if (events.length === 0) return
    await rig.stripe.control.redeliver(events[n % events.length]!)
    await rig.deliver()
  }),
)
const recovers = simple('recover events', async (_, rig) => void (await rig.recoverEvents()))
const reconciles = simple('reconcile', async (_, rig) => void (await rig.reconcile()))
const sweeps = simple('sweep', async (_, rig) => void (await rig.sweep()))
const jobs = simple('jobs', (_, rig) => rig.work())
const clock = minutes.map((forward) => command('clock', forward, async (_, rig) => rig.clock.forward(forward)))
const cutting = cuts.map((cut) => command(cut.dies ? 'crash' : 'cut', cut, async (_, rig) => rig.cutAt(cut)))
const outage = outages.map((how) => command('outage', how, (_, rig) => rig.stripe.control.outage(how)))
/** The refund succeeds, and its response is lost. */
const lostRefunds = fc
  .constantFrom('garbage' as const, 'reset' as const)
  .map((answer) =>
    command('refund unheard', answer, (_, rig) =>
      rig.stripe.control.outage({ answer, calls: 'refund', done: true, times: 1 }),
    ),
  )
const cutWork = fc.record({ messages: fc.nat(7), lost: fc.boolean(), dies: fc.boolean() }).map((cut) =>
  command('jobs cut off', cut, (_, rig) => {
    rig.cutAt(cut)
    return rig.work()
  }),
)
const outageEnds = simple('outage ends', (_, rig) => rig.stripe.control.heal())
const atOnce = simple('all at once', async (world, rig) => {
  await Promise.all(everything(world, rig).map((step) => step(world, rig)))
})

/** Books a time and pays at once, unless it is taken. */
export const selling = holds.map((requested) =>
  command('sell', requested, async (world, rig) => {
    const faults = await hold(world, rig, requested)
    await payLast(world, rig)
    return faults
  }),
)
export const sellingPackages = packageRequests.map((requested) =>
  command('sell a package', requested, async (world, rig) => {
    const faults = await holdPackages(world, rig, requested)
    await payLast(world, rig)
    return faults
  }),
)

async function payLast({ sales }: World, rig: Rig): Promise<void> {
  const sale = sales.at(-1)
  if (!sale || !isOpen(sale) || !(await submit(rig, sale, CARD))) return
  Object.assign(sale, { state: 'paid', onTime: true } satisfies Partial<Sale>)
  await rig.ask((app) => settleCheckout(app, sale.checkoutId))
}

export const holding = holds.map((requested) => command('hold', requested, (world, rig) => hold(world, rig, requested)))

/** After `offset` messages of one visitor, another asks for a time of the same mentor, often the same one. */
const rivals = fc.record({
  visitor: fc.nat(1),
  device: fc.nat(1),
  length: fc.nat(2),
  slot: fc.nat(SLOTS.length - 1),
  offset: fc.nat(24),
})
const besideRivals = fc
  .record({ requested: holds, rival: rivals })
  .map((both) =>
    command('hold beside a rival', both, (world, rig) => holdBesideRival(world, rig, both.requested, both.rival)),
  )

export const commands: fc.Arbitrary<Command>[] = [
  ...often(8, holding),
  ...often(4, besideRivals),
  ...often(5, pays),
  ...often(3, sellingPackages),
  ...often(3, latePayments),
  ...often(5, debitResults),
  ...often(3, debits),
  ...often(2, cancels),
  ...often(2, refundsByHand),
  ...often(2, failedRefunds),
  ...afterPayment,
  ...often(2, deliver),
  ...often(2, sweeps),
  ...often(2, jobs),
  ...often(3, clock),
  ...often(2, cutting),
  ...often(2, cutWork),
  ...often(2, lostRefunds),
  ...often(2, codeAnswers),
  declines,
  successPages,
  refundFaults,
  deliverAgain,
  outage,
  outageEnds,
  atOnce,
  recovers,
  reconciles,
]
