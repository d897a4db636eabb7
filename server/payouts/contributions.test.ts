/** What the operator contributes to bookings that a code of theirs made cheaper, and what mentors earn with them. */
import { describe, expect, it } from 'vitest'
import type { MinorUnits } from '#domain/payments/money'
import { cancelBooking } from '#server/bookings/cancellation/cancel'
import { confirmFreeSession } from '#server/bookings/holds/free-sessions'
import { readStatement } from '#server/tax-documents/statements/statements'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { listEarnings } from '#server/payouts/earnings-queries'
import { holdSessions } from '../../tests/support/payments/payouts.ts'
import { listMade, topUp, transferDue, withAccount } from '../../tests/support/payments/transfers.ts'
import { addCode } from '../../tests/support/discounts/codes.ts'
import { heldWithCode } from '../../tests/support/discounts/held-codes.ts'
import { createSdk, payCheckout } from '../../tests/support/payments/checkout.ts'
import { refundPart } from '../../tests/support/tax-documents/sales.ts'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct()

const NOTHING = 0 as MinorUnits

const listLedger = async () =>
  (
    await test.db.selectFrom('ledger').select(['kind', 'amountPence']).orderBy('createdAt').orderBy('kind').execute()
  ).map(({ kind, amountPence }) => `${kind} ${amountPence}`)

/** A session of £45 with a code, paid or, where it costs nothing, confirmed. The operator's fee is 15 per cent. */
async function bought(percent: number, borneBy: 'operator' | 'mentor' = 'operator') {
  Object.assign(test.app, { config: { ...test.app.config, FEE_PERCENT: 15 } })
  const mentor = await addMentor(test)
  await addCode(test, { code: 'CODE', percent, borneBy, mentorIds: [mentor.id], agreedMentorIds: [mentor.id] })
  const { bookingId: id, checkoutId } = await heldWithCode(test, mentor, { code: 'CODE', browser: 'grace' })
  if (checkoutId) {
    await payCheckout(test, checkoutId)
    await settleCheckout(test.app, checkoutId)
  } else {
    const { secretHash } = await test.db.selectFrom('bookings').select('secretHash').executeTakeFirstOrThrow()
    await confirmFreeSession(test.app, secretHash)
  }
  return { id, mentorId: mentor.id }
}

const findSale = async (id: string) => {
  const sold = test.db.selectFrom('bookings').select(['id', 'checkoutId', 'paymentIntent']).where('id', '=', id)
  const { checkoutId, paymentIntent } = await sold.executeTakeFirstOrThrow()
  return { id, checkoutId: checkoutId!, paymentIntent: paymentIntent! }
}

const earned = async (mentorId: string) =>
  (await listEarnings(test.db, { mentorId })).map(({ kept, fees }) => ({ kept, fees }))

describe('a code that the operator bears', () => {
  it.each([20, 90, 100])('of %s per cent lets the mentor earn as if the full price had been paid', async (percent) => {
    const { mentorId } = await bought(percent)
    expect(await earned(mentorId)).toEqual([{ kept: 4_500, fees: 675 }])
  })

  it('contributes no more than its share of what is kept after refunds', async () => {
    const { id, mentorId } = await bought(90)
    expect(await listLedger()).toEqual(['charge 450', 'contribution 4050', 'fee 675'])
    test.clock.forward(1)
    await refundPart(test, await findSale(id), 151)
    // 299 of 450 are kept: two thirds less a third of a penny.
    expect(await listLedger()).toEqual([
      'charge 450',
      'contribution 4050',
      'fee 675',
      'contribution -1359',
      'fee -226',
      'refund -151',
    ])
    expect(await earned(mentorId)).toEqual([{ kept: 2_990, fees: 449 }])
    await cancelBooking(test.app, { id, by: 'mentor', shown: NOTHING })
    await test.runJobs()
    expect(await earned(mentorId)).toEqual([{ kept: 0, fees: 0 }])
  })

  it('takes all of it back when a session that cost nothing is cancelled in time', async () => {
    const { id, mentorId } = await bought(100)
    expect(await listLedger()).toEqual(['contribution 4500', 'fee 675'])
    await cancelBooking(test.app, { id, by: 'mentee', shown: NOTHING })
    expect(await earned(mentorId)).toEqual([{ kept: 0, fees: 0 }])
  })

  it('keeps all of it when a session that cost nothing is cancelled too late', async () => {
    const { id, mentorId } = await bought(100)
    test.clock.time = new Date('2030-01-08T08:00:00Z')
    await cancelBooking(test.app, { id, by: 'mentee', shown: NOTHING })
    expect(await earned(mentorId)).toEqual([{ kept: 4_500, fees: 675 }])
  })
})

describe('a transfer', () => {
  it.each([20, 100])(
    'of a session with a code of %s per cent pays the whole, though its charge is less',
    async (percent) => {
      const { mentorId } = await bought(percent)
      Object.assign(test.app, { config: { ...test.app.config, PAYOUTS: 'connect' } })
      await withAccount(test, mentorId)
      await topUp(test, ['GBP'])
      await holdSessions(test)
      await transferDue(test)
      expect(await listMade(test)).toEqual(['3825 GBP'])
      const [made] = (await createSdk(test.stripe).transfers.list({ limit: 1 })).data
      expect(made!.source_transaction).toBeNull() // £38.25 are more than the charge of £36.00.
      expect(await summarize(mentorId)).toEqual([{ opening: 0, closing: 0, sums: { earned: 3_825, paid: -3_825 } }])
    },
  )
})

/** The statement of January, without the sums that are zero. */
async function summarize(mentorId: string) {
  const { statements } = (await readStatement(test.app, mentorId, '2030-01'))!
  return statements.map(({ opening, closing, sums: { earned, paid } }) => ({
    opening,
    closing,
    sums: { earned, paid },
  }))
}

describe('a code that its mentor bears', () => {
  it('is taken off what they earn, and the fee is on what was paid', async () => {
    const { mentorId } = await bought(20, 'mentor')
    expect(await earned(mentorId)).toEqual([{ kept: 3_600, fees: 540 }])
  })
})
