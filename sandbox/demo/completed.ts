/**
 * Past sessions of the demo mentors: paid and completed bookings, each with feedback, some with messages. They are in the
 * past and have no claims. The payment service does not know them, so they have no checkout and no payment id.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import { DAILY_STARTS } from '#domain/bookings/daily-starts'
import { bookingReference, CHECKOUT_MINUTES, GRACE_MINUTES, TERMS_VERSION } from '#domain/bookings/booking'
import { shownName } from '#domain/mentors/feedback'
import { CURRENCY, toPence } from '#domain/payments/money'
import { DAY_MS, instantAt, minutesAfter, wallTimeAt } from '#domain/time/wall-time'
import type { Tables } from '#server/db/tables'
import { demoFeedback } from './feedback.ts'
import { demoId } from './id.ts'
import type { DemoFeedback, DemoMentor } from './mentor.ts'
import { messageRows } from './messages.ts'

export type Completed = {
  booking: Insertable<Tables['bookings']>
  feedback: Insertable<Tables['feedback']>
  messages: Insertable<Tables['bookingMessages']>[]
}

export function completedSessions(mentor: DemoMentor, seededAt: Date): Completed[] {
  return (demoFeedback[mentor.slug] ?? []).map((said, n) => completedSession(mentor, said, n, seededAt))
}

/** `n` spreads times and days so that they look irregular, yet are the same in every demo. */
function completedSession(mentor: DemoMentor, said: DemoFeedback, n: number, seededAt: Date): Completed {
  const session = mentor.sessions.find(({ title }) => title === said.session)
  const { date } = wallTimeAt(new Date(seededAt.getTime() - said.daysAgo * DAY_MS), mentor.timeZone)
  const startsAt = instantAt({ date, time: DAILY_STARTS[n % DAILY_STARTS.length]! }, mentor.timeZone)
  if (!session || !startsAt) throw new Error(`${mentor.slug} cannot have held “${said.session}” on ${date}`)

  const id = demoId(`${mentor.slug}/${said.by}/${said.session}`)
  const price = toPence((session.price ?? mentor.price) * 100)
  const bookedAt = minutesAfter(new Date(startsAt.getTime() - (2 + ((n * 3) % 8)) * DAY_MS), -((n * 37) % 600))
  const publishedAt = minutesAfter(startsAt, session.minutes + 190 + ((n * 431) % 2400))
  return {
    booking: {
      id,
      reference: bookingReference(createHash('sha256').update(id).digest()),
      secretHash: randomBytes(32).toString('hex'), // Random: nobody needs to release these holds.
      mentorId: demoId(mentor.slug),
      sessionTypeId: demoId(`${mentor.slug}/${session.title}`),
      sessionTitle: session.title,
      startsAt,
      minutes: session.minutes,
      mentorTimeZone: mentor.timeZone,
      pricePence: price,
      currency: CURRENCY,
      menteeName: said.by,
      menteeEmail: addressOf(said.by),
      menteePhone: `+44 7700 900${100 + n}`, // A range reserved for fiction by Ofcom.
      menteeTimeZone: said.zone,
      topic: '',
      termsVersion: TERMS_VERSION,
      termsAcceptedAt: bookedAt,
      status: 'completed',
      payBefore: minutesAfter(bookedAt, CHECKOUT_MINUTES),
      holdExpiresAt: minutesAfter(bookedAt, CHECKOUT_MINUTES + GRACE_MINUTES),
      paidAmountPence: price,
      paidAt: minutesAfter(bookedAt, 3),
      createdAt: bookedAt,
    },
    feedback: {
      id: demoId(`${mentor.slug}/${said.by}/${said.session}/feedback`),
      bookingId: id,
      mentorId: demoId(mentor.slug),
      rating: said.stars,
      text: said.text,
      author: shownName(said.by),
      publishedAt,
      createdAt: publishedAt,
    },
    messages: messageRows({ bookingId: id, bookedAt, slug: mentor.slug, n }),
  }
}

/** An address in a domain reserved for examples (RFC 2606). */
function addressOf(name: string): string {
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '')
  return `${plain.split(' ').join('.')}@example.com`
}
