/** Moving a hold to another time: what becomes of both, whatever happens in between. */
import { describe, expect, it } from 'vitest'
import type { App } from '#server/context'
import { holdSlot } from '#server/bookings/holds/hold'
import { confirmFreeSession } from '#server/bookings/holds/free-sessions'
import { hashSecret } from '#server/bookings/holds/release'
import { readCurrentHold } from '#server/bookings/holds/current-hold'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { sweep } from '#server/bookings/sweep/sweep'
import { addMentor } from '../../../tests/support/product/app.ts'
import { mailsToMentees } from '../../../tests/support/mails.ts'
import { test, usual, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { payCheckout, sandboxSessions, unreachablePayments } from '../../../tests/support/payments/checkout.ts'
import { atMessage } from '../../../tests/support/database/message-offset.ts'
import { openLine } from '../../../tests/support/model/line.ts'

/** At which message to the database or the payment service something happens: a whole move sends fewer. */
const OFFSETS = Array.from({ length: 20 }, (_, n) => n)
const MANY = { timeout: 300_000 }

useProduct()

type Mentor = Awaited<ReturnType<typeof addMentor>>

/** One who offers starts a quarter of an hour apart: sessions that are paid for, and one that is free. */
async function addQuarterMentor(): Promise<Mentor> {
  const starts = ['14:15', '14:30', '14:45', '15:30', '16:30']
  return addMentor(test, { starts, sessions: [{ minutes: 60 }, { title: 'A free one', price: 0 }] })
}

const startAt = (time: string) => new Date(`2030-01-08T${time}:00+05:30`)

const hold = (app: App, mentor: Mentor, time: string, { free = false, browser = 'mover' } = {}) =>
  holdSlot(
    app,
    {
      sessionTypeId: mentor.sessionTypeIds[free ? 1 : 0]!,
      startsAt: startAt(time),
      timeZone: null,
      name: browser,
      email: `${browser}@example.com`,
      phone: '07700 900000',
      topic: '',
      expectedPrice: null,
    },
    { browser, network: null, farNetwork: null },
  )

async function held(...requested: Parameters<typeof hold>) {
  const answer = await hold(...requested)
  if (!answer.ok) throw new Error(`Not held: ${answer.error.code}`)
  return answer.value
}

const resultCode = (answer: Awaited<ReturnType<typeof hold>>) => (answer.ok ? 'held' : answer.error.code)

/** The starts that are claimed for the mover, in order, with the status of each. */
async function claimed(): Promise<string[]> {
  const rows = await test.db
    .selectFrom('claims')
    .innerJoin('bookings', 'bookings.id', 'claims.bookingId')
    .select(['startsAt', 'status'])
    .where('browserHash', '=', hashSecret('mover'))
    .orderBy('startsAt')
    .execute()
  const formatTime = (at: Date) => new Date(at.getTime() + 5.5 * 3_600_000).toISOString().slice(11, 16)
  return rows.map(({ startsAt, status }) => `${formatTime(startsAt)} ${status}`)
}

const openSessions = async () =>
  (await sandboxSessions(test)).filter(({ status }) => status === 'open').map(({ id }) => id)

/** What a request that was cut off half-way leaves is put right by the sweeper, two minutes later. */
async function sweepLater() {
  test.clock.forward(3)
  await sweep(test.app)
}

describe('a hold that is moved', () => {
  it('stays payable while no checkout can be opened for the new time', async () => {
    const mentor = await addQuarterMentor()
    const first = await held(test.app, mentor, '14:30')
    test.app.payments = unreachablePayments
    expect(resultCode(await hold(test.app, mentor, '14:45'))).toBe('payments_unavailable')
    expect(await claimed()).toEqual(['14:30 held'])
    test.app.payments = usual.payments
    expect(await openSessions()).toEqual([first.checkoutId])
    expect(await held(test.app, mentor, '14:30')).toEqual(first)
  })

  it.each([
    ['the payment service refuses to end its session', false],
    ['the answer to the ending of its session is lost', true],
  ])('stays beside the new one while %s; asking again ends it', async (_why, done) => {
    const mentor = await addQuarterMentor()
    await held(test.app, mentor, '14:30')
    await test.stripe.control.outage({ answer: 'garbage', calls: 'expire', done })
    expect(resultCode(await hold(test.app, mentor, '14:45'))).toBe('payments_unavailable')
    expect(await claimed()).toEqual(['14:30 held', '14:45 held'])
    await test.stripe.control.heal()
    const second = await held(test.app, mentor, '14:45')
    expect(await claimed()).toEqual(['14:45 held'])
    expect(await openSessions()).toEqual([second.checkoutId])
  })

  it('is ended by the sweeper if its browser does not return, and the new one can be paid', async () => {
    const mentor = await addQuarterMentor()
    await held(test.app, mentor, '14:30')
    await test.stripe.control.outage({ answer: 'garbage', calls: 'expire', done: true })
    await hold(test.app, mentor, '16:30')
    await test.stripe.control.heal()
    await sweepLater()
    expect(await claimed()).toEqual(['16:30 held'])
    const second = await held(test.app, mentor, '16:30')
    await payCheckout(test, second.checkoutId!)
    await settleCheckout(test.app, second.checkoutId!)
    expect(await claimed()).toEqual(['16:30 confirmed'])
  })

  it('is shown as the visitor’s current hold until the move is complete', async () => {
    const mentor = await addQuarterMentor()
    const first = await held(test.app, mentor, '14:30')
    await test.stripe.control.outage({ answer: 'garbage', calls: 'expire' })
    await hold(test.app, mentor, '16:30')
    expect(await readCurrentHold(test.app, 'mover', mentor.id)).toMatchObject({ payUrl: first.payUrl })
    await test.stripe.control.heal()
    const back = await held(test.app, mentor, '14:30')
    expect(await claimed()).toEqual(['14:30 held'])
    expect(await openSessions()).toEqual([back.checkoutId])
  })

  it.each(['16:30', '14:45'])(
    'stands when it is paid while it is moved to %s, or the new one does',
    MANY,
    async (time) => {
      const outcomes = new Set<string>()
      for (const offset of OFFSETS) {
        await test.reset()
        const mentor = await addQuarterMentor()
        const { checkoutId } = await held(test.app, mentor, '14:30')
        const line = atMessage(test.app, offset, async () => {
          const paid = await payCheckout(test, checkoutId!).then(
            () => true,
            () => false, // The page said that the session is over.
          )
          await settleCheckout(test.app, checkoutId!)
          return paid
        })
        const answer = resultCode(await hold(line.app, mentor, time))
        const paid = await line.outcome
        if (offset === OFFSETS.at(-1)) expect(line.sent()).toBeLessThan(OFFSETS.length) // Nothing came in between.
        const stands = paid ? '14:30 confirmed' : `${time} held`
        expect(await claimed(), `offset ${offset}`).toEqual(
          paid && answer === 'held' ? ['14:30 confirmed', '16:30 held'] : [stands],
        )
        // Who has paid before the move begins holds nothing that could be moved: the other time is a second booking.
        if (answer !== 'held')
          expect([answer, paid]).toEqual([expect.stringMatching(/^(already_paid|slot_taken)$/), true])
        await sweepLater()
        await test.check()
        expect(await openSessions()).toHaveLength(answer === 'held' ? 1 : 0)
        outcomes.add(answer)
      }
      expect(outcomes).toContain('already_paid')
      expect(outcomes).toContain('held')
      expect(test.faults).toEqual([])
    },
  )

  it('stays if its payment is processing, and the new one expires', async () => {
    const mentor = await addQuarterMentor()
    const { checkoutId } = await held(test.app, mentor, '14:30')
    await test.stripe.control.payByDebit(checkoutId!)
    expect(resultCode(await hold(test.app, mentor, '14:45'))).toBe('already_paid')
    expect(await claimed()).toEqual(['14:30 held'])
  })

  it.each(['16:30', '14:45'])(
    'or the new one stands, wherever the process dies on the way to %s',
    MANY,
    async (time) => {
      const ends = new Set<string>()
      for (const messages of OFFSETS) {
        await test.reset()
        const mentor = await addQuarterMentor()
        await held(test.app, mentor, '14:30')
        const line = openLine(test.app)
        line.cut({ messages, lost: messages % 2 === 1, dies: true })
        await hold({ ...test.app, ...line.outside }, mentor, time).catch(() => {})
        const left = await claimed()
        expect(left.length, `message ${messages}`).toBeGreaterThan(0)
        await sweepLater()
        await test.check()
        const [one, ...more] = await claimed()
        expect(more).toEqual([])
        expect(['14:30 held', `${time} held`]).toContain(one)
        ends.add(one!)
        const { checkoutId } = await held(test.app, mentor, one!.slice(0, 5))
        expect(await openSessions()).toEqual([checkoutId])
      }
      expect(ends.size).toBe(2)
    },
  )
})

describe('two tabs of one browser', () => {
  it('end with one hold and one checkout when they move to two times at once', async () => {
    for (const times of [
      ['14:45', '16:30'],
      ['14:15', '14:45'],
      ['15:30', '16:30'],
    ]) {
      await test.reset()
      const mentor = await addQuarterMentor()
      await held(test.app, mentor, '14:30')
      const answers = await Promise.all(times.map((time) => hold(test.app, mentor, time)))
      expect(answers.map(resultCode)).toEqual(['held', 'held'])
      const [one, ...more] = await claimed()
      expect(more).toEqual([])
      expect(times.map((time) => `${time} held`)).toContain(one)
      const sessions = await openSessions()
      expect(sessions).toHaveLength(1)
      expect(answers.map((answer) => answer.ok && answer.value.checkoutId)).toContain(sessions[0])
    }
  })

  it('get the same checkout when they move to the same time at once', async () => {
    const mentor = await addQuarterMentor()
    await held(test.app, mentor, '14:30')
    const answers = await Promise.all(Array.from({ length: 4 }, () => held(test.app, mentor, '14:45')))
    expect(new Set(answers.map(({ checkoutId }) => checkoutId)).size).toBe(1)
    expect(await claimed()).toEqual(['14:45 held'])
    expect(await openSessions()).toEqual([answers[0]!.checkoutId])
  })
})

describe('a late payment for the old time', () => {
  it('is refunded when the new time overlaps it', async () => {
    const mentor = await addQuarterMentor()
    const { checkoutId } = await held(test.app, mentor, '14:30')
    await held(test.app, mentor, '14:45')
    await test.stripe.control.payLate(checkoutId!)
    await settleCheckout(test.app, checkoutId!)
    expect(await claimed()).toEqual(['14:45 held'])
    expect(await test.db.selectFrom('refunds').select('reason').execute()).toEqual([{ reason: 'slot_taken' }])
  })
})

describe('a free session', () => {
  const listMails = () => mailsToMentees(test.db)

  it('that replaces a paid session’s hold is emailed once, after that checkout has ended', async () => {
    const mentor = await addQuarterMentor()
    await held(test.app, mentor, '14:30')
    const { bookingId } = await held(test.app, mentor, '14:45', { free: true })
    expect(await openSessions()).toEqual([])
    const [mail, ...others] = await listMails()
    expect(mail).toMatchObject({ subject: bookingId, kind: 'confirm_address' })
    expect(others).toEqual([])
    expect(await confirmFreeSession(test.app, hashSecret(mail!.secret!))).toBe('confirmed')
    expect(await claimed()).toEqual(['14:45 confirmed'])
  })

  it('is not emailed while the old hold might be paid, only once the sweeper has ended that', async () => {
    const mentor = await addQuarterMentor()
    await held(test.app, mentor, '14:30')
    await test.stripe.control.outage({ answer: 'garbage', calls: 'expire' })
    expect(resultCode(await hold(test.app, mentor, '14:45', { free: true }))).toBe('payments_unavailable')
    expect(await listMails()).toEqual([])
    await test.stripe.control.heal()
    await sweepLater()
    expect(await claimed()).toEqual(['14:45 held'])
    const [mail] = await listMails()
    expect(await confirmFreeSession(test.app, hashSecret(mail!.secret!))).toBe('confirmed')
  })

  it(
    'that is confirmed while it is moved to one that costs something stands; the other is a booking beside it',
    MANY,
    async () => {
      for (const offset of OFFSETS) {
        await test.reset()
        const mentor = await addQuarterMentor()
        await held(test.app, mentor, '14:30', { free: true })
        const [mail] = await listMails()
        const confirm = () => confirmFreeSession(test.app, hashSecret(mail!.secret!))
        const line = atMessage(test.app, offset, confirm)
        expect(resultCode(await hold(line.app, mentor, '16:30')), `offset ${offset}`).toBe('held')
        const confirmed = (await line.outcome) === 'confirmed'
        const all = await claimed()
        expect(all).toContain('16:30 held')
        expect(all).toEqual(confirmed ? ['14:30 confirmed', '16:30 held'] : ['16:30 held'])
      }
    },
  )
})
