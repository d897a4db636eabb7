/**
 * Sessions of the demo that are ahead of people or need one: of today and tomorrow, cancelled, disputed, and one whose mentee
 * contests that they were absent.
 */
import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { HOUR_MS, minutesAfter } from '#domain/time/wall-time'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'
import { soldBooking } from './sales/booking.ts'
import type { Sold } from './sales/books.ts'
import { demoId } from './id.ts'
import { requireMentor } from './mentors.ts'
import type { DemoPricing } from './pricing.ts'

const HALF_HOUR_MS = HOUR_MS / 2
const DAY_HOURS = 24

type Story = {
  mentor: string
  mentee: string
  zone: string
  /** Hours from the seeding, to the next half hour; negative is past. */
  startsIn: number
  bookedBefore: number
  status: 'confirmed' | 'completed' | 'cancelled'
  refund?: { percent: 50 | 100; hoursAgo: number }
  disputed?: { hoursAgo: number }
}

const CONTESTED = 'Rosa Vidal'
const WRITERS = new Set(['Tomás Herrera', 'Lucía Prado'])

const stories: Story[] = [
  {
    mentor: 'yuting-chen',
    mentee: 'Tomás Herrera',
    zone: 'America/Bogota',
    startsIn: 2,
    bookedBefore: 90,
    status: 'confirmed',
  },
  {
    mentor: 'fiona-brennan',
    mentee: 'Aoife Nolan',
    zone: 'Europe/Dublin',
    startsIn: 4,
    bookedBefore: 200,
    status: 'confirmed',
  },
  {
    mentor: 'maria-jose-rangel',
    mentee: 'Lucía Prado',
    zone: 'America/Caracas',
    startsIn: 26,
    bookedBefore: 120,
    status: 'confirmed',
  },
  {
    mentor: 'diego-salazar',
    mentee: CONTESTED,
    zone: 'America/Mexico_City',
    startsIn: -26,
    bookedBefore: 150,
    status: 'confirmed',
  },
  {
    mentor: 'yuki-tanaka',
    mentee: 'Kenji Mori',
    zone: 'Asia/Tokyo',
    startsIn: -20 * DAY_HOURS,
    bookedBefore: 100,
    status: 'completed',
    disputed: { hoursAgo: 50 },
  },
  {
    mentor: 'imran-siddiqui',
    mentee: 'Hassan Raza',
    zone: 'Asia/Karachi',
    startsIn: 6 * DAY_HOURS,
    bookedBefore: 14 * DAY_HOURS,
    status: 'cancelled',
    refund: { percent: 100, hoursAgo: 5 * DAY_HOURS },
  },
  {
    mentor: 'arjun-mehta',
    mentee: 'Neha Kulkarni',
    zone: 'Asia/Kolkata',
    startsIn: -3 * DAY_HOURS,
    bookedBefore: 12 * DAY_HOURS,
    status: 'cancelled',
    refund: { percent: 50, hoursAgo: 5 * DAY_HOURS },
  },
]

/** `claims`: the minutes of those that are confirmed. */
type Stories = {
  sold: Sold[]
  claims: Insertable<Tables['claims']>[]
  messages: Insertable<Tables['bookingMessages']>[]
  arrivals: Insertable<Tables['arrivals']>[]
  noShows: Insertable<Tables['noShows']>[]
  concerns: Insertable<Tables['concerns']>[]
}

export function buildStories(seededAt: Date, pricing: DemoPricing): Stories {
  const hoursAgo = (hours: number) => new Date(seededAt.getTime() - hours * HOUR_MS)
  const sold = stories.map(({ mentor, mentee, zone, startsIn, bookedBefore, status, refund, disputed }, n): Sold => {
    const startsAt = new Date(Math.ceil((seededAt.getTime() + startsIn * HOUR_MS) / HALF_HOUR_MS) * HALF_HOUR_MS)
    const sale = {
      key: `story of ${mentee}`,
      mentor: requireMentor(mentor),
      session: requireMentor(mentor).sessions[0]!.title,
      startsAt,
      bookedAt: new Date(startsAt.getTime() - bookedBefore * HOUR_MS),
      mentee: { name: mentee, zone, n: 60 + n },
      status,
    }
    const booking = soldBooking(sale, pricing)
    const cancelled = refund && { cancelledAt: hoursAgo(refund.hoursAgo), cancelledBy: 'mentee' as const }
    const policy = refund?.percent === 50 ? { cancelPolicy: 'moderate' as const } : {}
    return {
      booking: { ...booking, ...policy, ...cancelled },
      after: {
        ...(refund && { refunded: { percent: refund.percent, at: hoursAgo(refund.hoursAgo) } }),
        ...(disputed && { disputedAt: hoursAgo(disputed.hoursAgo) }),
      },
    }
  })
  const confirmed = sold.map(({ booking }) => booking).filter(({ status }) => status === 'confirmed')
  const contested = confirmed.find(({ menteeName }) => menteeName === CONTESTED)!
  const { id: bookingId, startsAt } = contested
  const contestedAt = minutesAfter(startsAt, 95)
  return {
    sold,
    claims: confirmed.map(({ id, mentorId, startsAt: from, minutes }) => ({
      bookingId: id,
      mentorId: mentorId!,
      during: `[${from.toISOString()},${minutesAfter(from, minutes).toISOString()})`,
    })),
    messages: confirmed
      .filter(({ menteeName }) => WRITERS.has(menteeName))
      .flatMap(({ id, createdAt }) => [
        message(id, 'mentee', minutesAfter(createdAt, 45), 'Could we start with the interview? Mine is next week.'),
        message(
          id,
          'mentor',
          minutesAfter(createdAt, 190),
          'Of course. Send me the invitation, and I will have read it.',
        ),
      ]),
    arrivals: [{ bookingId, side: 'mentor', at: minutesAfter(startsAt, -2) }],
    noShows: [
      {
        bookingId,
        absent: 'mentee',
        reportedAt: minutesAfter(startsAt, 14),
        contestedAt,
        contest:
          'I was in the room from five past. My microphone did not work, and I wrote in the chat that I was there.',
        outcome: null,
        decidedAt: null,
        decidedBy: null,
      },
    ],
    concerns: [
      {
        id: randomUUID(),
        kind: 'no_show_contested',
        subject: bookingId,
        bookingId,
        createdAt: contestedAt,
        resolvedAt: null,
      },
    ],
  }
}

/** Call once their bookings are written. */
export async function writeStories(tx: Db, { claims, messages, arrivals, noShows, concerns }: Stories): Promise<void> {
  await tx.insertInto('claims').values(claims).execute()
  await tx.insertInto('bookingMessages').values(messages).execute()
  await tx.insertInto('arrivals').values(arrivals).execute()
  await tx.insertInto('noShows').values(noShows).execute()
  await tx.insertInto('concerns').values(concerns).execute()
}

const message = (bookingId: string, writer: 'mentee' | 'mentor', at: Date, body: string) => ({
  id: demoId(`${bookingId}/${body}`),
  bookingId,
  writer,
  body,
  createdAt: at,
  mailedAs: 1,
  mailQueuedAt: at,
})
