/** Moving a hold while the process that does so stands still or dies, and others go on meanwhile. */
import { describe, expect, it } from 'vitest'
import type { App } from '#server/context'
import { confirmFreeSession } from '#server/bookings/holds/free-sessions'
import { hashSecret } from '#server/bookings/holds/release'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import {
  addQuarterMentor,
  claimedTimes,
  heldTime,
  holdTime,
  openSessions,
  sweepLater,
  type HoldOptions,
} from '../../tests/support/bookings/moved-holds.ts'
import type { Mentor } from '../../tests/support/bookings/paid-session.ts'
import { openLine } from '../../tests/support/model/line.ts'

const MANY = { timeout: 300_000 }
const COMPETITOR = { browser: 'competitor' }

useProduct()

/** Moves a hold and dies at this message to the database or the payment service. False if it sends fewer. */
async function dieMoving(mentor: Mentor, messages: number, session: HoldOptions['session'] = 'usual') {
  const line = openLine(test.app)
  line.cut({ messages, lost: messages % 2 === 1, dies: true })
  await holdTime({ ...test.app, ...line.outside }, mentor, '16:30', { session }).catch(() => {})
  return line.isDead()
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
    const mentor = await addQuarterMentor(test)
    const { checkoutId } = await heldTime(test.app, mentor, '14:30')
    const app = stopping(async () => {
      await sweepLater(test)
      await heldTime(test.app, mentor, '16:30', COMPETITOR)
    })
    expect(await holdTime(app, mentor, '16:30')).toMatchObject({ ok: false, error: { code: 'slot_taken' } })
    expect(await claimedTimes(test)).toEqual(['14:30 held'])
    expect(await openSessions(test)).toContain(checkoutId)
    await sweepLater(test)
    expect(await openSessions(test)).toHaveLength(2) // Theirs and the competitor's.
    await test.check()
  })

  it('gives the new time up as soon as a payment for the old one is processing', async () => {
    const mentor = await addQuarterMentor(test)
    const { checkoutId } = await heldTime(test.app, mentor, '14:30')
    let claimedThen: string[] = []
    const app = stopping(async () => {
      await test.stripe.control.payByDebit(checkoutId!)
      await settleCheckout(test.app, checkoutId!)
      claimedThen = await claimedTimes(test)
    })
    await holdTime(app, mentor, '16:30')
    expect(claimedThen).toEqual(['14:30 held'])
    expect(await claimedTimes(test)).toEqual(['14:30 held'])
  })

  it('completes when the sweeper expired the new time and it was still free', async () => {
    const mentor = await addQuarterMentor(test)
    await heldTime(test.app, mentor, '14:30')
    const { checkoutId } = await heldTime(
      stopping(() => sweepLater(test)),
      mentor,
      '16:30',
    )
    expect(await claimedTimes(test)).toEqual(['16:30 held'])
    expect(await openSessions(test)).toEqual([checkoutId])
  })

  it('sends no one to pay for a hold that the sweeper expired, and leaves no checkout open', async () => {
    const mentor = await addQuarterMentor(test)
    const app = stopping(() => sweepLater(test))
    expect(await holdTime(app, mentor, '14:30')).toMatchObject({ error: { code: 'payments_unavailable' } })
    expect(await claimedTimes(test)).toEqual([])
    await sweepLater(test)
    expect(await openSessions(test)).toEqual([])
    await heldTime(test.app, mentor, '14:30')
  })
})

describe('a move whose process died', () => {
  it('keeps the new time when the link to the old one is opened after another buyer took that', MANY, async () => {
    const outcomes = new Set<string>()
    for (let messages = 0, hasDied = true; hasDied; messages += 1) {
      await test.reset()
      const mentor = await addQuarterMentor(test)
      await heldTime(test.app, mentor, '14:30', { session: 'free' })
      const mail = await test.db.selectFrom('outbox').select('secret').executeTakeFirstOrThrow()
      hasDied = await dieMoving(mentor, messages, 'free')
      await holdTime(test.app, mentor, '14:30', COMPETITOR)
      const outcome = await confirmFreeSession(test.app, hashSecret(mail.secret!))
      await sweepLater(test)
      expect(await claimedTimes(test), `message ${messages}`).toEqual([
        outcome === 'confirmed' ? '14:30 confirmed' : '16:30 held',
      ])
      outcomes.add(outcome)
    }
    expect(outcomes).toEqual(new Set(['confirmed', 'taken']))
  })

  it('keeps the new time when the old one is paid late, after another buyer took that', MANY, async () => {
    let late = 0
    for (let messages = 0, hasDied = true; hasDied; messages += 1) {
      await test.reset()
      const mentor = await addQuarterMentor(test)
      const { checkoutId } = await heldTime(test.app, mentor, '14:30')
      hasDied = await dieMoving(mentor, messages)
      if ((await openSessions(test)).includes(checkoutId!)) continue
      await holdTime(test.app, mentor, '14:30', COMPETITOR)
      await test.stripe.control.payLate(checkoutId!)
      await settleCheckout(test.app, checkoutId!)
      await sweepLater(test)
      const refunds = await test.db.selectFrom('refunds').select('reason').execute()
      expect([await claimedTimes(test), refunds], `message ${messages}`).toEqual(
        (await claimedTimes(test, 'competitor')).length > 0
          ? [['16:30 held'], [{ reason: 'slot_taken' }]]
          : [['14:30 confirmed'], []],
      )
      late += 1
    }
    expect(late).toBeGreaterThan(0)
  })
})
