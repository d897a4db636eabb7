/**
 * Past sessions of the demo mentors: booked and completed, each with feedback, some with messages. They are in the past and
 * have no claims. `books.ts` has what was paid for them.
 */
import type { Insertable } from 'kysely'
import { shownName } from '#domain/mentors/feedback'
import { DAY_MS, instantAt, minutesAfter, wallTimeAt } from '#domain/time/wall-time'
import type { Tables } from '#server/platform/db/tables'
import { listStarts } from '../availability.ts'
import { soldBooking, type DemoBooking } from './booking.ts'
import { demoFeedback } from '../mentors.ts'
import { demoId } from '../id.ts'
import type { DemoFeedback, DemoMentor } from '../mentor.ts'
import { messageRows } from '../messages.ts'
import type { DemoPricing } from '../pricing.ts'

export type Completed = {
  booking: DemoBooking
  feedback: Insertable<Tables['feedback']>
  messages: Insertable<Tables['bookingMessages']>[]
}

export function completedSessions(mentor: DemoMentor, seededAt: Date, pricing: DemoPricing): Completed[] {
  return (demoFeedback[mentor.slug] ?? []).map((said, n) => completedSession({ mentor, said, n }, seededAt, pricing))
}

/** `n` spreads times and days so that they look irregular, yet are the same in every demo. */
function completedSession(
  { mentor, said, n }: { mentor: DemoMentor; said: DemoFeedback; n: number },
  seededAt: Date,
  pricing: DemoPricing,
): Completed {
  const { date } = wallTimeAt(new Date(seededAt.getTime() - said.daysAgo * DAY_MS), mentor.timeZone)
  const starts = listStarts(mentor)
  const startsAt = instantAt({ date, time: starts[(mentor.slug.length + n * 3) % starts.length]! }, mentor.timeZone)
  if (!startsAt) throw new Error(`${mentor.slug} cannot have held “${said.session}” on ${date}`)
  const key = `${mentor.slug}/${said.by}/${said.session}`
  const bookedAt = minutesAfter(new Date(startsAt.getTime() - (2 + ((n * 3) % 8)) * DAY_MS), -((n * 37) % 600))
  const mentee = { name: said.by, zone: said.zone, n }
  const sale = { key, mentor, session: said.session, startsAt, bookedAt, mentee, status: 'completed' } as const
  const booking = soldBooking(sale, pricing)
  const publishedAt = minutesAfter(startsAt, booking.minutes + 190 + ((n * 431) % 2400))
  return {
    booking,
    feedback: {
      id: demoId(`${key}/feedback`),
      bookingId: booking.id,
      mentorId: demoId(mentor.slug),
      rating: said.stars,
      text: said.text,
      author: shownName(said.by),
      publishedAt,
      createdAt: publishedAt,
    },
    messages: messageRows({ bookingId: booking.id, bookedAt, slug: mentor.slug, n }),
  }
}
