/** Ends all faults, lets banks decide and the clock pass every hold, then checks what must be true in the end. */
import { releaseRequest } from '#server/bookings/payment-requests/release-request'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { listUndocumented } from '#server/tax-documents/documented-queries'
import { findLeftovers } from './books.ts'
import { look } from './command.ts'
import { payEverybody } from './payouts/pay-everybody.ts'
import type { Rig } from './rig.ts'
import { decide } from './session-day.ts'
import { findBalanceFaults, findUnheardTransfers, readTransferBooks } from './payouts/transfer-books.ts'
import type { World } from './world.ts'

export async function comeToRest(world: World, rig: Rig): Promise<void> {
  rig.restart()
  await rig.stripe.control.heal()
  // Loses the response of the next refund only, so that it is sent again.
  await rig.stripe.control.outage({ answer: 'garbage', calls: 'refund', done: true, times: 1 })
  for (const sale of world.sales.filter(({ state }) => state === 'processing')) {
    await rig.stripe.control.settleDebit(sale.checkoutId, 'failed')
    sale.state = 'refused'
  }
  // First without any webhook: buyers return to the success page, the sweeper and the jobs do the rest.
  for (const { checkoutId, state } of world.sales) {
    if (state === 'paid') await rig.ask((app) => settleCheckout(app, checkoutId))
  }
  await releaseLinks(world, rig)
  rig.clock.forward(45)
  await rig.sweep()
  await rig.workOff()
  await rig.stripe.control.heal()
  await check(world, rig, false)

  for (const refund of await rig.pendingRefunds()) await rig.stripe.control.settleRefund(refund, 'succeeded')
  // Then missed events are recovered from the service's list, and the books must agree.
  rig.clock.forward(13 * 60) // Past every retry of an event.
  await rig.recoverEvents()
  await rig.workOff()
  await rig.sweep() // Also cancels sessions whose mentee has not responded to a proposal.
  await rig.workOff()
  await check(world, rig, true)
  rig.clock.forward(120) // Nothing is in progress any more.
  await compare(rig)

  for (const event of await rig.readEvents({ untold: true })) await rig.stripe.control.redeliver(event)
  await rig.deliver()
  await rig.workOff()
  await rig.sweep()
  await rig.workOff()
  await check(world, rig, true)

  for (const sale of world.sales.filter(({ noShow }) => noShow?.contested && !noShow.outcome))
    await decide(sale, rig, 'absent')
  rig.clock.forward(LONG_AFTER)
  await rig.sweep() // Completes what took place, and applies uncontested reports.
  await rig.workOff()
  for (const refund of await rig.pendingRefunds()) await rig.stripe.control.settleRefund(refund, 'succeeded')
  await rig.recoverEvents()
  await rig.workOff()
  await check(world, rig, true)
  if (world.sales.some(({ kind }) => kind === 'package')) await lapse(world, rig)
  const faults = await payEverybody(world, rig)
  if (faults.length > 0) throw new Error(faults.join('; '))
  await rig.workOff()
  await check(world, rig, true)
  const undocumented = await listUndocumented(rig.db, { after: '00000000-0000-0000-0000-000000000000', limit: 10 })
  if (undocumented.length > 0) throw new Error(`Without a receipt or credit note: ${undocumented.join(', ')}`)
  const unbalanced = await findBalanceFaults(rig.db)
  if (unbalanced.length > 0) throw new Error(unbalanced.join('; '))
}

/** Minutes, past the time at which the last session is due. */
const LONG_AFTER = 9 * 1_440

/** The year of every package ends, and with it the sessions that were never booked. */
async function lapse(world: World, rig: Rig): Promise<void> {
  rig.clock.forward(366 * 1_440)
  await rig.sweep()
  await rig.workOff()
  await check(world, rig, true)
}

/** Links hold their times for longer than the sessions of a sequence are ahead. */
async function releaseLinks(world: World, rig: Rig): Promise<void> {
  for (const sale of world.sales.filter(({ isByLink, state }) => isByLink && state === 'open')) {
    const answer = await rig.ask((app) => releaseRequest(app, sale.bookingId))
    if (answer.heard && answer.value === 'released') sale.state = 'gone'
  }
}

async function compare(rig: Rig): Promise<void> {
  const compared = await rig.reconcile()
  if (!compared.heard || !compared.value) throw new Error('The books could not be compared')
  const reported = compared.value.map(({ kind, subject, what }) => `${kind} ${subject}: ${what}`)
  if (reported.length > 0) throw new Error(`The books do not agree: ${reported.join('; ')}`)
}

async function check(world: World, rig: Rig, reported: boolean): Promise<void> {
  const books = await look(world, rig)
  const left = findLeftovers(books, world.sales, reported)
  if (reported) left.push(...findUnheardTransfers(await readTransferBooks(rig.db)))
  if (reported) await rig.check()
  if (left.length > 0) throw new Error(`${reported ? 'At the end' : 'Without webhooks'}: ${left.join('; ')}`)
}
