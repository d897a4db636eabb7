import { describe, expect, it } from 'vitest'
import { refreshAccount } from '#server/payouts/connect/accounts'
import { queueTransfers } from '#server/payouts/connect/queue-transfers'
import { sendTransferAgain } from '#server/payouts/connect/send-again'
import { holdSessions, sell, someone, withPayee } from '../../../tests/support/payments/payouts.ts'
import { listEntries, listMade, withAccount } from '../../../tests/support/payments/transfers.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, usual, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

/** A transfer that the service has refused for want of money, and two admins. */
async function refused() {
  test.app.config = { ...usual.config, PAYOUTS: 'connect', FEE_PERCENT: 10 }
  const ada = await addMentor(test)
  await withPayee(test, ada.id)
  const account = await withAccount(test, ada.id)
  await sell(test, ada)
  await holdSessions(test)
  await queueTransfers(test.app)
  await refuse(1)
  await test.runJobs()
  const { id } = await test.db.selectFrom('transfers').select('id').executeTakeFirstOrThrow()
  const [june, omar] = [await someone(test, 'june@example.com'), await someone(test, 'omar@example.com')]
  const admins = [june, omar].map(({ session }) => session.accountId)
  await test.db.updateTable('accounts').set({ role: 'admin' }).where('id', 'in', admins).execute()
  return { ada, account, id, june, omar }
}

const refuse = (times: number) =>
  test.stripe.control.transfers({ call: 'transfer', code: 'balance_insufficient', times })
const audited = () =>
  test.db
    .selectFrom('auditLog')
    .select(['actorId', 'before', 'after'])
    .where('action', '=', 'transfer.sent_again')
    .execute()
const openConcerns = () => test.db.selectFrom('concerns').select('kind').where('resolvedAt', 'is', null).execute()
const SENT = { ok: true, value: null }

describe('sendTransferAgain', () => {
  it('sends a refused transfer once when two admins do so at the same moment, and says who in the audit log', async () => {
    const { id, june, omar } = await refused()
    const both = await Promise.all([june, omar].map((by) => sendTransferAgain(test.app, by, { id, refusals: 1 })))
    expect(both.toSorted((a, b) => Number(b.ok) - Number(a.ok))).toEqual([
      SENT,
      { ok: false, error: { code: 'not_waiting' } },
    ])
    expect(await sendTransferAgain(test.app, june, { id, refusals: 1 })).toMatchObject({ ok: false })
    await test.hastenRetries()
    await test.runJobs()
    expect(await listMade(test)).toEqual(['4050 GBP'])
    expect(await listEntries(test)).toEqual(['transfer -4050'])
    expect(await openConcerns()).toEqual([])
    expect(await audited()).toEqual([
      {
        actorId: (both[0]!.ok ? june : omar).session.accountId,
        before: { refusal: 'balance_insufficient' },
        after: { booking: expect.any(String), amount: { amount: 4050, currency: 'GBP' } },
      },
    ])
  })

  it('sends nothing while the account is restricted, whether we know or only the service does', async () => {
    const { id, june, account } = await refused()
    const restricted = { ok: false, error: { code: 'account_restricted' } }
    await test.stripe.control.restrict(account)
    await refreshAccount(test.app, account)
    expect(await sendTransferAgain(test.app, june, { id, refusals: 1 })).toEqual(restricted)
    expect(await audited()).toEqual([])
    await test.db.updateTable('connectedAccounts').set({ transfers: 'active' }).execute()
    expect(await sendTransferAgain(test.app, june, { id, refusals: 1 })).toEqual(restricted)
    expect(await listMade(test)).toEqual([])
    expect(await test.db.selectFrom('transfers').select('id').execute(), 'its money waits for the account').toEqual([])
  })

  it('says when the service refuses it again, or does not answer; its job sends it then', async () => {
    const { id, june } = await refused()
    await refuse(1)
    expect(await sendTransferAgain(test.app, june, { id, refusals: 1 })).toEqual({
      ok: false,
      error: { code: 'refused' },
    })
    await test.stripe.control.outage({ answer: 'limit', calls: 'transfer', times: 10 })
    const again = await sendTransferAgain(test.app, june, { id, refusals: 2 })
    expect(again).toEqual({ ok: false, error: { code: 'unanswered' } })
    await test.stripe.control.heal()
    await test.hastenRetries()
    await test.runJobs()
    expect(await listMade(test)).toEqual(['4050 GBP'])
    expect(await listEntries(test)).toEqual(['transfer -4050'])
  })

  it('is left to another admin by one whom the transfer pays', async () => {
    const { ada, id, june, omar } = await refused()
    await test.db.updateTable('mentors').set({ accountId: june.session.accountId }).where('id', '=', ada.id).execute()
    const own = { ok: false, error: { code: 'own', matter: 'another' } }
    expect(await sendTransferAgain(test.app, june, { id, refusals: 1 })).toEqual(own)
    expect(await sendTransferAgain(test.app, omar, { id, refusals: 1 })).toEqual(SENT)
  })
})
