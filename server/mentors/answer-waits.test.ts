/** How long mentees' questions waited, as a mentor's page counts them. */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { writeMessage } from '#server/bookings/messages/messages'
import { readReputation } from '#server/mentors/reputation-queries'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/wall-time'
import { bookPaid, inKolkata, type Mentor } from '../../tests/support/bookings/paid-session.ts'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct()

let mentor: Mentor
let bookingId: string
beforeEach(async () => {
  mentor = await addMentor(test)
  bookingId = (await bookPaid(test, { mentor })).id
})

const write = (writer: 'mentee' | 'mentor', id = bookingId) =>
  writeMessage(test.app, { bookingId: id, writer, id: randomUUID(), body: 'Hello' })
const later = (ms: number) => test.clock.forward(ms / MINUTE_MS)
const waits = async () => (await readReputation(test.db, mentor.id, { limit: 1, now: test.app.now() })).waits

describe('questions to a mentor', () => {
  it('waited from the first message in a row until the mentor wrote back to them, the newest first', async () => {
    const other = await bookPaid(test, { mentor, startsAt: inKolkata(11, '16:30'), email: 'ada@example.com' })
    await write('mentee')
    later(HOUR_MS)
    await write('mentor', other.id)
    await write('mentee')
    later(HOUR_MS)
    await write('mentor')
    await write('mentor')
    later(HOUR_MS)
    await write('mentee')
    later(DAY_MS / 2)
    await write('mentor')
    expect(await waits()).toEqual([DAY_MS / 2, 2 * HOUR_MS])
  })

  it('count as unanswered only after three days, and for a year', async () => {
    await write('mentee')
    later(3 * DAY_MS)
    expect(await waits()).toEqual([])
    later(MINUTE_MS)
    expect(await waits()).toEqual([null])
    later(362 * DAY_MS)
    expect(await waits()).toEqual([])
  })

  it('are not what was said after the session, nor questions to another mentor', async () => {
    const stranger = await addMentor(test, { name: 'Barbara Liskov' })
    const theirs = await bookPaid(test, { mentor: stranger, email: 'ada@example.com' })
    await write('mentee', theirs.id)
    await write('mentor', theirs.id)
    later(inKolkata(11, '14:30').getTime() - test.app.now().getTime())
    await write('mentee')
    await write('mentor')
    expect(await waits()).toEqual([])
  })
})
