/** The payer's link and the mentee's: who may open them, what opening them does, and the emails that go with them. */
import { describe, expect, it } from 'vitest'
import { minutesAfter } from '#domain/time/wall-time'
import { holdSlot } from '#server/bookings/holds/hold'
import { payerToken, requestPath } from '#server/bookings/payment-requests/link'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { sweep } from '#server/bookings/sweep/sweep'
import { findPayUrl, readPaidPage, readPayerPage } from '../../../app/views/bookings/payment-links/payer-page.ts'
import { handleLinkForm, readLinkPage } from '../../../app/views/bookings/payment-links/link-page.ts'
import { addQuarterMentor, startAt } from '../../../tests/support/bookings/moved-holds.ts'
import { holdRequest } from '../../../tests/support/bookings/requests.ts'
import { sendDue } from '../../../tests/support/mails.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { payCheckout } from '../../../tests/support/payments/checkout.ts'

useProduct()

const MENTEE = { browser: 'mentees-browser', network: null, farNetwork: null }
const CLIENT = { ...MENTEE, address: '192.0.2.1', cookies: '', userAgent: null }

async function request(time = '14:30', payment: 'now' | 'by_link' = 'by_link') {
  const mentor = await addQuarterMentor(test)
  return hold(mentor.sessionTypeIds[0]!, time, payment)
}

async function hold(sessionTypeId: string, time: string, payment: 'now' | 'by_link' = 'by_link') {
  const wanted = holdRequest(sessionTypeId, { startsAt: startAt(time), name: 'Grace Hopper', payment })
  const held = await holdSlot(test.app, wanted, MENTEE)
  if (!held.ok) throw new Error(held.error.code)
  const { bookingId, checkoutId, payUrl, payBefore } = held.value
  const [, , reference = '', secret = ''] = requestPath(test.app, held.value).split('/')
  return {
    sessionTypeId,
    bookingId,
    checkoutId: checkoutId!,
    payUrl,
    payBefore,
    token: payerToken(test.app, bookingId),
    address: { reference, secret },
  }
}

const stateFor = async (token: string) => (await readPayerPage(test.app, token, null))?.state
const stateOf = async (address: { reference: string; secret: string }) =>
  (await readLinkPage(test.app, address, MENTEE.browser))?.state

function post(address: { reference: string; secret: string }, fields: Record<string, string>, client = CLIENT) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return handleLinkForm(test.app, address, { form, client })
}

/** Everything that a link could change. */
const readAll = async () => ({
  bookings: await test.db.selectFrom('bookings').selectAll().execute(),
  requests: await test.db.selectFrom('paymentRequests').selectAll().execute(),
  mails: await test.db.selectFrom('outbox').select(['kind', 'recipient']).execute(),
})

describe('a payer’s link', () => {
  it('shows session, time, price and first name, and nothing else of the mentee', async () => {
    const { token } = await request()
    const view = await readPayerPage(test.app, token, 'America/New_York')
    expect(view).toMatchObject({
      state: 'open',
      mentee: 'Grace',
      amount: '£45.00',
      facts: { zone: 'America/New_York', other: { timeZone: 'Europe/London' } },
    })
    const shown = JSON.stringify(view)
    for (const hidden of ['Hopper', '07700', 'First weeks', 'grace@example.com', 'B-'])
      expect(shown).not.toContain(hidden)
  })

  it('changes nothing when it is opened, however often', async () => {
    const { token } = await request()
    const before = await readAll()
    for (let opened = 0; opened < 20; opened += 1) await readPayerPage(test.app, token, null)
    expect(await readAll()).toEqual(before)
  })

  it.each(['x'.repeat(43), 'short', '../admin', '%00'])('is not there for a stranger’s token: %s', async (token) => {
    await request()
    expect(await readPayerPage(test.app, token, null)).toBeNull()
    expect(await readPaidPage(test.app, token, { zone: null, browser: 'stranger' })).toBeNull()
    expect(await findPayUrl(test.app, token)).toBeNull()
  })

  it('leads two who press Pay at once to one checkout, which is paid once', async () => {
    const { token, payUrl, checkoutId } = await request()
    const [one, other] = await Promise.all([findPayUrl(test.app, token), findPayUrl(test.app, token)])
    expect([one, other]).toEqual([payUrl, payUrl])
    await Promise.all([
      payCheckout(test, checkoutId, undefined, 'parent@example.com'),
      payCheckout(test, checkoutId, undefined, 'uncle@example.com'),
    ])
    await settleCheckout(test.app, checkoutId)
    expect(
      await test.db.selectFrom('ledger').select('amountPence').where('kind', '=', 'charge').execute(),
    ).toHaveLength(1)
    expect(await findPayUrl(test.app, token)).toBeNull()
  })

  it('says that it is paid, also to a payer who was faster than the webhook', async () => {
    const { token, checkoutId } = await request()
    await payCheckout(test, checkoutId, undefined, 'parent@example.com')
    expect(await readPaidPage(test.app, token, { zone: null, browser: 'payers-browser' })).toMatchObject({
      state: 'paid',
      hasReturned: true,
    })
    expect(await readPaidPage(test.app, token, { zone: null, browser: MENTEE.browser })).toEqual({
      state: 'own',
      to: `/success?session_id=${checkoutId}`,
    })
    expect(await stateFor(token)).toBe('paid')
  })

  it('ends with its time', async () => {
    const { token, payBefore, address } = await request()
    test.clock.time = minutesAfter(payBefore, 0.01)
    expect([await stateFor(token), await findPayUrl(test.app, token)]).toEqual(['ended', null])
    expect(await stateOf(address)).toBe('ending')
    await sweep(test.app)
    expect([await stateFor(token), await stateOf(address)]).toEqual(['ended', 'expired'])
  })

  it('ends when the mentee releases the time, and only who was emailed is notified', async () => {
    const { token, address } = await request()
    await post(address, { intent: 'email', email: 'Parent@example.com' })
    expect(await post(address, { intent: 'release' })).toEqual({ kind: 'released' })
    expect(await post(address, { intent: 'release' })).toEqual({ kind: 'released' })
    expect([await stateFor(token), await findPayUrl(test.app, token)]).toEqual(['ended', null])
    expect(await stateOf(address)).toBe('released')
    expect((await readAll()).mails.filter(({ kind }) => kind === 'payment_request_ended')).toEqual([
      { kind: 'payment_request_ended', recipient: 'parent@example.com' },
    ])
  })

  it('ends when the mentee takes another time, which has a link of its own', async () => {
    const first = await request()
    const second = await hold(first.sessionTypeId, '16:30')
    expect(second.token).not.toBe(first.token)
    expect([await stateFor(first.token), await stateFor(second.token)]).toEqual(['ended', 'open'])
  })
})

describe('the mentee’s page of a link', () => {
  it('opens with its secret alone, and leads to the booking only in the browser that booked', async () => {
    const { address, checkoutId } = await request()
    expect(await stateOf({ ...address, secret: 'x'.repeat(43) })).toBeUndefined()
    expect(await stateOf({ ...address, reference: 'B-2222-2222' })).toBeUndefined()
    expect(await post({ ...address, secret: 'x' }, { intent: 'release' })).toBeNull()
    await payCheckout(test, checkoutId, undefined, 'parent@example.com')
    await settleCheckout(test.app, checkoutId)
    expect(await readLinkPage(test.app, address, MENTEE.browser)).toMatchObject({ own: expect.any(String) })
    expect(await readLinkPage(test.app, address, 'another-browser')).toMatchObject({ state: 'paid', own: null })
  })

  it('keeps the time, and its link, while the payment service cannot be reached to release it', async () => {
    const { address, token } = await request()
    await test.stripe.control.outage({ answer: 'garbage', calls: 'expire' })
    expect(await post(address, { intent: 'release' })).toEqual({ kind: 'kept' })
    expect(await stateFor(token)).toBe('open')
    expect(await test.db.selectFrom('paymentRequests').select('releasedAt').execute()).toEqual([{ releasedAt: null }])
  })

  it('emails an address once an hour, and a link at most three times, also when both are pressed at once', async () => {
    const { address } = await request()
    const email = (to: string) => post(address, { intent: 'email', email: to })
    const both = await Promise.all([email('parent@example.com'), email('parent@example.com')])
    expect(both.map((result) => result?.kind).toSorted()).toEqual(['emailed', 'refused'])
    expect(await email('PARENT+again@example.com')).toMatchObject({ kind: 'refused', status: 429 })
    const more = await Promise.all(['b@example.com', 'c@example.com', 'd@example.com'].map(email))
    expect(more.map((result) => result?.kind).toSorted()).toEqual(['emailed', 'emailed', 'refused'])
    expect(await email('not an address')).toMatchObject({ kind: 'refused', status: 400, typed: 'not an address' })
    expect(await test.db.selectFrom('paymentRequests').select('emailsSent').execute()).toEqual([{ emailsSent: 3 }])
  })

  it('limits the emails of a browser before it looks for anything else', async () => {
    const { address } = await request()
    for (let sent = 0; sent < 6; sent += 1) await post(address, { intent: 'email', email: `p${sent}@example.com` })
    expect(await post(address, { intent: 'email', email: 'p9@example.com' })).toMatchObject({
      status: 429,
      retryAfter: 3_600,
    })
  })
})

describe('the emails', () => {
  it('give the mentee their link, and the payer the session without more of the mentee than a first name', async () => {
    const { address, token } = await request()
    await post(address, { intent: 'email', email: 'parent@example.com' })
    await sendDue(test)
    const mails = (await test.mails()).slice(-2)
    const toMentee = mails.find(({ to }) => JSON.stringify(to).includes('grace@'))!
    const toPayer = mails.find(({ to }) => JSON.stringify(to).includes('parent@'))!
    expect(toMentee.text).toContain(`/payment-links/${address.reference}/${address.secret}`)
    expect(toMentee.text).not.toContain(token)
    expect(toPayer.subject).toBe('Grace asks you to pay for a session with Ada Lovelace')
    expect(toPayer.text).toContain(`/pay/${token}`)
    for (const hidden of ['Hopper', '07700', 'First weeks', 'grace@', address.secret])
      expect(toPayer.text).not.toContain(hidden)
  })

  it('give the payer the receipt and what is refunded, and the mentee neither sum of the payment nor receipt', async () => {
    const { checkoutId } = await request()
    await payCheckout(test, checkoutId, undefined, 'parent@example.com')
    await settleCheckout(test.app, checkoutId)
    await sendDue(test)
    const confirmed = (await test.mails()).filter(({ subject }) => /Booked|Receipt/.test(subject))
    const toPayer = confirmed.find(({ to }) => JSON.stringify(to).includes('parent@'))!
    const toMentee = confirmed.find(({ to }) => JSON.stringify(to).includes('grace@'))!
    expect(toPayer.text).toContain('£45.00')
    expect(toPayer.text).not.toMatch(/bookings\/B-|Hopper/)
    expect(toMentee.text).toContain('Paid: By someone else')
    expect(toMentee.text).not.toContain('£45.00')
  })
})
