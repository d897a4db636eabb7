import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { cancelBooking } from '#server/bookings/cancellation/cancel'
import { mailWaitingMessages, writeMessage } from '#server/bookings/messages/messages'
import { listMessages, listMessagesOfMail } from '#server/bookings/messages/messages-queries'
import { toMinorUnits } from '#domain/payments/money'
import { bookPaid, inKolkata } from '../../../tests/support/bookings/paid-session.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

let bookingId: string
beforeEach(async () => {
  bookingId = (await bookPaid(test)).id
})

const write = (body: string, writer: 'mentee' | 'mentor' = 'mentee', id = randomUUID()) =>
  writeMessage(test.app, { bookingId, writer, id, body })
const thread = async () => (await listMessages(test.db, bookingId)).map(({ writer, body }) => `${writer}: ${body}`)
const mails = async () =>
  (
    await test.db
      .selectFrom('outbox')
      .select(['recipient', 'version'])
      .where('kind', '=', 'message')
      .orderBy('recipient')
      .orderBy('version')
      .execute()
  ).map(({ recipient, version }) => `${recipient} ${version}`)
const mailed = async (version: number) =>
  (await listMessagesOfMail(test.db, { bookingId, recipient: 'mentor', version })).map(({ body }) => body)

describe('writeMessage', () => {
  it('keeps one thread of both sides, in order, and emails each to the other side', async () => {
    await write('Should I book a room?\r\nOr look later?')
    test.clock.forward(1)
    await write('Look later.', 'mentor')
    expect(await thread()).toEqual(['mentee: Should I book a room?\nOr look later?', 'mentor: Look later.'])
    expect(await mails()).toEqual(['mentee 1', 'mentor 1'])
  })

  it('writes a message once that is sent twice', async () => {
    const id = randomUUID()
    await Promise.all([write('Hello', 'mentee', id), write('Hello', 'mentee', id)])
    expect(await thread()).toEqual(['mentee: Hello'])
    expect(await mails()).toEqual(['mentor 1'])
  })

  it('takes 1 to 2,000 characters, and 30 messages of a side in an hour', async () => {
    expect(await write(' \r\n ')).toEqual({ ok: false, error: { code: 'empty' } })
    expect(await write('a'.repeat(2_001))).toEqual({ ok: false, error: { code: 'too_long' } })
    expect((await write('a'.repeat(2_000))).ok).toBe(true)
    for (let n = 0; n < 29; n += 1) await write(`Message ${n}`)
    expect(await write('One more')).toEqual({ ok: false, error: { code: 'too_many' } })
    expect((await write('Answer', 'mentor')).ok).toBe(true)
    test.clock.forward(60)
    expect((await write('One more')).ok).toBe(true)
  })

  it('is possible for 14 days after a cancellation', async () => {
    await cancelBooking(test.app, { id: bookingId, by: 'mentor', shown: toMinorUnits(4500) })
    test.clock.forward(14 * 24 * 60)
    expect((await write('A pity')).ok).toBe(true)
    test.clock.forward(1)
    expect(await write('Still')).toEqual({ ok: false, error: { code: 'closed' } })
  })
})

it('emails about messages are at most one in ten minutes for each side; later messages share the next, and none is lost', async () => {
  await write('One')
  await write('Two')
  test.clock.forward(9)
  await write('Three')
  await mailWaitingMessages(test.app)
  expect(await mails()).toEqual(['mentor 1'])
  test.clock.forward(1)
  await Promise.all([mailWaitingMessages(test.app), mailWaitingMessages(test.app)])
  expect(await mails()).toEqual(['mentor 1', 'mentor 2'])
  expect(await mailed(1)).toEqual(['One'])
  expect(await mailed(2)).toEqual(['Two', 'Three'])
  test.clock.forward(9)
  await write('Four')
  test.clock.forward(1)
  await write('Five') // Carries what waits at once.
  expect(await mailed(3)).toEqual(['Four', 'Five'])
  test.clock.forward(60)
  await mailWaitingMessages(test.app)
  expect(await mails()).toHaveLength(3)
  expect(test.faults).toEqual([])
})

it('a thread of another booking is not touched', async () => {
  const other = (await bookPaid(test, { startsAt: inKolkata(12, '14:30'), email: 'alan@example.com' })).id
  await write('Mine')
  await writeMessage(test.app, { bookingId: other, writer: 'mentee', id: randomUUID(), body: 'Theirs' })
  expect(await thread()).toEqual(['mentee: Mine'])
  expect(await mails()).toEqual(['mentor 1', 'mentor 1'])
})
