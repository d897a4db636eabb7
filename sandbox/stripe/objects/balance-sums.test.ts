/** Random sequences of what changes balances, against sums that are kept apart from balance transactions. */
import { fc, it as property } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { balance, charge, connect, listTransactions, findSession } from '../connect/test-rig.ts'
import { rig, useRig } from '../test-rig.ts'

useRig()

const STEPS = [
  'charge',
  'charge direct',
  'refund',
  'fail refund',
  'dispute',
  'win dispute',
  'transfer from charge',
  'transfer from balance',
  'reverse',
  'pay out',
  'fail payout',
  'empty balance',
  'wait',
] as const
type Step = { name: (typeof STEPS)[number]; amount: number; currency: 'gbp' | 'eur' }

/** Money in both balances, so that few of the steps that follow are refused. */
const BEGIN: Step[] = [
  { name: 'charge direct', amount: 9000, currency: 'eur' },
  { name: 'transfer from charge', amount: 4000, currency: 'eur' },
]

/** What should be in a balance by now, per currency, kept without regard to balance transactions. */
type Expected = Record<Step['currency'], number>

describe('the sum of an account’s balance transactions', () => {
  const steps = fc.array(
    fc.record({
      name: fc.constantFrom(...STEPS),
      amount: fc.integer({ min: 100, max: 9000 }),
      currency: fc.constantFrom('gbp' as const, 'eur' as const),
    }),
    { minLength: 5, maxLength: 25 },
  )

  property.prop([steps], { numRuns: 12, endOnFailure: true })(
    'equals its balance, whatever is charged, refunded, disputed, transferred, reversed and paid out',
    async (sequence) => {
      const account = await connect(rig)
      const start = { gbp: await total(null, 'gbp'), eur: await total(null, 'eur') }
      const expected = { platform: { ...start }, account: { gbp: 0, eur: 0 } }
      const known: Known = { charges: [], refunds: [], disputes: [], transfers: [], payouts: [] }
      for (const step of [...BEGIN, ...sequence]) await perform(step, account, known, expected)
      for (const [owner, sums] of [
        [null, expected.platform],
        [account, expected.account],
      ] as const) {
        const listed = await listTransactions(rig, owner)
        for (const currency of ['gbp', 'eur'] as const) {
          const own = listed.filter((each) => each.currency === currency)
          const sum = (status: string) =>
            own.filter((each) => each.status === status).reduce((so, each) => so + each.amount, 0)
          const shown = await balance(rig, owner, currency)
          expect(shown).toEqual({ available: sum('available'), pending: sum('pending') })
          expect(shown.available + shown.pending).toBe(sums[currency])
        }
      }
    },
  )
})

const total = async (account: string | null, currency: string) => {
  const { available, pending } = await balance(rig, account, currency)
  return available + pending
}

type Money = { id: string; amount: number; currency: Step['currency'] }
type Known = Record<'charges' | 'refunds' | 'disputes' | 'transfers' | 'payouts', Money[]>

/** Performs a step on the newest object of its kind. One that Stripe refuses changes nothing. */
async function perform(
  { name, amount, currency }: Step,
  account: string,
  known: Known,
  { platform, account: connected }: Record<'platform' | 'account', Expected>,
): Promise<void> {
  const { stripe, sandbox, clock } = rig
  const source = known.charges.at(-1)
  const done = (work: Promise<unknown>) =>
    work.then(
      () => true,
      () => false,
    )
  switch (name) {
    case 'charge':
    case 'charge direct': {
      const id = await charge(rig, { amount, currency, direct: name === 'charge direct' })
      known.charges.push({ id, amount, currency })
      platform[currency] += amount
      return
    }
    case 'refund': {
      if (!source) return
      const refund = await stripe.refunds.create({ charge: source.id, amount }).catch(() => null)
      if (!refund) return
      known.refunds.push({ ...source, id: refund.id, amount })
      platform[source.currency] -= amount
      return
    }
    case 'fail refund': {
      const refund = known.refunds.pop()
      if (!refund) return
      await sandbox.control.settleRefund(refund.id, 'failed')
      platform[refund.currency] += refund.amount
      return
    }
    case 'dispute': {
      if (!source) return
      const id = await sandbox.control.dispute(await findSession(rig, source.id)).catch(() => null)
      if (id === null) return
      known.disputes.push({ ...source, id })
      platform[source.currency] -= source.amount
      return
    }
    case 'win dispute': {
      const dispute = known.disputes.pop()
      if (!dispute) return
      await sandbox.control.closeDispute(dispute.id, 'won')
      platform[dispute.currency] += dispute.amount
      return
    }
    case 'transfer from charge':
    case 'transfer from balance': {
      const isOfCharge = name === 'transfer from charge' && source !== undefined
      const of = isOfCharge ? { currency: source.currency, source_transaction: source.id } : { currency }
      const made = await stripe.transfers.create({ amount, destination: account, ...of }).catch(() => null)
      if (!made) return
      known.transfers.push({ id: made.id, amount, currency: of.currency })
      platform[of.currency] -= amount
      connected[of.currency] += amount
      return
    }
    case 'reverse': {
      const transfer = known.transfers.at(-1)
      if (!transfer || !(await done(stripe.transfers.createReversal(transfer.id, { amount })))) return
      platform[transfer.currency] += amount
      connected[transfer.currency] -= amount
      return
    }
    case 'pay out': {
      for (const id of await sandbox.control.payOut(account).catch(() => [])) {
        const payout = await stripe.payouts.retrieve(id, {}, { stripeAccount: account })
        const paid = { id, amount: payout.amount, currency: payout.currency as Step['currency'] }
        known.payouts.push(paid)
        connected[paid.currency] -= paid.amount
      }
      return
    }
    case 'fail payout': {
      const payout = known.payouts.pop()
      if (!payout) return
      await sandbox.control.settlePayout(payout.id, 'failed')
      connected[payout.currency] += payout.amount
      return
    }
    case 'empty balance': {
      const { available } = await stripe.balance.retrieve()
      if (!(await done(sandbox.control.emptyBalance()))) return
      for (const each of available) if (each.amount > 0) platform[each.currency as Step['currency']] -= each.amount
      return
    }
    case 'wait':
      clock.move({ minutes: 36 * 60 })
  }
}
