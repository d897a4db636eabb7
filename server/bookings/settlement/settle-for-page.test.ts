import { describe, expect, it } from 'vitest'
import type { App } from '#server/context'
import { settleForPage } from '#server/bookings/settlement/settle-for-page'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { payCheckout, unreachablePayments } from '../../../tests/support/payments/checkout.ts'
import { bookTuesday } from '../../../tests/support/bookings/requests.ts'

useProduct()

/** The same product, counting what it asks the payment service. Two of them are two processes on one database. */
function counting() {
  const process = { app: test.app, questions: 0 }
  const { readCheckout } = test.app.payments
  const counted: App['payments']['readCheckout'] = (id) => {
    process.questions += 1
    return readCheckout(id)
  }
  process.app = { ...test.app, payments: { ...test.app.payments, readCheckout: counted } }
  return process
}

const forwardSeconds = (seconds: number) => test.clock.forward(seconds / 60)
const findStatus = async (checkoutId: string) =>
  (await test.db.selectFrom('bookings').select('status').where('checkoutId', '=', checkoutId).executeTakeFirst())
    ?.status

describe('settleForPage', () => {
  it('asks the payment service once for a hundred simultaneous visits in two processes', async () => {
    const checkoutId = await bookTuesday(test)
    const processes = [counting(), counting()]
    await Promise.all(Array.from({ length: 100 }, (_, n) => settleForPage(processes[n % 2]!.app, checkoutId)))
    expect(processes[0]!.questions + processes[1]!.questions).toBe(1)
  })

  it('asks at most every two seconds, however often the page is opened', async () => {
    const checkoutId = await bookTuesday(test)
    const process = counting()
    for (let visit = 0; visit < 50; visit += 1) {
      await settleForPage(process.app, checkoutId)
      forwardSeconds(0.1)
    }
    expect(process.questions).toBe(3)
    await settleForPage(process.app, await bookTuesday(test)) // Each booking has a limit of its own.
    expect(process.questions).toBe(4)
  })

  it('sees a slow payment within two seconds, even if another process checked last', async () => {
    const checkoutId = await bookTuesday(test)
    const processes = [counting(), counting()]
    await settleForPage(processes[0]!.app, checkoutId)
    await payCheckout(test, checkoutId)
    await settleForPage(processes[1]!.app, checkoutId)
    expect(await findStatus(checkoutId)).toBe('held')
    forwardSeconds(2)
    await settleForPage(processes[1]!.app, checkoutId)
    expect(await findStatus(checkoutId)).toBe('confirmed')
  })

  it('lets a visit during a check wait for that check', async () => {
    const checkoutId = await bookTuesday(test)
    await payCheckout(test, checkoutId)
    const process = counting()
    const first = settleForPage(process.app, checkoutId)
    await settleForPage(process.app, checkoutId)
    expect(await findStatus(checkoutId)).toBe('confirmed')
    await first
  })

  it('does not ask about a settled booking, nor about a checkout without a booking', async () => {
    const checkoutId = await bookTuesday(test)
    await payCheckout(test, checkoutId)
    const process = counting()
    await settleForPage(process.app, checkoutId)
    forwardSeconds(60)
    await settleForPage(process.app, checkoutId)
    await settleForPage(process.app, 'cs_test_guessed')
    expect(process.questions).toBe(1)
  })

  it('waits two seconds after a failed check, and then asks again', async () => {
    const checkoutId = await bookTuesday(test)
    await payCheckout(test, checkoutId)
    await settleForPage({ ...test.app, payments: unreachablePayments }, checkoutId)
    expect(test.faults).toHaveLength(1)
    const process = counting()
    await settleForPage(process.app, checkoutId)
    expect(process.questions).toBe(0)
    forwardSeconds(2)
    await settleForPage(process.app, checkoutId)
    expect(await findStatus(checkoutId)).toBe('confirmed')
  })
})
