/** For tests of transfers: mentors with accounts at the payment service, and what the service has made. */
import { runJob } from '#server/jobs'
import { replaceAccount } from '#server/payouts/connect/accounts-queries'
import type { TestApp } from '../product/app.ts'
import { createSdk } from './checkout.ts'

/** Gives a mentor an account that takes transfers. Returns its id. */
export async function withAccount(test: TestApp, mentorId: string, country = 'GB'): Promise<string> {
  const email = `mentor-${mentorId.slice(0, 8)}@example.com`
  const { id } = await test.app.payments.createAccount({ mentorId, country, email, key: `account:${mentorId}` })
  await test.stripe.control.onboard(id, 'finish')
  const account = await test.app.payments.readAccount(id)
  await test.db.transaction().execute((tx) => replaceAccount(tx, mentorId, account!, test.clock.time))
  return id
}

/** The minute's round, and the jobs that it queued. */
export async function transferDue(test: TestApp): Promise<void> {
  await runJob(test.app, 'transfers', {})
  await test.runJobs()
}

/** "4050 GBP" for each transfer at the payment service, the first one first; "4050 GBP, 1350 back" after a reversal. */
export async function listMade(test: TestApp): Promise<string[]> {
  const { data } = await createSdk(test.stripe).transfers.list({ limit: 100 })
  return data
    .toReversed()
    .map(({ amount, currency, amount_reversed: back }) =>
      [`${amount} ${currency.toUpperCase()}`, ...(back > 0 ? [`${back} back`] : [])].join(', '),
    )
}

/** "transfer -4050" for each entry of the ledger about transfers, in order. */
export async function listEntries(test: TestApp): Promise<string[]> {
  const rows = await test.db
    .selectFrom('ledger')
    .select(['kind', 'amountPence'])
    .where('kind', 'in', ['transfer', 'transfer_reversal'])
    .orderBy('createdAt')
    .orderBy('kind')
    .orderBy('amountPence')
    .execute()
  return rows.map(({ kind, amountPence }) => `${kind} ${amountPence}`)
}
