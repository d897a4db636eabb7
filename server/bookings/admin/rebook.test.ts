import { beforeEach, describe, expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import type { AuditActor } from '#server/accounts/audit-queries'
import { listAuditEvents } from '#server/accounts/audit-queries'
import { refundPart } from '#server/bookings/admin/partial-refund'
import { refundConcern } from '#server/bookings/admin/concerns'
import { readRebookTimes, rebook } from '#server/bookings/admin/rebook'
import { findBooking } from '#server/bookings/queries'
import { listOpenConcerns } from '#server/platform/concerns-queries'
import { readTotals } from '#server/payments/ledger-queries'
import {
  bookPaid,
  claimedStarts,
  inKolkata,
  losePaidSession,
  readBooking,
  type Mentor,
} from '../../../tests/support/bookings/paid-session.ts'
import { addDecider } from '../../../tests/support/bookings/sessions.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true, unchecked: true })

const PAID_FOR = inKolkata(11, '14:30')
const OTHER = inKolkata(14, '15:30')

let actor: AuditActor
let mentor: Mentor
let id: string

/** Paid after its hold had ended and never refunded, as a lost refund leaves it. */
beforeEach(async () => {
  ;({ actor } = await addDecider(test))
  mentor = await addMentor(test)
  ;({ id } = await bookPaid(test, { mentor }))
  await test.db.deleteFrom('outbox').execute()
  await losePaidSession(test, id)
})

const at = (startsAt: Date) => rebook(test.app, { id, startsAt, revision: 0, actor })
const refused = (code: string) => ({ ok: false, error: { code } })
const open = async () => (await listOpenConcerns(test.db, 10)).map(({ kind }) => kind)
const refunds = () => test.db.selectFrom('refunds').select('amountPence').execute()

describe('a session that was paid for nothing', () => {
  it('is booked at another free start: both are notified of the move, the money stays, and nothing waits any more', async () => {
    expect(await at(OTHER)).toEqual({ ok: true, value: null })
    expect(await at(OTHER)).toEqual({ ok: true, value: null }) // A second click.
    expect(await readBooking(test, id)).toMatchObject({ status: 'confirmed', startsAt: OTHER, revision: 1 })
    expect(await claimedStarts(test, mentor.id)).toEqual([OTHER.toISOString()])
    expect(await readTotals(test.db, { currency: 'GBP' })).toMatchObject({ charged: 4500, refunded: 0, kept: 4500 })
    expect(await open()).toEqual([])
    expect(await test.db.selectFrom('outbox').select('recipient').orderBy('recipient').execute()).toEqual([
      { recipient: 'mentee' },
      { recipient: 'mentor' },
    ])
    await test.runJobs()
    const mails = await test.mails()
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Booked: .*14 January 2030, 10:00/)])
    expect(mails[0]!.text).toContain('at a different time than the one you chose')
    expect(mails[0]!.text).toMatch(/Before\W+Friday 11 January 2030, 09:00/)
    const [event] = await listAuditEvents(test.db, { subject: 'bookings', id }, 5)
    expect(event).toMatchObject({
      action: 'booking.rebooked',
      before: { status: 'expired', startsAt: PAID_FOR.toISOString() },
      after: { status: 'confirmed', startsAt: OTHER.toISOString() },
    })
  })

  it('is booked at its own time while that is free, and no email speaks of another', async () => {
    expect(await at(PAID_FOR)).toEqual({ ok: true, value: null })
    expect(await readBooking(test, id)).toMatchObject({ status: 'confirmed', startsAt: PAID_FOR, revision: 0 })
    await test.runJobs()
    expect((await test.mails())[0]!.text).not.toContain('another time')
  })

  it('is booked once when two admins choose different times at the same moment', async () => {
    const answers = await Promise.all([at(OTHER), at(PAID_FOR), at(inKolkata(15, '16:30'))])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter((answer) => !answer.ok && answer.error.code === 'changed')).toHaveLength(2)
    expect(await claimedStarts(test, mentor.id)).toHaveLength(1)
  })

  it('is either booked or given back when one admin does each at the same moment', async () => {
    const [concern] = await listOpenConcerns(test.db, 10)
    const part = {
      id,
      amount: toMinorUnits(4500),
      shown: toMinorUnits(4500),
      status: 'expired',
      reason: 'x',
      actor,
    } as const
    const answers = await Promise.all([
      at(OTHER),
      refundConcern(test.app, { id: concern!.id, actor }),
      refundPart(test.app, part),
    ])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await refunds()).toHaveLength(answers[0].ok ? 0 : 1)
  })

  it('is booked at no time that is past, sold, busy or no start of the mentor’s', async () => {
    await bookPaid(test, { mentor, startsAt: OTHER, email: 'other@example.com' })
    for (const startsAt of [OTHER, inKolkata(14, '07:10'), inKolkata(6, '14:30')])
      expect(await at(startsAt), startsAt.toISOString()).toEqual(refused('not_free'))
    await bookPaid(test, { mentor, startsAt: PAID_FOR, email: 'faster@example.com' })
    expect(await at(PAID_FOR)).toEqual(refused('not_free'))
    expect(await readBooking(test, id)).toMatchObject({ status: 'expired', revision: 0 })
    expect(await open()).toEqual(['mismatch'])
  })

  it('is not booked once some of its money has gone back', async () => {
    const part = {
      id,
      amount: toMinorUnits(1),
      shown: toMinorUnits(4500),
      status: 'expired',
      reason: 'x',
      actor,
    } as const
    await refundPart(test.app, part)
    expect(await at(OTHER)).toEqual(refused('not_paid_for_nothing'))
  })

  it('can have the time that was paid for, and every free start of its mentor', async () => {
    const booking = (await findBooking(test.db, id))!
    const times = await readRebookTimes(test.app, booking)
    expect(times[0]).toEqual({ startsAt: PAID_FOR, mentorZone: 'Asia/Kolkata', own: true })
    expect(times.filter(({ own }) => own)).toHaveLength(1)
    await bookPaid(test, { mentor, startsAt: PAID_FOR, email: 'faster@example.com' })
    const later = await readRebookTimes(test.app, booking)
    expect(later.map(({ startsAt }) => startsAt.toISOString())).not.toContain(PAID_FOR.toISOString())
    expect(later).toHaveLength(times.length - 1)
  })
})
