/**
 * What emails know when they are sent: free times, clock changes, and a secret that is kept no longer than it must be.
 */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { holdSlot } from '#server/bookings/holds/hold'
import { confirmFreeSession } from '#server/bookings/holds/free-sessions'
import { hashSecret } from '#server/bookings/holds/release'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { sweep } from '#server/bookings/sweep/sweep'
import { holdRequest } from '../../../tests/support/bookings/requests.ts'
import { addMentor, ORIGIN } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { payCheckout } from '../../../tests/support/payments/checkout.ts'

useProduct()

type Mentor = Awaited<ReturnType<typeof addMentor>>

const TUESDAY = new Date('2030-01-08T09:00:00Z') // 14:30 in Kolkata.

async function hold(mentor: Mentor, startsAt = TUESDAY, email = 'grace@example.com', name = 'Grace Hopper') {
  const request = holdRequest(mentor.sessionTypeIds[0]!, { startsAt, email, name, topic: 'Win £1,000' })
  const held = await holdSlot(test.app, request)
  if (!held.ok) throw new Error(held.error.code)
  return held.value
}

async function sentTo(address = 'grace@example.com') {
  await test.runJobs()
  const mails = await test.mails()
  return mails.filter((mail) => mail.to.some((to) => to.address === address))
}

const secretIn = (text: string) => /\/confirm\?hold=([\w-]+)/.exec(text)![1]!

async function holdPaid(mentor: Mentor, startsAt = TUESDAY) {
  const { checkoutId } = await hold(mentor, startsAt)
  await payCheckout(test, checkoutId!)
  await settleCheckout(test.app, checkoutId!)
}

describe('the email that asks to confirm a free session', () => {
  it('contains the link that books it, whose secret is deleted from the database once it is sent', async () => {
    await hold(await addMentor(test, { price: 0 }))
    const [mail] = await sentTo()
    expect(mail!.subject).toBe('Confirm your free session with Ada Lovelace')
    expect(mail!.text).toContain(`${ORIGIN}/confirm?hold=`)
    expect(await test.db.selectFrom('outbox').select(['secret']).execute()).toEqual([{ secret: null }])
    expect(await confirmFreeSession(test.app, hashSecret(secretIn(mail!.text)))).toBe('confirmed')
    const [confirmation] = (await sentTo()).filter(({ subject }) => subject.startsWith('Booked: '))
    expect(confirmation!.text).toMatch(/^Hello Grace Hopper,\n/) // Who opens the link has the address.
    expect(confirmation!.text).toContain('It’s free')
  })
})

/** Two who hold one hour one after the other both pay: the second is confirmed, the first gets the money back. */
async function payInVain(mentor: Mentor) {
  const first = await hold(mentor)
  await test.db.deleteFrom('claims').execute()
  const second = await hold(mentor, TUESDAY, 'ada@example.com')
  await test.db.updateTable('bookings').set({ status: 'expired' }).where('id', '=', first.bookingId).execute()
  for (const { checkoutId } of [second, first]) {
    await payCheckout(test, checkoutId!)
    await settleCheckout(test.app, checkoutId!)
  }
}

describe('the refund email', () => {
  it('names the next three free times, on both clocks', async () => {
    const mentor = await addMentor(test)
    await payInVain(mentor)
    await hold(mentor, new Date('2030-01-07T10:00:00Z'), 'someone@example.com')
    const [mail] = (await sentTo()).filter(({ subject }) => subject.startsWith('Your refund of'))
    expect(mail!.text.split('\n')).toEqual(
      expect.arrayContaining([
        'Free time 1: Monday 7 January 2030, 11:00 (London, UTC+0); Monday 7 January 2030, 16:30 (Kolkata, UTC+5:30)',
        'Free time 2: Monday 7 January 2030, 12:00 (London, UTC+0); Monday 7 January 2030, 17:30 (Kolkata, UTC+5:30)',
        'Free time 3: Monday 7 January 2030, 13:00 (London, UTC+0); Monday 7 January 2030, 18:30 (Kolkata, UTC+5:30)',
        `${ORIGIN}/mentors/${mentor.slug}/book?session=${mentor.sessionTypeIds[0]}`,
      ]),
    )
  })

  it('names no times with a mentor who is no longer listed', async () => {
    await payInVain(await addMentor(test))
    await test.db.updateTable('mentors').set({ status: 'paused' }).execute()
    const [mail] = (await sentTo()).filter(({ subject }) => subject.startsWith('Your refund of'))
    expect(mail!.text).not.toContain('Free time')
  })
})

it('the confirmation email names clock changes around the session, and the accepted terms', async () => {
  test.clock.time = new Date('2030-03-25T09:00:00Z')
  await holdPaid(await addMentor(test), new Date('2030-03-28T09:00:00Z'))
  const { text } = (await sentTo())[0]!
  expect(text).toContain('Clocks in London go forward 1 hour on Sunday 31 March, after your session.')
  expect(text).toContain('On Monday 25 March 2030 you accepted the terms of 2026-11 and requested this session')
})

describe('what a visitor typed', () => {
  const name = 'You won £1,000'
  const typed = /You won|£1,000/
  const whole = (mail: object | undefined) => JSON.stringify(mail)

  it('is in no email to an unconfirmed address, since anyone can type any address', async () => {
    await hold(await addMentor(test, { price: 0 }), TUESDAY, 'stranger@example.com', name)
    const paid = await hold(await addMentor(test), TUESDAY, 'stranger@example.com', name)
    await payCheckout(test, paid.checkoutId!)
    await settleCheckout(test.app, paid.checkoutId!)
    const mentor = await addMentor(test)
    const late = await hold(mentor, TUESDAY, 'stranger@example.com', name)
    await test.db.updateTable('mentors').set({ status: 'paused' }).where('id', '=', mentor.id).execute()
    test.clock.forward(36)
    await sweep(test.app)
    await test.stripe.control.payLate(late.checkoutId!)
    await settleCheckout(test.app, late.checkoutId!)
    const mails = await sentTo('stranger@example.com')
    expect(mails.map(({ subject }) => subject.split(' ')[0]).toSorted()).toEqual(['Booked:', 'Confirm', 'Your'])
    for (const mail of mails) expect(whole(mail)).not.toMatch(typed)
  })

  it('is not the greeting for the owner of an account, who is greeted by their own name', async () => {
    const account = { id: randomUUID(), name: 'Ada King', email: 'ada@example.com', emailVerified: true }
    const made = { createdAt: test.clock.time, updatedAt: test.clock.time }
    await test.db
      .insertInto('accounts')
      .values({ ...account, ...made })
      .execute()
    await hold(await addMentor(test, { price: 0 }), TUESDAY, 'ADA@example.com', name)
    const [mail] = await sentTo('ADA@example.com')
    expect(mail!.text).toMatch(/^Hello Ada King,\n/)
    expect(whole(mail)).not.toMatch(typed)
  })
})
