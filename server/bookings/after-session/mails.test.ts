import { describe, expect, it } from 'vitest'
import { mailedBooking } from '../../../tests/support/bookings/mailed-booking.ts'
import { afterSessionEmail } from './mails.tsx'

const booking = { ...mailedBooking, menteeName: 'Grace Hopper' }

function nextSteps(steps: { text: string; dueOn: string | null }[]) {
  return afterSessionEmail({
    kind: 'next_steps',
    recipient: 'mentee',
    booking,
    pageUrl: 'https://landfall.test/bookings/B-7KQ2-M9XP/c2VjcmV0',
    noShow: null,
    completion: { note: 'Well begun.', notedAt: new Date('2030-01-08T11:00:00Z'), steps },
    problem: null,
  })
}

describe('the email with next steps', () => {
  it('attaches those with a date as to-dos, without the secret of the link', () => {
    const { attachments = [] } = nextSteps([
      { text: 'Open an account', dueOn: '2030-02-28' },
      { text: 'Write to me', dueOn: null },
    ])
    expect(attachments.map(({ name }) => name)).toEqual(['next-steps.ics'])
    const content = String(attachments[0]!.content)
    expect(content.match(/BEGIN:VTODO/g)).toHaveLength(1)
    expect(content).toContain('UID:B-7KQ2-M9XP-step-1@landfall.test')
    expect(content).toContain('URL:https://landfall.test/bookings/B-7KQ2-M9XP\r\n')
    expect(content).not.toContain('c2VjcmV0')
  })

  it('attaches nothing when no step has a date', () => {
    expect(nextSteps([{ text: 'Write to me', dueOn: null }]).attachments).toBeUndefined()
  })
})

describe('the email about a no-show', () => {
  const decided = (recipient: 'mentee' | 'mentor', absent: 'mentee' | 'mentor') =>
    afterSessionEmail({
      kind: 'no_show_decided',
      recipient,
      booking,
      pageUrl: 'https://landfall.test/bookings/B-7KQ2-M9XP',
      noShow: { absent, reportedAt: booking.startsAt, outcome: 'absent', byAdmin: false },
      completion: null,
      problem: null,
    }).before.join(' ')

  it('says to each side who was missed, and what becomes of the money', () => {
    expect(decided('mentee', 'mentor')).toMatch(/that Ada Lovelace did not come\. You get a full refund/)
    expect(decided('mentor', 'mentor')).toMatch(/that you did not come\. Grace Hopper gets a full refund/)
    expect(decided('mentee', 'mentee')).toMatch(/that you did not come\. There’s no refund/)
    expect(decided('mentor', 'mentee')).toMatch(/that Grace Hopper did not come\. You kept the time/)
  })
})
