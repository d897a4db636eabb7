/** When a reconciliation runs: in one process at a time, again after a process died, and after a clock was wrong. */
import { describe, expect, it } from 'vitest'
import { PaymentsUnavailable, type PaymentEvent } from '#domain/payments/checkout'
import { minutesAfter } from '#domain/time/wall-time'
import { recoverEvents, runReconciliation } from '#server/bookings/settlement/reconcile'
import { sweep } from '#server/bookings/sweep/sweep'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { payCheckout } from '../../../tests/support/payments/checkout.ts'
import { bookTuesday } from '../../../tests/support/bookings/requests.ts'

useProduct()

const DAY_MINUTES = 24 * 60
const rounds = () => test.db.selectFrom('reconciliations').selectAll().execute()
/** As if a process had started at this instant and was killed. */
const leaveRunning = (since: Date) =>
  test.db
    .insertInto('reconciliations')
    .values([
      { scope: 'whole', runningSince: since, doneUntil: null },
      { scope: 'recent', runningSince: since, doneUntil: null },
    ])
    .execute()

/** A service that lists its events only when the test releases it. */
function heldBack() {
  const requested = Promise.withResolvers<void>()
  const response = Promise.withResolvers<void>()
  const eachEvent = async () => {
    requested.resolve()
    await response.promise
  }
  return { app: { ...test.app, payments: { ...test.app.payments, eachEvent } }, requested: requested.promise, response }
}

describe.each(['whole', 'recent'] as const)('the %s reconciliation', (scope) => {
  it('fails its job while another process is running it, and runs half an hour after that died, before the job is given up', async () => {
    await leaveRunning(test.clock.time)
    await expect(runReconciliation(test.app, scope)).rejects.toThrow('Another process')
    expect(await rounds()).toMatchObject([{ doneUntil: null }, { doneUntil: null }])
    test.clock.forward(30)
    await runReconciliation(test.app, scope)
    expect(await rounds()).toContainEqual({ scope, runningSince: null, doneUntil: expect.any(Date) })
  })

  it('believes a clock that is 20 minutes ahead, and none that is further', async () => {
    await leaveRunning(minutesAfter(test.clock.time, 20))
    await expect(runReconciliation(test.app, scope)).rejects.toThrow('Another process')
    await test.db
      .updateTable('reconciliations')
      .set({ runningSince: minutesAfter(test.clock.time, 21) })
      .execute()
    await runReconciliation(test.app, scope)
    expect(await rounds()).toContainEqual({ scope, runningSince: null, doneUntil: expect.any(Date) })
  })
})

it('the recent reconciliation logs how many mismatches it repaired, and none where the books agree', async () => {
  const logged: unknown[] = []
  const app = { ...test.app, log: { ...test.app.log, warn: (...line: unknown[]) => void logged.push(line) } }
  await payCheckout(test, await bookTuesday(test)) // No webhook is delivered.
  test.clock.forward(60)
  await runReconciliation(app, 'recent')
  await runReconciliation(app, 'recent')
  expect(logged).toEqual([['books repaired', { count: 1 }]])
})

describe('recoverEvents', () => {
  it('belongs to the process that took over, even when the slow one before it ends', async () => {
    const [slow, next] = [heldBack(), heldBack()]
    const first = recoverEvents(slow.app)
    await slow.requested
    test.clock.forward(61)
    const second = recoverEvents(next.app)
    await next.requested
    slow.response.resolve()
    await first
    expect(await recoverEvents(test.app)).toBeNull()
    next.response.resolve()
    await second
    expect(await recoverEvents(test.app)).toEqual([])
  })

  it('reads everything again after a round with a clock that was ahead', async () => {
    await payCheckout(test, await bookTuesday(test))
    test.clock.forward(DAY_MINUTES)
    const doneUntil = minutesAfter(test.clock.time, DAY_MINUTES)
    await test.db.insertInto('reconciliations').values({ scope: 'recent', doneUntil }).execute()
    expect(await recoverEvents(test.app)).toHaveLength(1)
  })

  it('stops when the service stops answering, and loses no event', async () => {
    const events: PaymentEvent[] = Array.from({ length: 300 }, (_event, n) => {
      const checkoutId = `cs_test_${n}`
      const type = 'checkout.session.completed'
      return { id: `evt_${n}`, type, checkoutId, objectId: checkoutId, paymentIntent: null, account: null }
    })
    const questions: string[] = []
    const payments = {
      ...test.app.payments,
      eachEvent: async (_from: Date, _to: Date, take: (event: PaymentEvent) => void) => events.forEach(take),
      readCheckout: async (id: string) => {
        questions.push(id)
        throw new PaymentsUnavailable('No answer')
      },
      isAnswering: async () => false,
    }
    await expect(recoverEvents({ ...test.app, payments })).rejects.toBeInstanceOf(PaymentsUnavailable)
    expect(questions.length).toBeGreaterThan(0)
    expect(questions.length).toBeLessThan(50)

    const healed = { ...test.app, payments: { ...payments, readCheckout: async () => null } }
    await recoverEvents(healed)
    test.clock.forward(2)
    await sweep(healed)
    const { done } = await test.db
      .selectFrom('paymentEvents')
      .select((row) => row.fn.count<number>('processedAt').as('done'))
      .executeTakeFirstOrThrow()
    expect(Number(done)).toBe(events.length)
  })
})
