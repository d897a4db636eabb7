import { beforeEach, describe, expect, it } from 'vitest'
import { minutesAfter } from '#domain/time/wall-time'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { storeEvent } from '#server/payments/webhook-inbox-queries'
import { readLaunchProgress } from '#server/site/launch'
import { bookPaid } from '../../tests/support/bookings/paid-session.ts'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct()

const PAYMENT_EVENT = {
  id: 'evt_1',
  type: 'charge.updated',
  checkoutId: null,
  objectId: null,
  paymentIntent: null,
  account: null,
}

beforeEach(() => {
  test.app.config = { ...test.app.config, mode: 'live' }
  test.app.texts = { ...test.app.texts, terms: 'Our terms', privacy: 'Our notice' }
})

/** The steps that are done. */
const done = async () =>
  Object.entries((await readLaunchProgress(test.app)) ?? {}).flatMap(([step, state]) => (state === 'done' ? step : []))

describe('the steps before a live site opens', () => {
  it('are ticked one by one, and end with the last', async () => {
    test.app.texts = { ...test.app.texts, privacy: null }
    expect(await done()).toEqual([])
    test.app.texts = { ...test.app.texts, privacy: 'Our notice' }
    await addMentor(test, { status: 'pending' })
    expect(await done()).toEqual(['texts'])
    await bookPaid(test)
    expect(await done()).toEqual(['texts', 'mentor'])
    const now = test.app.now()
    await storeEvent(test.db, { ...PAYMENT_EVENT, createdAt: now } as never, now, now)
    expect(await done()).toEqual(['texts', 'mentor', 'payment'])
    await test.runJobs()
    expect(await done()).toEqual(['texts', 'mentor', 'payment', 'email'])
    const backup = { action: 'backup.made', subject: 'backup', subjectId: 'landfall.backup' } as const
    await recordAuditEvent(test.db, { at: now, actor: { kind: 'operator' }, ...backup })
    expect(await readLaunchProgress(test.app)).toBeNull()
  })

  it('keep the tick of a payment whose event was deleted since', async () => {
    await bookPaid(test)
    test.clock.time = minutesAfter(test.clock.time, (test.app.config.KEEP_PAYMENT_EVENT_DAYS + 1) * 1_440)
    expect(await done()).toContain('payment')
  })

  it('include a payment once one session costs something', async () => {
    await addMentor(test, { sessions: [{ price: 0 }] })
    expect(await readLaunchProgress(test.app)).toMatchObject({ payment: 'not_needed' })
    await addMentor(test, { sessions: [{ price: 0 }, {}] })
    expect(await readLaunchProgress(test.app)).toMatchObject({ payment: 'open' })
  })

  it('do not exist in a demo', async () => {
    test.app.config = { ...test.app.config, mode: 'demo' }
    expect(await readLaunchProgress(test.app)).toBeNull()
  })
})
