/** How mentors are paid by transfer: the minute's round, two workers and two admins at once, and accounts that change. */
import { refreshAccount } from '#server/payouts/connect/accounts'
import { queueTransfers } from '#server/payouts/connect/queue-transfers'
import { sendReversal } from '#server/payouts/connect/reversals'
import { sendTransfer } from '#server/payouts/connect/transfers'
import type { OutageResponse, TransferFault } from '../../../../sandbox/stripe/faults/faults.ts'
import { dispute, endDispute, makeBatch, returnPart } from '../after.ts'
import type { Rig } from '../rig.ts'
import { complete, waitFor } from '../session-day.ts'
import type { Sale } from '../world.ts'

/** The minute's round. */
export const transferRound = async (rig: Rig): Promise<void> => void (await rig.ask(queueTransfers))

/** Two workers run the round and send what is queued, while two admins make batches. */
export async function payAtOnce(rig: Rig): Promise<string[]> {
  const round = async () => {
    await transferRound(rig)
    const [transfers, reversals] = await Promise.all([
      listQueued(rig, 'transfers'),
      listQueued(rig, 'transferReversals'),
    ])
    await Promise.all([
      ...transfers.map((id) => rig.ask((app) => sendTransfer(app, id))),
      ...reversals.map((id) => rig.ask((app) => sendReversal(app, id))),
    ])
  }
  const [faults] = await Promise.all([makeBatch(rig), round(), round()])
  return faults
}

async function listQueued({ db }: Rig, table: 'transfers' | 'transferReversals'): Promise<string[]> {
  const rows = await db.selectFrom(table).select('id').where('status', '=', 'queued').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Minutes after the start of a session of 90 minutes at which what it earned is due. */
const DUE = 90 + 72 * 60

/** What goes wrong with the next transfer or reversal: it is refused, or it is made and its response is lost. */
export type Trouble = { refused: TransferFault['code'] } | { unheard: OutageResponse }

export const causeTrouble = (
  { stripe: { control } }: Rig,
  call: TransferFault['call'],
  trouble: Trouble,
): Promise<void> =>
  'refused' in trouble
    ? control.transfers({ call, code: trouble.refused, times: 1 })
    : control.outage({ answer: trouble.unheard, calls: call, done: true, times: 1 })

/** A session takes place; when it is due, the round pays its mentor. */
export async function holdAndTransfer(sale: Sale, rig: Rig, trouble: Trouble | null): Promise<string[]> {
  waitFor(sale, rig, 91)
  const faults = await complete(sale, rig)
  waitFor(sale, rig, DUE)
  if (trouble) await causeTrouble(rig, 'transfer', trouble)
  await transferRound(rig)
  await rig.work()
  return faults
}

/** After a session took place, a part of its price is returned, or its buyer's bank keeps all of it; the round takes it back. */
export async function oweAfterwards(
  sale: Sale,
  rig: Rig,
  { lost, trouble }: { lost: boolean; trouble: Trouble | null },
): Promise<void> {
  if (!lost || sale.kind === 'credit') await returnPart(sale, rig)
  else {
    if (sale.dispute === null) await dispute(sale, rig)
    if (!sale.isDisputeOver) await endDispute(sale, rig, 'lost')
    await rig.deliver()
  }
  await rig.work()
  if (trouble) await causeTrouble(rig, 'reversal', trouble)
  await transferRound(rig)
  await rig.work()
}

/** An account that is active is restricted; one that is restricted is active again. `heard`: the product reads it at once. */
export async function changeAccount(rig: Rig, { n, heard }: { n: number; heard: boolean }): Promise<void> {
  const accounts = (await rig.stripe.control.listAccounts(10)).map(({ account }) => account)
  const { id, stage } = accounts[n % accounts.length]!
  await rig.stripe.control[stage === 'active' ? 'restrict' : 'verify'](id)
  if (heard) await rig.ask((app) => refreshAccount(app, id))
}

/** The product learns of every change of an account. */
export async function readAccounts(rig: Rig): Promise<void> {
  for (const { account } of await rig.stripe.control.listAccounts(10))
    await rig.ask((app) => refreshAccount(app, account.id))
}

/** Pays what is due to those whose accounts take transfers, and takes back what is owed. */
export async function transferAll(rig: Rig): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await transferRound(rig)
    await rig.workOff()
  }
}
