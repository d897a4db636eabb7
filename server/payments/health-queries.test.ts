import { describe, expect, it } from 'vitest'
import { isMissingWebhooks } from '#server/payments/health-queries'
import { bookTuesday } from '../../tests/support/bookings/requests.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct()

const isMissing = () => isMissingWebhooks(test.db, test.clock.time)

const receive = (id: string) =>
  test.db
    .insertInto('paymentEvents')
    .values({ id, type: 'checkout.session.expired', receivedAt: test.clock.time })
    .execute()

describe('isMissingWebhooks', () => {
  it('is true from an hour after a hold that no webhook came after', async () => {
    expect(await isMissing()).toBe(false)
    await receive('evt_before')
    test.clock.forward(1)
    await bookTuesday(test)
    test.clock.forward(59)
    expect(await isMissing()).toBe(false)
    test.clock.forward(2)
    expect(await isMissing()).toBe(true)
    await receive('evt_after')
    expect(await isMissing()).toBe(false)
    await test.reset({ unchecked: true })
  })

  it('is true without any webhook, and not of a hold of long ago', async () => {
    await bookTuesday(test)
    test.clock.forward(61)
    expect(await isMissing()).toBe(true)
    test.clock.forward(31 * 24 * 60)
    expect(await isMissing()).toBe(false)
    await test.reset({ unchecked: true })
  })
})
