/** How a mentee keeps, loses and gets back the way to a booking. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '#domain/accounts/client'
import { bookingLink, isBookingSecret } from '#server/bookings/booking-link'
import { correctAddress } from '#server/bookings/links/correct-address'
import { endLinks } from '#server/bookings/links/end-links'
import { requestLinks } from '#server/bookings/links/lost-links'
import { cancelBooking } from '#server/bookings/cancellation/cancel'
import { holdSlot } from '#server/bookings/holds/hold'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { toMinorUnits } from '#domain/payments/money'
import { clientFrom, mailsTo, signUpByLink } from '../../../tests/support/accounts/accounts.ts'
import { holdRequest } from '../../../tests/support/bookings/requests.ts'
import { addOpenCohort, joinPaid } from '../../../tests/support/bookings/seats.ts'
import { payCheckout } from '../../../tests/support/payments/checkout.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

const GRACE = 'grace@example.com'
const HOLDER: Client = clientFrom('203.0.113.7')

let checkoutId: string
beforeEach(async () => {
  checkoutId = await bookPaid()
})

/** A paid session, held by the browser of `HOLDER`. */
async function bookPaid(email = GRACE, startsAt = '2030-01-08T09:00:00.000Z', accountId: string | null = null) {
  const mentor = await addMentor(test)
  const request = holdRequest(mentor.sessionTypeIds[0]!, { email, startsAt: new Date(startsAt) })
  const held = await holdSlot(test.app, request, HOLDER, accountId)
  if (!held.ok) throw new Error(held.error.code)
  await payCheckout(test, held.value.checkoutId!)
  await settleCheckout(test.app, held.value.checkoutId!)
  return held.value.checkoutId!
}

const read = (id = checkoutId) =>
  test.db.selectFrom('bookings').selectAll().where('checkoutId', '=', id).executeTakeFirstOrThrow()
const linksIn = (text: string) => [...text.matchAll(/\/bookings\/(B-[\w-]{9})\/([\w-]{43})/g)]
const opens = async (text: string, id = checkoutId) => {
  const booking = await read(id)
  return linksIn(text).some(([, , secret]) => isBookingSecret(test.app, booking, secret!))
}

describe('ending the links of a booking', () => {
  it('gets a new one by email, and every earlier one opens nothing', async () => {
    const [confirmation] = await mailsTo(test, GRACE)
    expect(await opens(confirmation!.text)).toBe(true)
    expect(await endLinks(test.app, (await read()).id)).toEqual({ ok: true, value: { linkVersion: 2 } })
    expect(await opens(confirmation!.text)).toBe(false)
    const [mail] = await mailsTo(test, GRACE)
    expect(mail!.subject).toBe(`A new link to your booking ${(await read()).reference}`)
    expect(await opens(mail!.text)).toBe(true)
  })

  it('can do so five times a day', async () => {
    const { id } = await read()
    for (let time = 1; time <= 5; time += 1) expect(await endLinks(test.app, id)).toMatchObject({ ok: true })
    expect(await endLinks(test.app, id)).toMatchObject({ ok: false, error: { code: 'too_many' } })
    expect((await read()).linkVersion).toBe(6)
  })
})

describe('a person who has lost the link', () => {
  const ask = (email = GRACE, reference: string | null = null, client = HOLDER) =>
    requestLinks(test.app, { email, reference }, client)
  const linkMails = async (email = GRACE) =>
    (await mailsTo(test, email)).filter(({ subject }) => /^The links? to/.test(subject))

  it('gets one email with the links to all bookings of the address, or to the one that they name, also if it is cancelled', async () => {
    const second = await bookPaid('GRACE@example.com', '2030-01-09T09:00:00.000Z')
    expect(await ask()).toEqual({ ok: true, value: null })
    const [mail, ...others] = await linkMails()
    expect(others).toEqual([])
    expect(linksIn(mail!.text)).toHaveLength(2)
    expect(await opens(mail!.text)).toBe(true)
    expect(await opens(mail!.text, second)).toBe(true)
    test.clock.forward(1)
    await cancelBooking(test.app, { id: (await read()).id, by: 'mentee', shown: toMinorUnits(4500) }) // Money may be on its way back.
    const { reference } = await read()
    await ask(GRACE, reference)
    const named = (await linkMails()).find(({ subject }) => subject.endsWith(reference))!
    expect(linksIn(named.text).map(([, of]) => of)).toEqual([reference])
    expect(await opens(named.text)).toBe(true)
  })

  it('gets the links to their seats in cohorts, too, and only to that one if they name it', async () => {
    await addOpenCohort(test)
    const { reference } = await joinPaid(test, 'GRACE@example.com')
    const seatsIn = (text: string) => [...text.matchAll(/\/seats\/(B-[\w-]{9})\/[\w-]{43}/g)].map(([, named]) => named)
    await ask()
    const [all] = await linkMails()
    expect(linksIn(all!.text)).toHaveLength(1)
    expect(seatsIn(all!.text)).toEqual([reference])
    expect(all!.text).toContain('First term in Lyon with Elif Demir, Monday 2 September 2030 to')
    test.clock.forward(1)
    await ask(GRACE, reference)
    const named = (await linkMails()).find(({ subject }) => subject.endsWith(reference))!
    expect([linksIn(named.text), seatsIn(named.text)]).toEqual([[], [reference]])
  })

  it('gets the same answer for an address without bookings and for a foreign reference, and no email goes out', async () => {
    await bookPaid('ada@example.com', '2030-01-09T09:00:00.000Z')
    const { reference } = await read()
    expect(await ask('unknown@example.com')).toEqual(await ask())
    expect(await ask('ada@example.com', reference)).toEqual(await ask())
    expect(await linkMails('unknown@example.com')).toEqual([])
    expect(await linkMails('ada@example.com')).toEqual([])
  })

  it('gets none to a session of more than 90 days ago, nor to a hold', async () => {
    test.clock.time = new Date('2030-04-08T10:00:01Z')
    await ask()
    expect(await linkMails()).toEqual([])
  })

  it('is kept from asking for the links of many addresses, by network and by browser', async () => {
    for (let n = 1; n <= 5; n += 1) expect(await ask(`n${n}@example.com`)).toMatchObject({ ok: true })
    expect(await ask('n6@example.com')).toMatchObject({ ok: false, error: { code: 'too_many' } })
    const elsewhere = (n: number) => ({ ...HOLDER, network: `198.51.100.${n}` })
    for (let n = 1; n <= 5; n += 1)
      expect(await ask(`m${n}@example.com`, null, elsewhere(n))).toMatchObject({ ok: true })
    expect(await ask('m6@example.com', null, elsewhere(6))).toMatchObject({ ok: false })
    const another = { ...elsewhere(7), browser: 'c'.repeat(32) }
    expect(await ask('m7@example.com', null, another)).toMatchObject({ ok: true })
  })

  it('cannot fill a mailbox: an address gets twenty such emails an hour, and the response does not reveal it', async () => {
    for (let n = 1; n <= 25; n += 1) {
      const client = { ...HOLDER, network: `198.51.100.${n}`, browser: String(n).repeat(32).slice(0, 32) }
      expect(await ask(GRACE, null, client)).toEqual({ ok: true, value: null })
    }
    expect(await linkMails()).toHaveLength(20)
  })
})

describe('a person who mistyped their address', () => {
  const correct = (email = 'grace.hopper@example.com', { client = HOLDER, id = checkoutId } = {}) =>
    correctAddress(test.app, { checkoutId: id, email }, { client, session: null })

  it('gets the confirmation at the right one, and the link in the first email opens nothing any more', async () => {
    const [first] = await mailsTo(test, GRACE)
    expect(await correct()).toEqual({ ok: true, value: null })
    const [mail, ...others] = await mailsTo(test, 'grace.hopper@example.com')
    expect(others).toEqual([])
    expect(mail!.subject).toMatch(/^Booked: /)
    expect(await opens(mail!.text)).toBe(true)
    expect(await opens(first!.text)).toBe(false)
    expect(await mailsTo(test, GRACE)).toHaveLength(1)
  })

  it('is the browser that booked, and no other', async () => {
    const before = await read()
    for (const client of [
      { ...HOLDER, browser: 'c'.repeat(32) },
      { ...HOLDER, browser: '' },
    ]) {
      expect(await correct('evil@example.com', { client })).toEqual({ ok: false, error: { code: 'not_yours' } })
    }
    expect(await correct('evil@example.com', { id: 'cs_test_guessed_12345678' })).toMatchObject({ ok: false })
    expect(await correct('GRACE@example.com')).toEqual({ ok: true, value: null }) // It is written already.
    expect(await read()).toEqual(before)
  })

  it('can do so until the session begins, three times', async () => {
    for (const name of ['one', 'two', 'three']) expect(await correct(`${name}@example.com`)).toMatchObject({ ok: true })
    expect(await correct('four@example.com')).toEqual({ ok: false, error: { code: 'corrected_too_often' } })
    const second = await bookPaid(GRACE, '2030-01-09T09:00:00.000Z')
    test.clock.time = new Date('2030-01-09T08:59:59Z')
    expect(await correct('one@example.com', { id: second })).toMatchObject({ ok: true })
    test.clock.forward(1)
    expect(await correct('two@example.com', { id: second })).toEqual({ ok: false, error: { code: 'not_yours' } })
  })

  it('takes the booking from a stranger’s account, to which the address belonged, and leaves it in the one they booked with', async () => {
    const stranger = await signUpByLink(test, { email: 'stranger@example.com' })
    const own = await signUpByLink(test, { email: 'own@example.com' })
    const id = await bookPaid('stranger@example.com', '2030-01-09T09:00:00.000Z')
    expect((await read(id)).accountId).toBe(stranger.session.accountId)
    await correct('own@example.com', { id })
    expect((await read(id)).accountId).toBe(own.session.accountId)
    await correct('guest@example.com', { id })
    expect((await read(id)).accountId).toBeNull()
    const booked = await bookPaid('typo@example.com', '2030-01-10T09:00:00.000Z', own.session.accountId)
    await correct('right@example.com', { id: booked })
    expect((await read(booked)).accountId).toBe(own.session.accountId)
  })

  it('and cancels at the same moment: the emails go to the right address, whichever comes first', async () => {
    const { id } = await read()
    await Promise.all([correct(), cancelBooking(test.app, { id, by: 'mentee', shown: toMinorUnits(4500) })])
    const booking = await read()
    expect(booking.status).toBe('cancelled')
    for (const mail of await mailsTo(test, booking.menteeEmail))
      expect(mail.text).toContain(bookingLink(test.app, booking))
  })
})
