/** Generated mentors, written as the product would, with the listing that each should get. */
import { randomUUID } from 'node:crypto'
import { fc } from '@fast-check/vitest'
import { sql } from 'kysely'
import { HORIZON_DAYS } from '#domain/bookings/availability'
import { DAILY_STARTS } from '#domain/bookings/daily-starts'
import { MIN_RATINGS } from '#domain/mentors/feedback'
import type { Listing } from '#domain/search/listing'
import { DAY_MS, HOUR_MS, instantAt, wallTimeAt } from '#domain/time/wall-time'
import { countryNames } from '#server/platform/reference/countries'
import { insertClaim } from '#server/bookings/claims-queries'
import { transact } from '#server/platform/db/connect'
import { makeBookingRow } from '../bookings/booking-row.ts'
import { addMentor, type TestApp } from '../product/app.ts'
import * as made from './made-listings.ts'

/** The generated data of a mentor. */
export const person = fc.record({
  name: made.name,
  location: made.location,
  moves: fc.array(made.move, { maxLength: 2 }),
  spoken: made.spoken,
  topics: made.helpedWith,
  experience: made.experience,
  price: made.price,
  sessions: fc.array(fc.record({ minutes: made.minutes, price: fc.option(made.price) }), { maxLength: 2 }),
  stars: fc.array(fc.record({ stars: fc.integer({ min: 1, max: 5 }), published: fc.boolean() }), { maxLength: 5 }),
  status: fc.constantFrom('accepted', 'accepted', 'accepted', 'pending', 'rejected', 'paused'),
  age: fc.integer({ min: 0, max: 3 }),
  zone: fc.constantFrom('Asia/Kolkata', 'America/New_York', 'Pacific/Apia', 'Europe/London'),
  /** How many of the first starts are taken. */
  taken: fc.constantFrom(0, 0, 1, 4, 6),
})
export type Person = typeof person extends fc.Arbitrary<infer Value> ? Value : never

/** Bookable starts with an hour's notice, found by trying every one. */
export function listStarts(zone: string, now: Date): Date[] {
  const { default: horizon } = HORIZON_DAYS
  const days = Array.from({ length: horizon + 2 }, (_, n) => new Date(now.getTime() + (n - 1) * DAY_MS))
  const starts = days.flatMap((day) =>
    DAILY_STARTS.map((time) => instantAt({ date: wallTimeAt(day, zone).date, time }, zone)),
  )
  const [first, last] = [now.getTime() + HOUR_MS, now.getTime() + horizon * DAY_MS]
  return starts.filter((start) => start !== null).filter((start) => +start >= first && +start <= last)
}

/** Writes the mentors as the product would, and returns the listing that each should get. */
export async function writeMentors(test: TestApp, people: Person[]): Promise<Map<string, Listing>> {
  const expected = new Map<string, Listing>()
  const now = test.app.now()
  const topics = await test.db.selectFrom('topics').selectAll().execute()
  const labels = new Map(topics.map(({ code, label, topicGroup }) => [code, [label, topicGroup]]))
  for (const one of people) {
    const mentor = await addMentor(test, {
      name: one.name,
      timeZone: one.zone,
      price: one.price * 100,
      status: one.status as 'accepted',
      sessions: one.sessions.map(({ minutes, price }) => ({ minutes, price: price === null ? null : price * 100 })),
    })
    const createdAt = new Date(now.getTime() - one.age * DAY_MS)
    const { location, experience, spoken: languages } = one
    await sql`update mentors set location = ${location}, experience = ${experience}, languages = ${languages},
      created_at = ${createdAt} where id = ${mentor.id}`.execute(test.db)
    for (const [position, [from, to]] of one.moves.entries())
      await test.db
        .insertInto('moves')
        .values({
          mentorId: mentor.id,
          position,
          fromCity: 'Somewhere',
          fromCountry: from,
          toCity: 'Elsewhere',
          toCountry: to,
          purpose: 'work',
          year: 2020,
        })
        .execute()
    for (const topic of one.topics)
      await test.db.insertInto('mentorTopics').values({ mentorId: mentor.id, topic }).execute()
    const bookable = one.sessions.length > 0
    const starts = listStarts(one.zone, now)
    const taken = bookable ? starts.slice(0, one.taken) : []
    for (const start of taken) await takeHour(test, mentor, start)
    const given = bookable ? one.stars : []
    for (const { stars, published } of given) await rate(test, mentor, stars, published)
    const stars = given.filter((voice) => voice.published).map((voice) => voice.stars)
    const average = stars.reduce((sum, each) => sum + each, 0) / stars.length
    expected.set(mentor.id, {
      number: 0,
      listed: one.status === 'accepted',
      name: one.name,
      location,
      languages,
      words: wordsFor(one, labels),
      destinations: one.moves.map(([, to]) => to),
      origins: one.moves.map(([from]) => from),
      crossings: one.moves.map(([from, to]) => `${from}-${to}`),
      topics: one.topics,
      experience,
      price: bookable ? Math.min(...one.sessions.map((session) => session.price ?? one.price)) : one.price,
      minutes: one.sessions.map((session) => session.minutes),
      rating: stars.length >= MIN_RATINGS ? Math.round(average * 10) / 10 : null,
      ratingCount: stars.length,
      createdAt,
      freeAt: bookable ? (starts.find((start) => taken.every((other) => +other !== +start)) ?? null) : null,
    })
  }
  return expected
}

const wordsFor = ({ location, moves, topics }: Person, labels: Map<string, string[]>) =>
  [
    ...['Analyst', location, 'Somewhere', 'Elsewhere'].slice(0, moves.length > 0 ? 4 : 2),
    ...moves.flat().flatMap((country) => countryNames(country)),
    ...topics.flatMap((topic) => labels.get(topic) ?? []),
  ].join(' ')

async function rate(
  test: TestApp,
  mentor: { id: string; sessionTypeIds: string[] },
  stars: number,
  published: boolean,
) {
  const id = randomUUID()
  const past = new Date(test.app.now().getTime() - DAY_MS)
  await test.db
    .insertInto('bookings')
    .values(bookingRow(test, id, mentor, past))
    .execute()
  await test.db
    .insertInto('feedback')
    .values({
      id: randomUUID(),
      bookingId: id,
      mentorId: mentor.id,
      rating: stars,
      text: 'Useful',
      author: 'G. H.',
      publishedAt: published ? past : null,
      createdAt: past,
    })
    .execute()
}

/** Claims an hour of a mentor's time, as a hold does. */
export async function takeHour(
  test: TestApp,
  mentor: { id: string; sessionTypeIds: string[] },
  startsAt: Date,
): Promise<string> {
  const id = randomUUID()
  await transact(test.db, async (tx) => {
    await insertClaim(tx, {
      id,
      mentorId: mentor.id,
      startsAt,
      minutes: 60,
      bufferBefore: 0,
      bufferAfter: 0,
    })
    await tx
      .insertInto('bookings')
      .values({ ...bookingRow(test, id, mentor, startsAt), ...liveHold(test) })
      .execute()
  })
  return id
}

const liveHold = ({ app }: TestApp) => ({
  status: 'held' as const,
  paidAt: null,
  paidAmountPence: null,
  payBefore: new Date(app.now().getTime() + 100 * DAY_MS),
  holdExpiresAt: new Date(app.now().getTime() + 100 * DAY_MS),
})

/** A session with Grace that was paid and is completed. */
export const bookingRow = (
  { app }: TestApp,
  id: string,
  mentor: { id: string; sessionTypeIds: string[] },
  startsAt: Date,
) => makeBookingRow(app.now(), { id, mentorId: mentor.id, sessionTypeId: mentor.sessionTypeIds[0]!, startsAt })
