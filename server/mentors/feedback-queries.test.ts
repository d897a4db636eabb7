import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readRating } from '#server/mentors/feedback-queries'
import { findMentor } from '#server/mentors/queries'
import { readReputation } from '#server/mentors/reputation-queries'
import { bookingRow } from '../../tests/support/mentors/made-mentors.ts'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct()

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
  const row = bookingRow(test, randomUUID(), mentor, test.clock.time)
  await test.db.insertInto('bookings').values(row).execute()
  return row.id
}

const ratings = async () => {
  const mentors = await test.db.selectFrom('mentors').select('slug').orderBy('name').execute()
  const found = await Promise.all(mentors.map(({ slug }) => findMentor(test.db, slug)))
  return found.map((mentor) => [mentor?.name, mentor?.ratingAverage, mentor?.ratingCount])
}

describe('the rating of a mentor', () => {
  it('is the average of published stars to one decimal, halves upwards, and shown from three people on', async () => {
    const ada = await addMentor(test)
    const barbara = await addMentor(test, { name: 'Barbara Liskov' })
    for (const stars of [5, 4]) await say(ada, { stars })
    for (const stars of [5, 5, 5]) await say(barbara, { stars })
    await say(ada, { stars: 1, published: false })
    expect(await ratings()).toEqual([
      ['Ada Lovelace', null, 2],
      ['Barbara Liskov', 5, 3],
    ])
    expect(await readRating(test.db, ada.id)).toEqual({ average: null, count: 2 })
    await say(ada, { stars: 5 })
    expect((await ratings())[0]).toEqual(['Ada Lovelace', 4.7, 3])
    expect(await readRating(test.db, ada.id)).toEqual({ average: 4.7, count: 3 })
    await say(ada, { stars: 3 })
    expect((await ratings())[0]).toEqual(['Ada Lovelace', 4.3, 4]) // Of 4.25.
  })

  it('is in the JSON API, in the list and for one mentor', async () => {
    const [ada, barbara] = [await addMentor(test), await addMentor(test, { name: 'Barbara Liskov' })]
    for (const stars of [5, 4, 5, 4]) await say(ada, { stars })
    const list = (await (await test.site.request('/api/mentors')).json()) as { mentors: { rating: unknown }[] }
    const [rated, unrated] = [
      { average: 4.5, count: 4 },
      { average: null, count: 0 },
    ]
    expect(list.mentors.map(({ rating }) => rating)).toEqual([rated, unrated])
    const one = async (slug: string) => (await test.site.request(`/api/mentors/${slug}`)).json()
    expect(await one(ada.slug)).toMatchObject({ rating: rated })
    expect(await one(barbara.slug)).toMatchObject({ rating: unrated })
  })
})

describe('what a page says of a mentor', () => {
  const read = ({ id }: Mentor) => readReputation(test.db, id, { limit: 2, now: test.app.now() })

  it('has the newest feedback first, up to the limit, counts of published stars, and the sessions held', async () => {
    const mentor = await addMentor(test)
    for (const [text, stars] of [
      ['first', 5],
      ['second', 1],
      ['third', 4],
    ] as const)
      await say(mentor, { stars, text, author: 'Priya S.' })
    await say(mentor, { stars: 3, published: false })
    const { feedback, stars, held } = await read(mentor)
    expect(feedback.map(({ text }) => text)).toEqual(['third', 'second'])
    expect(feedback[0]).toMatchObject({
      author: 'Priya S.',
      rating: 4,
      answer: null,
      startsAt: new Date('2030-01-07T11:00:00Z'),
      sessionTitle: 'First ninety days',
    })
    expect([stars, held]).toEqual([[1, 1, 0, 0, 1], 4])
  })

  it('has neither unpublished feedback nor anything about other mentors', async () => {
    const [ada, barbara] = [await addMentor(test), await addMentor(test)]
    await say(barbara, { stars: 5 })
    const nothing = { feedback: [], stars: [0, 0, 0, 0, 0], checks: [], reviewed: null, held: 0, waits: [] }
    expect(await read(ada)).toEqual(nothing)
    await say(ada, { stars: 5, published: false })
    expect(await read(ada)).toEqual({ ...nothing, held: 1 })
  })
})

describe('the table of feedback', () => {
  it('accepts one row per session, of that session’s mentor', async () => {
    const [ada, barbara] = [await addMentor(test), await addMentor(test)]
    const bookingId = await say(ada, { stars: 5 })
    await expect(say(ada, { stars: 1, bookingId })).rejects.toThrow('feedback_booking_id_key')
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
