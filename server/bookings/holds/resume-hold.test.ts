import { afterEach, describe, expect, it } from 'vitest'
import { expireHold } from '#server/bookings/queries'
import { resumeHold } from '#server/bookings/holds/resume-hold'
import { addMentor, ORIGIN } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { skipPauses } from '../../../tests/support/product/pauses.ts'
import { makeBookingForm, bookTuesday, postBooking } from '../../../tests/support/bookings/requests.ts'

useProduct()

let pauses: ReturnType<typeof skipPauses> | undefined
afterEach(() => pauses?.end())

const booking = () => test.db.selectFrom('bookings').selectAll().executeTakeFirstOrThrow()
/** Another request of the same browser is at work on the hold, and `during` is what it has done by each pause. */
const waitingWhile = (during: () => Promise<unknown>) => {
  pauses = skipPauses(during)
  return pauses.lengths
}

describe('resumeHold', () => {
  it('gives the checkout that was opened for the hold, at once', async () => {
    const checkoutId = await bookTuesday(test)
    const { id, reference, checkoutUrl: payUrl, payBefore } = await booking()
    const lengths = waitingWhile(async () => {})
    expect(await resumeHold(test.app, id)).toEqual({
      ok: true,
      value: { bookingId: id, reference, checkoutId, payUrl, payBefore },
    })
    expect(lengths).toEqual([])
  })

  it('leads to the page about the emailed link where the session is free', async () => {
    await postBooking(test, makeBookingForm(await addMentor(test, { price: 0 })))
    const { id } = await booking()
    expect(await resumeHold(test.app, id)).toMatchObject({
      ok: true,
      value: { checkoutId: null, payUrl: `${ORIGIN}/confirm` },
    })
  })

  it('waits for the checkout that another request is opening', async () => {
    const checkoutId = await bookTuesday(test)
    const { id, checkoutUrl } = await booking()
    const setUrl = (url: string | null) => test.db.updateTable('bookings').set({ checkoutUrl: url }).execute()
    await setUrl(null)
    let polls = 0
    const lengths = waitingWhile(async () => {
      polls += 1
      if (polls === 3) await setUrl(checkoutUrl)
    })
    expect(await resumeHold(test.app, id)).toMatchObject({ ok: true, value: { checkoutId, payUrl: checkoutUrl } })
    expect(lengths).toEqual([100, 100, 100])
  })

  it('waits until another request has ended the hold that this one replaces', async () => {
    await bookTuesday(test)
    const { id } = await booking()
    const setMoved = (from: string | null) => test.db.updateTable('bookings').set({ movedFrom: from }).execute()
    await setMoved(id)
    const lengths = waitingWhile(() => setMoved(null))
    expect(await resumeHold(test.app, id)).toMatchObject({ ok: true })
    expect(lengths).toHaveLength(1)
  })

  it('gives nothing where the hold has ended, also while it waits, and for an unknown one', async () => {
    await bookTuesday(test)
    const { id } = await booking()
    await test.db.updateTable('bookings').set({ checkoutUrl: null }).execute()
    waitingWhile(() => expireHold(test.db, id, test.clock.time))
    expect(await resumeHold(test.app, id)).toBeNull()
    expect(await resumeHold(test.app, id)).toBeNull()
    expect(await resumeHold(test.app, '00000000-0000-4000-8000-000000000000')).toBeNull()
  })

  it('says after seven seconds that it cannot be paid for now', async () => {
    await bookTuesday(test)
    const { id } = await booking()
    await test.db.updateTable('bookings').set({ checkoutUrl: null }).execute()
    const lengths = waitingWhile(async () => {})
    expect(await resumeHold(test.app, id)).toEqual({ ok: false, error: { code: 'payments_unavailable' } })
    expect(lengths).toEqual(Array<number>(70).fill(100))
  })
})
