import { beforeEach, describe, expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { mailsTo } from '../../tests/support/accounts/accounts.ts'
import { addSeller, bookedWithCredit, buyPackage, completeSessions } from '../../tests/support/bookings/packages.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { cancelBooking } from '../bookings/cancellation/cancel.ts'
import { runJob } from '../jobs.ts'
import { inLanguage } from '../platform/language/language.ts'
import { readBookingDocuments } from '../tax-documents/booking-sheets.ts'

useProduct()

let seller: Awaited<ReturnType<typeof addSeller>>
beforeEach(async () => {
  test.app.config = { ...test.app.config, FEE_PERCENT: 15 }
  seller = await addSeller(test)
})

const DAY_MINUTES = 1_440
const NOTHING = toMinorUnits(0)

describe('emails about a package', () => {
  const subjects = async (email: string) => (await mailsTo(test, email)).map(({ subject }) => subject)

  it('tell its buyer how to use it, and say 30 and 7 days before its end what is left, once each', async () => {
    const { id, reference } = await buyPackage(test, seller)
    await test.runJobs()
    expect(await subjects('grace@example.com')).toEqual(['3 sessions with Ada Lovelace'])
    const [ready] = await mailsTo(test, 'grace@example.com')
    const [receipt] = await inLanguage('en', () => readBookingDocuments(test.app, id))
    expect(receipt!.sheet.rows).toEqual([
      ['Package of 3 sessions: First weeks, 60 minutes each, with Ada Lovelace', '£100.00'],
    ])
    expect(receipt!.sheet.facts).toContainEqual(['Date of supply', '7 January 2030'])
    expect(ready!.text).toContain(`/packages/${reference}/`)
    await bookedWithCredit(test, id)
    await completeSessions(test, 4)
    const remind = async (days: number) => {
      test.clock.time = new Date(Date.UTC(2031, 0, 7, 9) - days * DAY_MINUTES * 60_000)
      for (const _round of [1, 2]) await runJob(test.app, 'reminders', {})
      await test.runJobs()
    }
    const reminders = async () => (await subjects('grace@example.com')).filter((subject) => subject.includes('book by'))
    await remind(31)
    expect(await reminders()).toEqual([])
    const words = '2 sessions with Ada Lovelace: book by Tuesday 7 January 2031'
    await remind(30)
    expect(await reminders()).toEqual([words])
    await remind(7)
    expect(await reminders()).toEqual([words, words])
  })

  it('say of a session that is cancelled whether it is back in the package or used', async () => {
    const { id } = await buyPackage(test, seller)
    const [first, second] = [await bookedWithCredit(test, id, 3), await bookedWithCredit(test, id, 4)]
    await cancelBooking(test.app, { id: first, by: 'mentee', shown: toMinorUnits(3_334) })
    test.clock.forward(4.5 * DAY_MINUTES)
    await cancelBooking(test.app, { id: second, by: 'mentee', shown: NOTHING })
    await test.runJobs()
    const texts = (await mailsTo(test, 'grace@example.com')).map(({ text }) => text)
    expect(texts.filter((text) => text.includes('back in your package'))).toHaveLength(1)
    expect(texts.filter((text) => text.includes('of your package is used'))).toHaveLength(1)
    expect(texts.filter((text) => text.includes('£33.34, with your package'))).toHaveLength(1)
  })
})
