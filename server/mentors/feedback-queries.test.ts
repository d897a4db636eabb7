import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bookingReference } from '#domain/bookings/booking'
import { toPence } from '#domain/payments/money'
import { readRating } from '#server/mentors/feedback-queries'
import { findMentor } from '#server/mentors/queries'
import { readReputation } from '#server/mentors/reputation-queries'
import { addMentor, openTestApp, type TestApp } from '../../tests/support/product/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())
beforeEach(() => test.reset())

type Mentor = Awaited<ReturnType<typeof addMentor>>
type Said = {
  stars: number
  text?: string
  author?: string
  published?: boolean
  bookingId?: string
  mentorId?: string
}

/** A completed session, an hour after the previous one, with feedback. */
async function say(mentor: Mentor, { stars, published = true, ...said }: Said): Promise<string> {
  const { db, clock } = test
  const bookingId = said.bookingId ?? (await addCompletedBooking(mentor))
  clock.forward(60)
  await db
    .insertInto('feedback')
    .values({
      id: randomUUID(),
      bookingId,
      mentorId: said.mentorId ?? mentor.id,
      rating: stars,
      text: said.text ?? 'We made a plan.',
      author: said.author ?? 'Grace H.',
      publishedAt: published ? clock.time : null,
      createdAt: clock.time,
    })
    .execute()
  return bookingId
}

async function addCompletedBooking(mentor: Mentor): Promise<string> {
  const { db, clock } = test
  const id = randomUUID()
  const price = toPence(4500)
  const held = clock.time
  await db
    .insertInto('bookings')
    .values({
      id,
      reference: bookingReference(randomBytes(8)),
      secretHash: id,
      mentorId: mentor.id,
      sessionTypeId: mentor.sessionTypeIds[0]!,
      sessionTitle: 'First ninety days',
      startsAt: held,
      minutes: 60,
      mentorTimeZone: 'Asia/Kolkata',
      pricePence: price,
      currency: 'GBP',
      menteeName: 'Grace Hopper',
      menteeEmail: 'grace@example.com',
      menteePhone: '07700 900000',
      menteeTimeZone: 'Europe/London',
      topic: '',
      termsVersion: '2026-11',
      termsAcceptedAt: held,
      status: 'completed',
      payBefore: held,
      holdExpiresAt: held,
      paidAmountPence: price,
      paidAt: held,
      createdAt: held,
    })
    .execute()
  return id
}

const ratings = async () => {
  const mentors = await test.db
    .selectFrom('mentors')
    .select('slug')
    .where('status', '=', 'accepted')
    .orderBy('name')
    .execute()
  const found = await Promise.all(mentors.map(({ slug }) => findMentor(test.db, slug)))
  return found.map((mentor) => [mentor?.name, mentor?.ratingAverage, mentor?.ratingCount])
}

describe('the rating of a mentor', () => {
  it('is the average of all stars, to one decimal, with the number of people', async () => {
    const mentor = await addMentor(test)
    for (const stars of [5, 5, 4]) await say(mentor, { stars })
    expect(await ratings()).toEqual([['Ada Lovelace', 4.7, 3]])
    expect(await findMentor(test.db, mentor.slug)).toMatchObject({ ratingAverage: 4.7, ratingCount: 3 })
  })

  it('is rounded to the nearer tenth, halves upwards', async () => {
    const mentor = await addMentor(test)
    for (const stars of [5, 4, 4, 4]) await say(mentor, { stars }) // 4.25
    expect(await ratings()).toEqual([['Ada Lovelace', 4.3, 4]])
  })

  it('is shown from three people on', async () => {
    const mentor = await addMentor(test)
    for (const stars of [5, 4]) await say(mentor, { stars })
    expect(await ratings()).toEqual([['Ada Lovelace', null, 2]])
    expect(await readRating(test.db, mentor.id)).toEqual({ average: null, count: 2 })
    await say(mentor, { stars: 3 })
    expect(await ratings()).toEqual([['Ada Lovelace', 4, 3]])
    expect(await readRating(test.db, mentor.id)).toEqual({ average: 4, count: 3 })
  })

  it('is per mentor, and null without feedback', async () => {
    const [ada, barbara] = [await addMentor(test), await addMentor(test, { name: 'Barbara Liskov' })]
    await addMentor(test, { name: 'Carol Shaw' })
    for (const stars of [3, 3, 3]) await say(ada, { stars })
    for (const stars of [5, 5, 5]) await say(barbara, { stars })
    expect(await ratings()).toEqual([
      ['Ada Lovelace', 3, 3],
      ['Barbara Liskov', 5, 3],
      ['Carol Shaw', null, 0],
    ])
  })

  it('counts only published feedback', async () => {
    const mentor = await addMentor(test)
    for (const stars of [5, 5, 5]) await say(mentor, { stars })
    await say(mentor, { stars: 1, published: false })
    expect(await ratings()).toEqual([['Ada Lovelace', 5, 3]])
  })

  it('is in the JSON API, in the list and for one mentor', async () => {
    const [ada, barbara] = [await addMentor(test), await addMentor(test, { name: 'Barbara Liskov' })]
    for (const stars of [5, 4, 5, 4]) await say(ada, { stars })
    const list = (await (await test.site.request('/api/mentors')).json()) as { mentors: { rating: unknown }[] }
    expect(list.mentors.map(({ rating }) => rating)).toEqual([
      { average: 4.5, count: 4 },
      { average: null, count: 0 },
    ])
    const one = async (slug: string) => (await test.site.request(`/api/mentors/${slug}`)).json()
    expect(await one(ada.slug)).toMatchObject({ rating: { average: 4.5, count: 4 } })
    expect(await one(barbara.slug)).toMatchObject({ rating: { average: null, count: 0 } })
  })
})

describe('what a page says of a mentor', () => {
  it('has the newest feedback first, up to the limit, with the session’s start', async () => {
    const mentor = await addMentor(test)
    for (const text of ['first', 'second', 'third']) await say(mentor, { stars: 4, text, author: 'Priya S.' })
    const { feedback } = await readReputation(test.db, mentor.id, { limit: 2, now: test.app.now() })
    expect(feedback.map(({ text }) => text)).toEqual(['third', 'second'])
    expect(feedback[0]).toMatchObject({
      author: 'Priya S.',
      rating: 4,
      answer: null,
      startsAt: new Date('2030-01-07T11:00:00Z'),
      sessionTitle: 'First ninety days',
    })
  })

  it('counts the published ratings from five stars down, and the sessions held', async () => {
    const mentor = await addMentor(test)
    for (const stars of [5, 4, 4, 1]) await say(mentor, { stars })
    await say(mentor, { stars: 3, published: false })
    expect(await readReputation(test.db, mentor.id, { limit: 2, now: test.app.now() })).toMatchObject({
      stars: [1, 2, 0, 0, 1],
      held: 5,
    })
  })

  it('has neither unpublished feedback nor anything about other mentors', async () => {
    const [ada, barbara] = [await addMentor(test), await addMentor(test)]
    await say(barbara, { stars: 5 })
    const nothing = { feedback: [], stars: [0, 0, 0, 0, 0], checks: [], reviewed: null, held: 0, waits: [] }
    expect(await readReputation(test.db, ada.id, { limit: 10, now: test.app.now() })).toEqual(nothing)
    await say(ada, { stars: 5, published: false })
    expect(await readReputation(test.db, ada.id, { limit: 10, now: test.app.now() })).toEqual({ ...nothing, held: 1 })
  })
})

describe('the table of feedback', () => {
  it('accepts one row per session', async () => {
    const mentor = await addMentor(test)
    const bookingId = await say(mentor, { stars: 5 })
    await expect(say(mentor, { stars: 1, bookingId })).rejects.toThrow('feedback_booking_id_key')
  })

  it('refuses another mentor than the session’s', async () => {
    const [ada, barbara] = [await addMentor(test), await addMentor(test)]
    await expect(say(ada, { stars: 5, mentorId: barbara.id })).rejects.toThrow('feedback_booking_id_mentor_id_fkey')
  })

  it('accepts one to five stars, and text of a limited length', async () => {
    const mentor = await addMentor(test)
    for (const stars of [0, 6]) await expect(say(mentor, { stars })).rejects.toThrow('feedback_rating_check')
    for (const text of ['', 'x'.repeat(1001)]) {
      await expect(say(mentor, { stars: 5, text })).rejects.toThrow('feedback_text_check')
    }
    await say(mentor, { stars: 5, text: 'é'.repeat(1000) })
  })
})
