/** Moving a hold to another time: what becomes of both, whatever happens in between. */
import { describe, expect, it } from 'vitest'
import { confirmFreeSession } from '#server/bookings/holds/free-sessions'
import { hashSecret } from '#server/bookings/holds/release'
import { readCurrentHold } from '#server/bookings/holds/current-hold'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { mailsToMentees } from '../../../tests/support/mails.ts'
import { test, usual, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { payCheckout, unreachablePayments } from '../../../tests/support/payments/checkout.ts'
import {
  addQuarterMentor,
  claimedTimes,
  heldTime,
  holdTime,
  openSessions,
  sweepLater,
} from '../../../tests/support/bookings/moved-holds.ts'
import { atMessage } from '../../../tests/support/database/message-offset.ts'
import { openLine } from '../../../tests/support/model/line.ts'

const MANY = { timeout: 300_000 }

useProduct()

const resultCode = (answer: Awaited<ReturnType<typeof holdTime>>) => (answer.ok ? 'held' : answer.error.code)

describe('a hold that is moved', () => {
  it('stays payable while no checkout can be opened for the new time', async () => {
    const mentor = await addQuarterMentor(test)
    const first = await heldTime(test.app, mentor, '14:30')
    test.app.payments = unreachablePayments
    expect(resultCode(await holdTime(test.app, mentor, '14:45'))).toBe('payments_unavailable')
    expect(await claimedTimes(test)).toEqual(['14:30 held'])
    test.app.payments = usual.payments
    expect(await openSessions(test)).toEqual([first.checkoutId])
    expect(await heldTime(test.app, mentor, '14:30')).toEqual(first)
  })

  it.each([
    ['the payment service refuses to end its session', false],
    ['the answer to the ending of its session is lost', true],
  ])('stays beside the new one while %s; asking again ends it', async (_why, done) => {
    const mentor = await addQuarterMentor(test)
    await heldTime(test.app, mentor, '14:30')
    await test.stripe.control.outage({ answer: 'garbage', calls: 'expire', done })
    expect(resultCode(await holdTime(test.app, mentor, '14:45'))).toBe('payments_unavailable')
    expect(await claimedTimes(test)).toEqual(['14:30 held', '14:45 held'])
    await test.stripe.control.heal()
    const second = await heldTime(test.app, mentor, '14:45')
    expect(await claimedTimes(test)).toEqual(['14:45 held'])
    expect(await openSessions(test)).toEqual([second.checkoutId])
  })

  it('is shown as the visitor’s current hold until the move is complete', async () => {
    const mentor = await addQuarterMentor(test)
    const first = await heldTime(test.app, mentor, '14:30')
    await test.stripe.control.outage({ answer: 'garbage', calls: 'expire' })
    await holdTime(test.app, mentor, '16:30')
    expect(await readCurrentHold(test.app, 'mover', mentor.id)).toMatchObject({ payUrl: first.payUrl })
    await test.stripe.control.heal()
    const back = await heldTime(test.app, mentor, '14:30')
    expect(await claimedTimes(test)).toEqual(['14:30 held'])
    expect(await openSessions(test)).toEqual([back.checkoutId])
  })

  it.each(['16:30', '14:45'])(
    'stands when it is paid while it is moved to %s, or the new one does',
    MANY,
    async (time) => {
      const outcomes = new Set<string>()
      for (let offset = 0, sent = 0; offset <= sent; offset += 1) {
        await test.reset()
        const mentor = await addQuarterMentor(test)
        const { checkoutId } = await heldTime(test.app, mentor, '14:30')
        const line = atMessage(test.app, offset, async () => {
          const paid = await payCheckout(test, checkoutId!).then(
            () => true,
            () => false, // The page said that the session is over.
          )
          await settleCheckout(test.app, checkoutId!)
          return paid
        })
        const answer = resultCode(await holdTime(line.app, mentor, time))
        sent = line.sent()
        const paid = await line.outcome
        const stands = paid ? '14:30 confirmed' : `${time} held`
        expect(await claimedTimes(test), `offset ${offset}`).toEqual(
          paid && answer === 'held' ? ['14:30 confirmed', '16:30 held'] : [stands],
        )
        // Who has paid before the move begins holds nothing that could be moved: the other time is a second booking.
        if (answer !== 'held')
          expect([answer, paid]).toEqual([expect.stringMatching(/^(already_paid|slot_taken)$/), true])
        await sweepLater(test)
        await test.check()
        expect(await openSessions(test)).toHaveLength(answer === 'held' ? 1 : 0)
        outcomes.add(answer)
      }
      expect(outcomes).toContain('already_paid')
      expect(outcomes).toContain('held')
      expect(test.faults).toEqual([])
    },
  )

  // On the way to an hour of its own: `moves-interrupted.test.ts`.
  it('or the new one stands, wherever the process dies on the way to minutes that it shares', MANY, async () => {
    const ends = new Set<string>()
    for (let messages = 0, hasDied = true; hasDied; messages += 1) {
      await test.reset()
      const mentor = await addQuarterMentor(test)
      await heldTime(test.app, mentor, '14:30')
      const line = openLine(test.app)
      line.cut({ messages, lost: messages % 2 === 1, dies: true })
      await holdTime({ ...test.app, ...line.outside }, mentor, '14:45').catch(() => {})
      hasDied = line.isDead()
      const left = await claimedTimes(test)
      expect(left.length, `message ${messages}`).toBeGreaterThan(0)
      await sweepLater(test)
      await test.check()
      const [one, ...more] = await claimedTimes(test)
      expect(more).toEqual([])
      expect(['14:30 held', '14:45 held']).toContain(one)
      ends.add(one!)
      const { checkoutId } = await heldTime(test.app, mentor, one!.slice(0, 5))
      expect(await openSessions(test)).toEqual([checkoutId])
    }
    expect(ends.size).toBe(2)
  })
})

describe('two tabs of one browser', () => {
  it('end with one hold and one checkout when they move to two times at once', async () => {
    for (const times of [
      ['14:45', '16:30'],
      ['14:15', '14:45'],
      ['15:30', '16:30'],
    ]) {
      await test.reset()
      const mentor = await addQuarterMentor(test)
      await heldTime(test.app, mentor, '14:30')
      const answers = await Promise.all(times.map((time) => holdTime(test.app, mentor, time)))
      expect(answers.map(resultCode)).toEqual(['held', 'held'])
      const [one, ...more] = await claimedTimes(test)
      expect(more).toEqual([])
      expect(times.map((time) => `${time} held`)).toContain(one)
      const sessions = await openSessions(test)
      expect(sessions).toHaveLength(1)
      expect(answers.map((answer) => answer.ok && answer.value.checkoutId)).toContain(sessions[0])
    }
  })

  it('get the same checkout when they move to the same time at once', async () => {
    const mentor = await addQuarterMentor(test)
    await heldTime(test.app, mentor, '14:30')
    const answers = await Promise.all(Array.from({ length: 4 }, () => heldTime(test.app, mentor, '14:45')))
    expect(new Set(answers.map(({ checkoutId }) => checkoutId)).size).toBe(1)
    expect(await claimedTimes(test)).toEqual(['14:45 held'])
    expect(await openSessions(test)).toEqual([answers[0]!.checkoutId])
  })
})

it('a late payment for the old time is refunded when the new time overlaps it', async () => {
  const mentor = await addQuarterMentor(test)
  const { checkoutId } = await heldTime(test.app, mentor, '14:30')
  await heldTime(test.app, mentor, '14:45')
  await test.stripe.control.payLate(checkoutId!)
  await settleCheckout(test.app, checkoutId!)
  expect(await claimedTimes(test)).toEqual(['14:45 held'])
  expect(await test.db.selectFrom('refunds').select('reason').execute()).toEqual([{ reason: 'slot_taken' }])
})

describe('a free session', () => {
  const listMails = () => mailsToMentees(test.db)

  it('that replaces a paid session’s hold is emailed once, after that checkout has ended', async () => {
    const mentor = await addQuarterMentor(test)
    await heldTime(test.app, mentor, '14:30')
    const { bookingId } = await heldTime(test.app, mentor, '14:45', { session: 'free' })
    expect(await openSessions(test)).toEqual([])
    const [mail, ...others] = await listMails()
    expect(mail).toMatchObject({ subject: bookingId, kind: 'confirm_address' })
    expect(others).toEqual([])
    expect(await confirmFreeSession(test.app, hashSecret(mail!.secret!))).toBe('confirmed')
    expect(await claimedTimes(test)).toEqual(['14:45 confirmed'])
  })

  it('is not emailed while the old hold might be paid, only once the sweeper has ended that', async () => {
    const mentor = await addQuarterMentor(test)
    await heldTime(test.app, mentor, '14:30')
    await test.stripe.control.outage({ answer: 'garbage', calls: 'expire' })
    const moved = await holdTime(test.app, mentor, '14:45', { session: 'free' })
    expect(resultCode(moved)).toBe('payments_unavailable')
    expect(await listMails()).toEqual([])
    await test.stripe.control.heal()
    await sweepLater(test)
    expect(await claimedTimes(test)).toEqual(['14:45 held'])
    const [mail] = await listMails()
    expect(await confirmFreeSession(test.app, hashSecret(mail!.secret!))).toBe('confirmed')
  })

  it(
    'that is confirmed while it is moved to one that costs something stands; the other is a booking beside it',
    MANY,
    async () => {
      for (let offset = 0, sent = 0; offset <= sent; offset += 1) {
        await test.reset()
        const mentor = await addQuarterMentor(test)
        await heldTime(test.app, mentor, '14:30', { session: 'free' })
        const [mail] = await listMails()
        const confirm = () => confirmFreeSession(test.app, hashSecret(mail!.secret!))
        const line = atMessage(test.app, offset, confirm)
        expect(resultCode(await holdTime(line.app, mentor, '16:30')), `offset ${offset}`).toBe('held')
        sent = line.sent()
        const confirmed = (await line.outcome) === 'confirmed'
        const all = await claimedTimes(test)
        expect(all).toContain('16:30 held')
        expect(all).toEqual(confirmed ? ['14:30 confirmed', '16:30 held'] : ['16:30 held'])
      }
    },
  )
})
