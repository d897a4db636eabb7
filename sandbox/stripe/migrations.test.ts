import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { charge, findSession } from './connect/test-rig.ts'
import { memoryDb, startRig } from './test-rig.ts'

describe('the balance of an earlier version’s database', () => {
  it('is made of what was charged, refunded and disputed before', async () => {
    const db = memoryDb()
    const older = await startRig(db)
    const [one, two] = [await charge(older), await charge(older, { amount: 2000 })]
    const refund = await older.stripe.refunds.create({ charge: one, amount: 1000 })
    await older.sandbox.control.settleRefund(refund.id, 'failed')
    await older.stripe.refunds.create({ charge: one, amount: 500 })
    await older.sandbox.control.dispute(await findSession(older, two))
    const before = await older.stripe.balance.retrieve()
    await older.close()
    await undoMigrations(db)

    const newer = await startRig(db)
    const { lastResponse: _, ...after } = await newer.stripe.balance.retrieve()
    const { lastResponse: __, ...expected } = before
    expect(after).toEqual(expected)
    const { balance_transaction } = await newer.stripe.charges.retrieve(one, { expand: ['balance_transaction'] })
    expect(balance_transaction).toMatchObject({ amount: 4500, source: one, status: 'pending' })
    await newer.close()
    await db.destroy()
  })
})

/** Takes a database back to before balance transactions. */
async function undoMigrations(db: ReturnType<typeof memoryDb>): Promise<void> {
  const statements = `
    drop table sandbox_stripe.balance_transactions, sandbox_stripe.payouts, sandbox_stripe.transfer_reversals,
      sandbox_stripe.transfers, sandbox_stripe.account_links, sandbox_stripe.accounts;
    alter table sandbox_stripe.payment_intents
      drop column transfer_group, drop column amount_transferred, drop column balance_transaction;
    alter table sandbox_stripe.checkout_sessions drop column transfer_group, drop column payer_email;
    alter table sandbox_stripe.refunds drop column balance_transaction, drop column failure_balance_transaction;
    alter table sandbox_stripe.disputes drop column balance_transactions;
    alter table sandbox_stripe.events drop column account, drop column previous;
    delete from sandbox_stripe.migrations where name >= '0003';`
  for (const statement of statements.split(';').filter((part) => part.trim() !== ''))
    await sql.raw(statement).execute(db)
}
