import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openClock, type SandboxClock } from '../clock.ts'
import { balance, charge, connect, express } from '../stripe/connect/test-rig.ts'
import { refusal, startRig } from '../stripe/test-rig.ts'
import { controlPages } from './pages.ts'
import { useControlPage } from './test-rig.ts'

let rig: Awaited<ReturnType<typeof startRig>>
let clock: SandboxClock
let pages: ReturnType<typeof controlPages>
beforeAll(async () => {
  rig = await startRig()
  clock = await openClock(rig.db)
  pages = controlPages({ clock, control: rig.sandbox.control, hasMailbox: false })
})
afterEach(() => rig.sandbox.control.heal())
afterAll(async () => {
  await clock.close()
  await rig.close()
})

const { show, post, press } = useControlPage(() => pages)

const retrieve = (id: string) => rig.stripe.accounts.retrieve(id)

describe('the page /sandbox', () => {
  it('has no connected accounts at first, and no money', async () => {
    const page = await show()
    for (const words of ['No connected accounts yet.', 'The platform: no money.']) expect(page).toContain(words)
    expect(page).not.toContain('Empty the balance')
  })

  it('verifies, restricts, rejects and disconnects the newest account', async () => {
    const { id } = await rig.stripe.accounts.create(express())
    await rig.sandbox.control.onboard(id, 'review')
    expect(await show()).toContain('In review')
    await press('Verify the account')
    expect(await retrieve(id)).toMatchObject({ payouts_enabled: true })
    await press('Require a document')
    expect(await retrieve(id)).toMatchObject({ requirements: { disabled_reason: 'requirements.past_due' } })
    await press('Reject the account')
    expect(await retrieve(id)).toMatchObject({ requirements: { disabled_reason: 'rejected.fraud' } })
    await press('Disconnect the account')
    expect(await refusal(retrieve(id))).toMatchObject({ code: 'account_invalid' })
    expect(await show()).toContain('Disconnected')
    expect((await post(`accounts/${id}/verify`)).status).toBe(409)
  })

  it('pays an account out, lets the payout arrive and then fail', async () => {
    const id = await connect(rig)
    const source = await charge(rig, { direct: true })
    await rig.stripe.transfers.create({ amount: 4000, currency: 'gbp', destination: id, source_transaction: source })
    expect(await show()).toContain('Balance: £40.00 available.')
    await press('Pay out')
    expect(await show()).toContain('Payout of £40.00: on its way.')
    await press('The payout arrives')
    await press('The payout fails')
    expect(await show()).toContain('Payout of £40.00: failed.')
    expect(await balance(rig, id)).toEqual({ available: 4000, pending: 0 })
  })

  it('empties the platform’s balance', async () => {
    await charge(rig, { direct: true })
    await charge(rig)
    await press('Empty the balance')
    expect(await balance(rig)).toEqual({ available: 0, pending: 4500 })
    expect(await show()).toContain('The platform: £0.00 available and £45.00 pending.')
  })

  it('refuses transfers and lets them answer 500 once they are made', async () => {
    await post('transfer-faults', { call: 'reversal', code: 'balance_insufficient', times: '2' })
    await post('outages', { answer: 'error', calls: 'transfer', times: '1', done: 'on' })
    expect(await rig.sandbox.control.faults()).toMatchObject({
      outages: [{ answer: 'error', calls: 'transfer', times: 1, done: true }],
      transfers: [{ call: 'reversal', code: 'balance_insufficient', times: 2 }],
    })
    const page = await show()
    for (const words of [
      'Reversals are refused: the balance is too low, 2 more',
      'Calls for transferring: answer 500 once the work is done, 1 more',
    ])
      expect(page).toContain(words)
    expect((await post('transfer-faults', { call: 'transfer', code: 'explode' })).status).toBe(400)
    await press('Switch all faults off')
    expect(await show()).toContain('All is well.')
  })
})
