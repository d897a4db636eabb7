import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { writeMessage } from '#server/bookings/messages/messages'
import { moveSession } from '#server/bookings/session-moves/move-session'
import { proposeTimes, takeOfferedTime, withdrawProposal } from '#server/bookings/session-moves/proposals'
import { listProposals } from '#server/bookings/session-moves/proposals-queries'
import { ADA, mailsTo, signUpByLink } from '../../../tests/support/accounts/accounts.ts'
import { bookPaid, inKolkata } from '../../../tests/support/bookings/paid-session.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true })

const MENTEE = 'grace@example.com'
const SATURDAY = inKolkata(12, '15:30')

let id: string
beforeEach(async () => {
  const { session } = await signUpByLink(test, { name: 'Ada Lovelace', email: ADA })
  const mentor = await addMentor(test)
  await test.db.updateTable('mentors').set({ accountId: session.accountId }).where('id', '=', mentor.id).execute()
  id = (await bookPaid(test, { mentor })).id
})

/** The newest email of an address whose subject begins so. */
const mailTo = async (address: string, subject: string) =>
  (await mailsTo(test, address)).find((mail) => mail.subject.startsWith(subject))

describe('emails about a session’s time', () => {
  it('notify each side of a move on its own clock first, the mentee by a link that opens the booking', async () => {
    await moveSession(test.app, { id, startsAt: SATURDAY, revision: 0 })
    const mentee = (await mailTo(MENTEE, 'Moved: '))!
    expect(mentee.subject).toContain('now Saturday 12 January 2030, 10:00 (London, UTC+0)')
    expect(mentee.text).toContain('You have moved the session.')
    expect(mentee.text).toContain(
      'Before: Friday 11 January 2030, 09:00 (London, UTC+0); Friday 11 January 2030, 14:30 (Kolkata, UTC+5:30)',
    )
    expect(mentee.text).toContain('Cancel by Friday 11 January 2030, 10:00 (London, UTC+0) for a full refund.')
    expect(mentee.text).toMatch(/\/bookings\/B-[\w-]+\/[\w-]{43}/)
    const mentor = (await mailTo(ADA, 'Moved: '))!
    expect(mentor.subject).toContain('now Saturday 12 January 2030, 15:30 (Kolkata, UTC+5:30)')
    expect(mentor.text).toContain('Grace Hopper has moved the session.')
    expect(mentor.text).not.toMatch(/\/bookings\/B-[\w-]+\/[\w-]{43}/)
  })

  it('mention only the last of two moves that were not emailed in between', async () => {
    await moveSession(test.app, { id, startsAt: SATURDAY, revision: 0 })
    await moveSession(test.app, { id, startsAt: inKolkata(13, '15:30'), revision: 1 })
    const moved = (await mailsTo(test, MENTEE)).filter(({ subject }) => subject.startsWith('Moved: '))
    expect(moved.map(({ subject }) => subject)).toEqual([expect.stringContaining('Sunday 13 January')])
  })

  it('offer a mentor’s times with the time to answer and what goes back, and say when they are withdrawn', async () => {
    await proposeTimes(test.app, { id, times: [inKolkata(13, '08:15'), SATURDAY] })
    const { text } = (await mailTo(MENTEE, 'Ada Lovelace proposes another time'))!
    expect(text).toContain('Choose one on the page below, or cancel for a refund of £45.00.')
    expect(text).toContain('Please reply by Tuesday 8 January 2030, 09:00 (London, UTC+0).')
    expect(text).toContain(
      'Offered 1: Saturday 12 January 2030, 10:00 (London, UTC+0); Saturday 12 January 2030, 15:30 (Kolkata, UTC+5:30)',
    )
    const [{ id: proposalId } = { id: '' }] = await listProposals(test.db, id)
    await withdrawProposal(test.app, { id, proposalId })
    expect((await mailTo(MENTEE, 'It stays as booked: '))!.text).toContain(
      'can make the time of your session after all',
    )
  })

  it('say nothing of a proposal that was decided before it was emailed', async () => {
    await proposeTimes(test.app, { id, times: [SATURDAY] })
    const [{ id: proposalId } = { id: '' }] = await listProposals(test.db, id)
    await takeOfferedTime(test.app, { id, proposalId, startsAt: SATURDAY })
    expect(await mailTo(MENTEE, 'Ada Lovelace proposes')).toBeUndefined()
    expect((await mailTo(ADA, 'Moved: '))!.text).toContain('Grace Hopper chose one of the times you offered.')
  })
})

it('emails about messages carry the words as text and neither side’s address', async () => {
  const write = (writer: 'mentee' | 'mentor', body: string) =>
    writeMessage(test.app, { bookingId: id, writer, id: randomUUID(), body })
  await write('mentee', 'Should I <b>book</b> a room?\nhttps://example.com/room')
  await write('mentor', 'Look first.')
  const toMentor = (await mailTo(ADA, 'Grace Hopper wrote about'))!
  expect(toMentor.text).toContain('“Should I <b>book</b> a room?\nhttps://example.com/room”')
  expect(toMentor.html).not.toContain('<b>book</b>')
  expect(toMentor.html).not.toContain('href="https://example.com/room"')
  expect(`${toMentor.text}${toMentor.html}`).not.toContain(MENTEE)
  const toMentee = (await mailTo(MENTEE, 'Ada Lovelace wrote about'))!
  expect(toMentee.text).toContain('“Look first.”')
  expect(`${toMentee.text}${toMentee.html}`).not.toContain(ADA)
})
