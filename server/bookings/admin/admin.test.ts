import type { KyselyPlugin } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import type { AuditActor } from '#server/accounts/audit-queries'
import { listAuditEvents } from '#server/accounts/audit-queries'
import { moveAsAdmin, noteOnBooking, sendMailAgain } from '#server/bookings/admin/booking-actions'
import { refundPart } from '#server/bookings/admin/partial-refund'
import { exportBookings } from '#server/bookings/admin/export'
import { countBookingsUpTo, listBookings, type BookingFilter } from '#server/bookings/admin/list-queries'
import { readBookingRecord } from '#server/bookings/admin/record'
import { cancelBooking } from '#server/bookings/cancellation/cancel'
import { readTotals } from '#server/payments/ledger-queries'
import { copyBooking } from '../../../tests/support/bookings/copied-bookings.ts'
import { bookPaid, claimedStarts, inKolkata, readBooking } from '../../../tests/support/bookings/paid-session.ts'
import { bookTuesday } from '../../../tests/support/bookings/requests.ts'
import { addDecider } from '../../../tests/support/bookings/sessions.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true })

const ALL: BookingFilter = {
  search: '',
  kind: null,
  status: null,
  payment: null,
  mentorId: null,
  from: null,
  until: null,
}
let actor: AuditActor

beforeEach(async () => {
  ;({ actor } = await addDecider(test))
})

const found = async (filter: Partial<BookingFilter>) =>
  (await listBookings(test.db, { ...ALL, ...filter }, { sort: 'latest', limit: 50 })).map(({ id }) => id)
const refunds = async () =>
  (await test.db.selectFrom('refunds').select(['amountPence', 'reason']).orderBy('createdAt').execute()).map(
    ({ amountPence, reason }) => `${amountPence} ${reason}`,
  )
const events = async (id: string) =>
  (await listAuditEvents(test.db, { subject: 'bookings', id }, 10)).map(({ action, before, after }) => ({
    action,
    before,
    after,
  }))
const mailsAbout = async (words: string) => (await test.mails()).filter(({ subject }) => subject.includes(words))

describe('the admins’ list of bookings', () => {
  it('pages forwards and back without losing or repeating one, in each order', async () => {
    const mentor = await addMentor(test)
    const ids: string[] = []
    for (const [n, day] of [11, 14, 10, 15, 9].entries()) {
      test.clock.forward(1)
      ids.push((await bookPaid(test, { mentor, startsAt: inKolkata(day, '14:30'), email: `b${n}@example.com` })).id)
    }
    const latest = [ids[3], ids[1], ids[0], ids[2], ids[4]]
    const orders = { latest, earliest: latest.toReversed(), made: ids.toReversed() }
    for (const sort of ['latest', 'earliest', 'made'] as const) {
      const at = (row: { startsAt: Date; createdAt: Date; id: string }) => ({
        at: sort === 'made' ? row.createdAt : row.startsAt,
        id: row.id,
      })
      const first = await listBookings(test.db, ALL, { sort, limit: 2 })
      const second = await listBookings(test.db, ALL, { sort, limit: 2, after: at(first[1]!) })
      const third = await listBookings(test.db, ALL, { sort, limit: 2, after: at(second[1]!) })
      expect([...first, ...second, ...third].map(({ id }) => id)).toEqual(orders[sort])
      const back = await listBookings(test.db, ALL, { sort, limit: 2, before: at(third[0]!) })
      expect(back.map(({ id }) => id)).toEqual(second.map(({ id }) => id))
    }
    expect(await countBookingsUpTo(test.db, ALL, 3)).toBe(3)
  })

  it('finds by name, session, mentor, address, reference and id, and by the state of the payment', async () => {
    const ada = await addMentor(test, { name: 'Ada Lovelace', sessions: [{ title: 'Visa interview' }] })
    const lin = await addMentor(test, { name: 'Linh Nguyen', sessions: [{ title: 'First ninety days' }] })
    const { id } = await bookPaid(test, { mentor: ada })
    const other = await bookPaid(test, { mentor: lin, email: 'katherine@example.com' })
    await test.db.updateTable('bookings').set({ menteeName: 'Katherine Johnson' }).where('id', '=', other.id).execute()
    const { reference, paymentIntent } = await readBooking(test, id)
    for (const search of ['visa int', 'LOVEL', 'grace@EXAMPLE.com', reference.toLowerCase(), id, paymentIntent!])
      expect(await found({ search }), search).toEqual([id])
    for (const search of ['kath', 'johnson first', 'nguyen'])
      expect(await found({ search }), search).toEqual([other.id])
    for (const search of ['rovelace', `'); drop table bookings; --`, '&|!():*', '%', 'B-2222-2222'])
      expect(await found({ search }), search).toEqual([])
    await cancelBooking(test.app, { id: other.id, by: 'admin', shown: toMinorUnits(4500) })
    expect(await found({ status: 'cancelled' })).toEqual([other.id])
    expect(await found({ payment: 'returned' })).toEqual([other.id])
    expect(await found({ payment: 'free' })).toEqual([])
    expect(await found({ mentorId: ada.id, from: inKolkata(11, '00:00'), until: inKolkata(12, '00:00') })).toEqual([id])
    expect(await found({ until: inKolkata(11, '14:30') })).toEqual([])
  })

  it('is exported with everything that matches, no formula among it, and the export is recorded', async () => {
    const mentor = await addMentor(test)
    const { id } = await bookPaid(test, { mentor })
    for (const [n, menteeName] of ['=1+1', '@sum', '\tx', 'Grace "Amazing", Hopper'].entries()) {
      const { id: next } = await bookPaid(test, {
        mentor,
        startsAt: inKolkata(15 + n, '14:30'),
        email: `${n}@example.com`,
      })
      await test.db.updateTable('bookings').set({ menteeName }).where('id', '=', next).execute()
    }
    const text = await new Response(await exportBookings(test.app, { ...ALL, status: 'confirmed' }, actor)).text()
    const lines = text.replace('\u{FEFF}', '').split('\r\n')
    expect(lines[0]).toMatch(/^reference,mentorName,userName,email,sessionTitle,time,/)
    expect(lines).toHaveLength(7) // A head, five bookings and the end of the last line.
    expect(lines.slice(1, 6).map((line) => line.split(',')[2])).toEqual([
      '"Grace ""Amazing""',
      `"'\tx"`,
      `"'@sum"`,
      `"'=1+1"`,
      '"Grace Hopper"',
    ])
    const { reference } = await readBooking(test, id)
    expect(lines[5]).toBe(
      `${reference},"Ada Lovelace","Grace Hopper","grace@example.com","First ninety days",2030-01-11T09:00:00.000Z,60,Asia/Kolkata,Europe/London,confirmed,45.00,45.00,0.00,GBP,2030-01-07T09:00:00.000Z,2030-01-07T09:00:00.000Z,`,
    )
    const [event] = await listAuditEvents(test.db, { subject: 'exports', id: 'bookings' }, 5)
    expect(event).toMatchObject({ action: 'bookings.exported', after: { status: 'confirmed' } })
  })
})

describe('the export', () => {
  it('reads no further than one part ahead of a slow reader, who gets every booking', async () => {
    await bookTuesday(test)
    await copyBooking(test, 1_000, () => ({ status: 'expired' }))
    let statements = 0
    const counting: KyselyPlugin = {
      transformQuery({ node }) {
        statements += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const file = await exportBookings({ ...test.app, db: test.db.withPlugin(counting) }, ALL, actor)
    const reader = file.getReader()
    const head = await reader.read()
    statements = 0
    for (let n = 0; n < 50; n += 1) await countBookingsUpTo(test.db, ALL, 1_000) // Time in which it could read everything.
    expect(statements).toBeLessThanOrEqual(2)
    const parts = [head.value!]
    for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value)
    expect(parts.length).toBe(1 + 5) // The head, and 250 rows each.
    expect(Buffer.concat(parts).toString().split('\r\n')).toHaveLength(1 + 1_001 + 1)
  })

  it('writes amounts with the decimals of their currency', async () => {
    for (const [n, currency] of ['JPY', 'KWD'].entries())
      await bookPaid(test, { mentor: await addMentor(test, { currency, price: 9500 }), email: `${n}@example.com` })
    const text = await new Response(await exportBookings(test.app, ALL, actor)).text()
    expect(text).toContain(',confirmed,9500,9500,0,JPY,')
    expect(text).toContain(',confirmed,9.500,9.500,0.000,KWD,')
  })
})

describe('an admin who gives a part back', () => {
  const part = {
    amount: toMinorUnits(1000),
    shown: toMinorUnits(4500),
    status: 'confirmed',
    reason: 'The first half hour was lost',
  } as const

  it('returns it once, however many do so at the same moment, no more than is left, and notifies the mentee of the sum', async () => {
    const { id } = await bookPaid(test)
    const tooMuch = refundPart(test.app, { id, ...part, amount: toMinorUnits(4501), actor })
    expect(await tooMuch).toEqual({ ok: false, error: { code: 'too_much', left: 4500 } })
    const given = await Promise.all([1, 2, 3].map(() => refundPart(test.app, { id, ...part, actor })))
    expect(given.filter(({ ok }) => ok)).toEqual([{ ok: true, value: { returned: 1000 } }])
    expect(given.find(({ ok }) => !ok)).toEqual({ ok: false, error: { code: 'changed', left: 3500 } })
    await test.runJobs()
    expect(await refunds()).toEqual(['1000 admin_refunded'])
    expect(await readTotals(test.db, { currency: 'GBP' })).toMatchObject({ charged: 4500, refunded: 1000, kept: 3500 })
    expect(await readBooking(test, id)).toMatchObject({ status: 'confirmed' })
    const [mail] = await mailsAbout('A refund for First ninety days')
    expect(mail!.text).toMatch(/Total refund\W+£10\.00/)
    expect(await events(id)).toEqual([
      {
        action: 'booking.refunded',
        before: { returnable: { amount: 4500, currency: 'GBP' } },
        after: {
          returnable: { amount: 3500, currency: 'GBP' },
          refund: { amount: 1000, currency: 'GBP' },
          reason: 'The first half hour was lost',
        },
      },
    ])
  })
})

describe('an admin who moves a session', () => {
  it('takes the new time and frees the old one, notifies both, and uses up none of the mentee’s moves', async () => {
    const mentor = await addMentor(test)
    const { id } = await bookPaid(test, { mentor })
    const startsAt = inKolkata(12, '07:10') // No start of the mentor's.
    const move = { id, startsAt, revision: 0, actor }
    expect(await moveAsAdmin(test.app, move)).toEqual({ ok: true, value: null })
    expect(await moveAsAdmin(test.app, move)).toEqual({ ok: true, value: null }) // A second click.
    expect(await claimedStarts(test, mentor.id)).toEqual([startsAt.toISOString()])
    expect(await test.db.selectFrom('bookingMoves').select(['movedBy', 'counts']).execute()).toEqual([
      { movedBy: 'admin', counts: false },
    ])
    await test.runJobs()
    const [mail] = await mailsAbout('Moved: First ninety days')
    expect(mail!.text).toContain('We have moved the session.')
    expect(await events(id)).toEqual([
      {
        action: 'booking.moved',
        before: { startsAt: inKolkata(11, '14:30').toISOString() },
        after: { startsAt: startsAt.toISOString() },
      },
    ])
  })

  it('is refused a time that is sold, one that is past, and a booking that changed meanwhile', async () => {
    const mentor = await addMentor(test)
    const { id } = await bookPaid(test, { mentor })
    await bookPaid(test, { mentor, startsAt: inKolkata(12, '14:30'), email: 'other@example.com' })
    const tried = async (startsAt: Date, revision = 0) => moveAsAdmin(test.app, { id, startsAt, revision, actor })
    expect(await tried(inKolkata(12, '15:00'))).toEqual({ ok: false, error: { code: 'slot_taken' } })
    expect(await tried(inKolkata(7, '14:30'))).toEqual({ ok: false, error: { code: 'past' } })
    expect(await tried(inKolkata(14, '14:30'), 1)).toEqual({ ok: false, error: { code: 'changed' } })
    expect(await readBooking(test, id)).toMatchObject({ startsAt: inKolkata(11, '14:30') })
  })
})

describe('an admin', () => {
  it('cancels with everything back, and the audit log says who', async () => {
    const { id } = await bookPaid(test)
    const cancel = { id, by: 'admin', shown: toMinorUnits(4500), actor } as const
    const answers = await Promise.all([cancelBooking(test.app, cancel), cancelBooking(test.app, cancel)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await refunds()).toEqual(['4500 admin_cancelled'])
    expect(await events(id)).toEqual([
      {
        action: 'booking.cancelled',
        before: { status: 'confirmed' },
        after: { status: 'cancelled', refund: { amount: 4500, currency: 'GBP' } },
      },
    ])
  })

  it('keeps a note once, however often it is sent', async () => {
    const { id } = await bookPaid(test)
    const note = { id, text: '<b>Called</b> the mentee', actor }
    await Promise.all([noteOnBooking(test.app, note), noteOnBooking(test.app, note)])
    await noteOnBooking(test.app, { ...note, text: 'Called again' })
    expect((await events(id)).map(({ after }) => after)).toEqual([
      { note: 'Called again' },
      { note: '<b>Called</b> the mentee' },
    ])
  })

  it('sends an email again once, as an email of its own, and settles the concern that it had not arrived', async () => {
    const { id } = await bookPaid(test)
    await test.runJobs()
    const { reference } = await readBooking(test, id)
    const findMail = async () =>
      (await readBookingRecord(test.app, reference))!.mails.filter(
        ({ kind, recipient }) => kind === 'booking_confirmed' && recipient === 'mentee',
      )
    const [mail] = await findMail()
    await test.db
      .insertInto('concerns')
      .values({
        id: mail!.id,
        kind: 'mail_bounced',
        subject: mail!.id,
        bookingId: id,
        createdAt: test.app.now(),
        resolvedAt: null,
      })
      .execute()
    expect(mail).toMatchObject({ sending: 2, again: true })
    const again = { mailId: mail!.id, sending: 2, actor }
    const sent = await Promise.all([sendMailAgain(test.app, again), sendMailAgain(test.app, again)])
    expect(sent.filter(({ ok }) => ok)).toHaveLength(1)
    await test.runJobs()
    expect(await mailsAbout('Booked: First ninety days')).toHaveLength(2)
    expect((await findMail()).map(({ state, sending, again: can }) => ({ state, sending, can }))).toEqual([
      { state: 'sent', sending: 3, can: false },
      { state: 'sent', sending: 3, can: true },
    ])
    expect(await test.db.selectFrom('concerns').select('kind').where('resolvedAt', 'is', null).execute()).toEqual([])
  })
})
