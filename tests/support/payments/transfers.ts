/** For tests of transfers: mentors with accounts at the payment service, and what the service has made. */
import { sql } from 'kysely'
import { runJob } from '#server/jobs'
import { refreshAccount } from '#server/payouts/connect/accounts'
import { replaceAccount } from '#server/payouts/connect/accounts-queries'
import type { TestApp } from '../product/app.ts'
import { createSdk } from './checkout.ts'

/** Gives a mentor an account that takes transfers. Returns its id. */
export async function withAccount(
  test: Pick<TestApp, 'db' | 'stripe'> & { app: Pick<TestApp['app'], 'payments'>; clock: { time: Date } },
  mentorId: string,
  country = 'GB',
): Promise<string> {
  const email = `mentor-${mentorId.slice(0, 8)}@example.com`
  const { id } = await test.app.payments.createAccount({ mentorId, country, email, key: `account:${mentorId}` })
  await test.stripe.control.onboard(id, 'finish')
  const account = await test.app.payments.readAccount(id)
  await test.db.transaction().execute((tx) => replaceAccount(tx, mentorId, account!, test.clock.time))
  return id
}

/** All accounts take transfers, as they did at first, and the product knows. */
export async function activateAccounts({ db, app, clock, stripe }: TestApp): Promise<void> {
  await sql`update sandbox_stripe.accounts set stage = 'active'`.execute(db)
  await db.updateTable('connectedAccounts').set({ readAt: clock.time }).execute() // The clock may have been set back.
  for (const { account } of await stripe.control.listAccounts(10)) await refreshAccount(app, account.id)
}

/** The source of money that the platform has put into its balance. */
export const TOP_UP = 'top_up'

/** Puts money into the platform's balance, since not every transfer comes from a charge. Once. */
export async function topUp({ db, clock }: TestApp, currencies: string[]): Promise<void> {
  for (const currency of currencies)
    await sql`
      insert into sandbox_stripe.balance_transactions (id, type, amount, currency, source, created_at, available_on)
      values (${`txn_${currency}`}, 'charge', 1000000, ${currency.toLowerCase()}, ${TOP_UP}, ${clock.time}, ${clock.time})
    `.execute(db)
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
