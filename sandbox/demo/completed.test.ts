import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#domain/time/wall-time'
import { completedSessions } from './completed.ts'
import { demoMentors } from './mentors.ts'

const all = () => demoMentors.flatMap((mentor) => completedSessions(mentor, new Date('2026-11-20T09:00:00Z')))

it('completed sessions can be seeded at any hour of any day, and all lie in the past despite clock changes', () => {
  for (let hours = 0; hours < 366 * 24; hours += 61) {
    const seededAt = new Date(Date.UTC(2027, 0, 1) + hours * HOUR_MS)
    const completed = demoMentors.flatMap((mentor) => completedSessions(mentor, seededAt))
    const newest = Math.max(...completed.map(({ feedback }) => feedback.publishedAt!.getTime()))
    expect(newest).toBeLessThan(seededAt.getTime())
    expect(newest).toBeGreaterThan(seededAt.getTime() - 7 * DAY_MS)
  }
})

it('mentees ask between paying and the session, and every question gets its reply in turn', () => {
  for (const { booking, messages } of all()) {
    const [question, answer] = messages
    if (!question || !answer) continue
    expect([messages.length, question.writer, answer.writer]).toEqual([2, 'mentee', 'mentor'])
    expect(question.createdAt.getTime()).toBeGreaterThan(booking.paidAt!.getTime())
    expect(answer.createdAt.getTime()).toBeGreaterThan(question.createdAt.getTime())
    expect(answer.createdAt.getTime()).toBeLessThan(booking.startsAt.getTime())
  }
})

it('every completed session has its own reference', () => {
  const completed = all()
  expect(new Set(completed.map(({ booking }) => booking.reference)).size).toBe(completed.length)
  expect(new Set(completed.map(({ booking }) => booking.id)).size).toBe(completed.length)
})
