/** Moving a hold while the process that does so stands still or dies, and others go on meanwhile. */
import { describe, expect, it } from 'vitest'
import type { App } from '#server/context'
import { holdSlot } from '#server/bookings/holds/hold'
import { confirmFreeSession } from '#server/bookings/holds/free-sessions'
import { hashSecret } from '#server/bookings/holds/release'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { sweep } from '#server/bookings/sweep/sweep'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { sandboxSessions } from '../../tests/support/payments/checkout.ts'
import { openLine } from '../../tests/support/model/line.ts'

/** At which message to the database or the payment service the process dies: a whole move sends fewer. */
const OFFSETS = Array.from({ length: 20 }, (_, n) => n)
const MANY = { timeout: 300_000 }

useProduct()

type Mentor = Awaited<ReturnType<typeof addMentor>>

const addQuarterMentor = (): Promise<Mentor> =>
  addMentor(test, {
    starts: ['14:30', '14:45', '16:30'],
    sessions: [{ minutes: 60 }, { title: 'A free one', price: 0 }],
  })

const hold = (app: App, mentor: Mentor, time: string, { free = false, browser = 'mover' } = {}) =>
  holdSlot(
    app,
    {
      sessionTypeId: mentor.sessionTypeIds[free ? 1 : 0]!,
      startsAt: new Date(`2030-01-08T${time}:00+05:30`),
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

/** The starts that are claimed for a browser, in order, with the status of each. */
async function claimed(browser = 'mover'): Promise<string[]> {
  const rows = await test.db
    .selectFrom('claims')
    .innerJoin('bookings', 'bookings.id', 'claims.bookingId')
    .select(['startsAt', 'status'])
    .where('browserHash', '=', hashSecret(browser))
    .orderBy('startsAt')
    .execute()
  const formatTime = (at: Date) => new Date(at.getTime() + 5.5 * 3_600_000).toISOString().slice(11, 16)
  return rows.map(({ startsAt, status }) => `${formatTime(startsAt)} ${status}`)
}

const openSessions = async () =>
  (await sandboxSessions(test)).filter(({ status }) => status === 'open').map(({ id }) => id)

async function sweepLater() {
  test.clock.forward(3)
  await sweep(test.app)
}

/** Moves a hold and dies at this message. */
async function dieMoving(mentor: Mentor, time: string, messages: number, how: { free?: boolean } = {}) {
  const line = openLine(test.app)
  line.cut({ messages, lost: messages % 2 === 1, dies: true })
  await hold({ ...test.app, ...line.outside }, mentor, time, how).catch(() => {})
}

describe('a move whose request pauses after opening the checkout', () => {
  /** The App of a process that stops there, the first time, until `meanwhile` is over. */
  const stopping = (meanwhile: () => Promise<unknown>): App => {
    const { payments } = test.app
    let stopped = false
    const startCheckout: typeof payments.startCheckout = async (order) => {
      const checkout = await payments.startCheckout(order)
      if (!stopped) {
        stopped = true
        await meanwhile()
      }
      return checkout
    }
    return { ...test.app, payments: { ...payments, startCheckout } }
  }

  it('leaves the old time when the sweeper expired the new one and another buyer took it', async () => {
    const mentor = await addQuarterMentor()
    const { checkoutId } = await held(test.app, mentor, '14:30')
    const app = stopping(async () => {
      await sweepLater()
      await held(test.app, mentor, '16:30', { browser: 'competitor' })
    })
    expect(await hold(app, mentor, '16:30')).toMatchObject({ ok: false, error: { code: 'slot_taken' } })
    expect(await claimed()).toEqual(['14:30 held'])
    expect(await openSessions()).toContain(checkoutId)
    await sweepLater()
    expect(await openSessions()).toHaveLength(2) // Theirs and the competitor's.
    await test.check()
  })

  it('gives the new time up as soon as a payment for the old one is processing', async () => {
    const mentor = await addQuarterMentor()
    const { checkoutId } = await held(test.app, mentor, '14:30')
    let claimedThen: string[] = []
    const app = stopping(async () => {
      await test.stripe.control.payByDebit(checkoutId!)
      await settleCheckout(test.app, checkoutId!)
      claimedThen = await claimed()
    })
    await hold(app, mentor, '16:30')
    expect(claimedThen).toEqual(['14:30 held'])
    expect(await claimed()).toEqual(['14:30 held'])
  })

  it('completes when the sweeper expired the new time and it was still free', async () => {
    const mentor = await addQuarterMentor()
    await held(test.app, mentor, '14:30')
    const { checkoutId } = await held(stopping(sweepLater), mentor, '16:30')
    expect(await claimed()).toEqual(['16:30 held'])
    expect(await openSessions()).toEqual([checkoutId])
  })

  it('sends no one to pay for a hold that the sweeper expired, and leaves no checkout open', async () => {
    const mentor = await addQuarterMentor()
    expect(await hold(stopping(sweepLater), mentor, '14:30')).toMatchObject({ error: { code: 'payments_unavailable' } })
    expect(await claimed()).toEqual([])
    await sweepLater()
    expect(await openSessions()).toEqual([])
    await held(test.app, mentor, '14:30')
  })
})

describe('a move whose process died', () => {
  it('keeps the new time when the link to the old one is opened after another buyer took that', MANY, async () => {
    const outcomes = new Set<string>()
    for (const messages of OFFSETS) {
      await test.reset()
      const mentor = await addQuarterMentor()
      await held(test.app, mentor, '14:30', { free: true })
      const mail = await test.db.selectFrom('outbox').select('secret').executeTakeFirstOrThrow()
      await dieMoving(mentor, '16:30', messages, { free: true })
      await hold(test.app, mentor, '14:30', { browser: 'competitor' })
      const outcome = await confirmFreeSession(test.app, hashSecret(mail.secret!))
      await sweepLater()
      expect(await claimed(), `message ${messages}`).toEqual([
        outcome === 'confirmed' ? '14:30 confirmed' : '16:30 held',
      ])
      outcomes.add(outcome)
    }
    expect(outcomes).toEqual(new Set(['confirmed', 'taken']))
  })

  it('keeps the new time when the old one is paid late, after another buyer took that', MANY, async () => {
    let late = 0
    for (const messages of OFFSETS) {
      await test.reset()
      const mentor = await addQuarterMentor()
      const { checkoutId } = await held(test.app, mentor, '14:30')
      await dieMoving(mentor, '16:30', messages)
      if ((await openSessions()).includes(checkoutId!)) continue
      await hold(test.app, mentor, '14:30', { browser: 'competitor' })
      await test.stripe.control.payLate(checkoutId!)
      await settleCheckout(test.app, checkoutId!)
      await sweepLater()
      const refunds = await test.db.selectFrom('refunds').select('reason').execute()
      expect([await claimed(), refunds], `message ${messages}`).toEqual(
        (await claimed('competitor')).length > 0
          ? [['16:30 held'], [{ reason: 'slot_taken' }]]
          : [['14:30 confirmed'], []],
      )
      late += 1
    }
    expect(late).toBeGreaterThan(0)
  })
})
