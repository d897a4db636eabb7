import { describe, expect, it } from 'vitest'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { makeBookingForm, expectProblem, postBooking, TUESDAY } from '../../tests/support/bookings/requests.ts'

useProduct()

type Slot = { startsAt: string; endsAt: string; taken: boolean; repeated: boolean }

const get = async (path: string) => test.site.request(path)

async function read<Body>(path: string): Promise<Body> {
  const response = await get(path)
  expect(response.status, await response.clone().text()).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  return (await response.json()) as Body
}

const query = (slug: string, requested: Record<string, string>) =>
  `/api/mentors/${slug}/slots?${new URLSearchParams(requested)}`
const tuesday = { from: '2030-01-08T00:00:00Z', to: '2030-01-09T00:00:00Z' }

type City = readonly [city: string, country: string]
type Why = { purpose: 'study' | 'family'; year: number; institution?: string }

async function addMove(mentorId: string, position: number, from: City, to: City, why: Why) {
  const ends = { fromCity: from[0], fromCountry: from[1], toCity: to[0], toCountry: to[1] }
  await test.db
    .insertInto('moves')
    .values({ mentorId, position, ...ends, ...why })
    .execute()
}

describe('GET /api/mentors/{slug}', () => {
  it('finds a mentor and their slots by id, in any case, as by slug, also by one that looks like an id', async () => {
    const { id, slug } = await addMentor(test)
    const bySlug = await read(`/api/mentors/${slug}`)
    expect(bySlug).toMatchObject({ imageUrl: null })
    expect(await read(`/api/mentors/${id}`)).toEqual(bySlug)
    expect(await read(`/api/mentors/${id.toUpperCase()}`)).toEqual(bySlug)
    expect(await read(query(id, tuesday))).toEqual(await read(query(slug, tuesday)))
    const other = await addMentor(test, { slug: '9b2e3c52-6a0d-4c27-8a3c-0d8a4e2b7f11' })
    expect(await read(`/api/mentors/${other.slug}`)).toMatchObject({ id: other.id })
  })

  it('gives every session with its price', async () => {
    const { id, slug, sessionTypeIds } = await addMentor(test, {
      price: 4500,
      sessions: [{ title: 'CV review', minutes: 45, price: 3000 }, { title: 'First ninety days' }],
    })
    await test.db
      .updateTable('mentors')
      .set({
        university: 'Cambridge',
        education: 'MA',
        linkedin: 'https://www.linkedin.com/in/ada',
        about: 'I moved twice.',
        whyMentor: 'A friend helped me.',
        helpWith: ['Visas', 'Renting'],
        otherLanguages: ['Pular'],
        portrait: 'AAAAAAAAAAAAAAAAAAAAAA',
      })
      .execute()
    const topics = ['finding-a-home', 'student-visa'].map((topic) => ({ mentorId: id, topic }))
    await test.db.insertInto('mentorTopics').values(topics).execute()
    const [kolkata, leeds] = [['Kolkata', 'IN'] as const, ['Leeds', 'GB'] as const]
    await addMove(id, 1, leeds, kolkata, { purpose: 'family', year: 2019 })
    await addMove(id, 0, kolkata, leeds, { purpose: 'study', year: 2012, institution: 'University of Leeds' })
    expect(await read(`/api/mentors/${slug}`)).toEqual({
      id,
      slug,
      name: 'Ada Lovelace',
      role: 'Analyst',
      experience: 5,
      location: 'Kolkata, India',
      imageUrl: 'http://landfall.test/pictures/AAAAAAAAAAAAAAAAAAAAAA/384.webp',
      languages: ['English', 'Bengali', 'Pular'],
      timeZone: 'Asia/Kolkata',
      price: { amount: 3000, currency: 'GBP' },
      priceFrom: true,
      rating: { average: null, count: 0 },
      university: 'Cambridge',
      education: 'MA',
      linkedin: 'https://www.linkedin.com/in/ada',
      about: 'I moved twice.',
      whyMentor: 'A friend helped me.',
      helpWith: ['Visas', 'Renting'],
      topics: [
        { code: 'student-visa', label: 'Student visa' },
        { code: 'finding-a-home', label: 'Finding a home' },
      ],
      languageCodes: ['en', 'bn'],
      moves: [
        {
          from: { city: 'Kolkata', country: 'IN' },
          to: { city: 'Leeds', country: 'GB' },
          purpose: 'study',
          year: 2012,
          institution: 'University of Leeds',
        },
        {
          from: { city: 'Leeds', country: 'GB' },
          to: { city: 'Kolkata', country: 'IN' },
          purpose: 'family',
          year: 2019,
          institution: '',
        },
      ],
      sessionTypes: [
        {
          id: sessionTypeIds[0],
          title: 'CV review',
          minutes: 45,
          description: '',
          price: { amount: 3000, currency: 'GBP' },
          packages: [],
        },
        {
          id: sessionTypeIds[1],
          title: 'First ninety days',
          minutes: 60,
          description: '',
          price: { amount: 4500, currency: 'GBP' },
          packages: [],
        },
      ],
    })
  })

  it.each(['pending', 'rejected', 'paused'] as const)('responds 404 for a mentor who is %s', async (status) => {
    const { id, slug } = await addMentor(test, { status })
    for (const name of [slug, id]) {
      await expectProblem(await get(`/api/mentors/${name}`), 404, 'not_found')
      await expectProblem(await get(query(name, tuesday)), 404, 'not_found')
    }
  })

  it('responds 404 for an unknown mentor', async () => {
    await expectProblem(await get('/api/mentors/no-such-mentor'), 404, 'not_found')
    await expectProblem(await get(query('no-such-mentor', tuesday)), 404, 'not_found')
  })

  it('takes slugs of 200 characters at most', async () => {
    const { id, slug } = await addMentor(test, { slug: 'a'.repeat(200) })
    expect(await read(`/api/mentors/${slug}`)).toMatchObject({ id })
    expect(await read(query(slug, tuesday))).toMatchObject({ timeZone: 'Asia/Kolkata' })
    await expectProblem(await get(`/api/mentors/${slug}a`), 400, 'invalid')
    await expectProblem(await get(query(`${slug}a`, tuesday)), 400, 'invalid')
  })
})

describe('GET /api/mentors/{slug}/slots', () => {
  const at = (hour: string) => ({
    startsAt: `2030-01-08T${hour}:00:00.000Z`,
    endsAt: `2030-01-08T${String(Number(hour) + 1).padStart(2, '0')}:00:00.000Z`,
    taken: false,
    repeated: false,
  })

  it('gives the five daily starts in the mentor’s zone, as UTC, between instants with any offset', async () => {
    const { slug } = await addMentor(test)
    expect(await read(query(slug, tuesday))).toEqual({
      timeZone: 'Asia/Kolkata',
      slots: [at('09'), at('10'), at('11'), at('12'), at('13')],
    })
    const requested = { from: '2030-01-08T14:30:00+05:30', to: '2030-01-08T05:00:00.500-05:00' }
    expect(await read(query(slug, requested))).toMatchObject({ slots: [at('09'), at('10')] })
    const today = { from: '2030-01-07T00:00:00Z', to: '2030-01-08T00:00:00Z' }
    const { slots } = await read<{ slots: Slot[] }>(query(slug, today))
    expect(slots[0]?.startsAt).toBe('2030-01-07T10:00:00.000Z') // It is 09:00 now.
  })

  it('never shows a slot as free that was sold before the request, however many requests run at once', async () => {
    const mentor = await addMentor(test)
    const taken = async () =>
      (await read<{ slots: Slot[] }>(query(mentor.slug, tuesday))).slots.map((slot) => slot.taken)
    const hours = ['14:30', '15:30', '16:30', '17:30', '18:30']
    for (const [sold, time] of hours.entries()) {
      const early = [taken(), taken(), taken()]
      expect((await postBooking(test, { ...makeBookingForm(mentor), time })).status).toBe(200)
      const late = await Promise.all([taken(), taken(), taken()])
      for (const seen of late) expect(seen).toEqual(hours.map((_, hour) => hour <= sold))
      await Promise.all(early)
    }
  })

  it('marks all slots as taken on a day, and in a week, that has the mentor’s maximum of sessions', async () => {
    const mentor = await addMentor(test)
    await test.db.updateTable('mentors').set({ dayCap: 1, weekCap: 2 }).execute()
    await postBooking(test, { ...makeBookingForm(mentor), time: '15:30' })
    const week = { from: '2030-01-08T00:00:00Z', to: '2030-01-15T00:00:00Z' }
    const free = async () => {
      const { slots } = await read<{ slots: Slot[] }>(query(mentor.slug, week))
      return [...new Set(slots.filter(({ taken }) => !taken).map(({ startsAt }) => startsAt.slice(8, 10)))]
    }
    expect(await free()).toEqual(['09', '10', '11', '12', '13', '14'])
    await postBooking(test, { ...makeBookingForm(mentor), date: '2030-01-11', time: '15:30' })
    expect(await free()).toEqual(['14'])
  })

  it('marks a longer session’s slots as taken if they run into a booking', async () => {
    const mentor = await addMentor(test, { sessions: [{ minutes: 60 }, { minutes: 90 }] })
    await postBooking(test, { ...makeBookingForm(mentor), time: '15:30' })
    const requested = { ...tuesday, session: mentor.sessionTypeIds[1]! }
    const { slots } = await read<{ slots: Slot[] }>(query(mentor.slug, requested))
    expect(slots.map(({ taken }) => taken)).toEqual([true, true, false, false, false])
    expect(slots[0]).toMatchObject({ startsAt: TUESDAY, endsAt: '2030-01-08T10:30:00.000Z', taken: true })
  })

  it('is empty for a mentor without sessions', async () => {
    const { slug } = await addMentor(test, { sessions: [] })
    expect(await read(query(slug, tuesday))).toEqual({ timeZone: 'Asia/Kolkata', slots: [] })
  })

  it('responds 404 for another mentor’s session, or an unknown one', async () => {
    const { slug } = await addMentor(test)
    const { sessionTypeIds } = await addMentor(test)
    for (const session of [sessionTypeIds[0]!, '9b2e3c52-6a0d-4c27-8a3c-0d8a4e2b7f11'])
      await expectProblem(await get(query(slug, { ...tuesday, session })), 404, 'not_found')
  })

  it.each<[string, Record<string, string>, string]>([
    ['no beginning', { to: tuesday.to }, 'from'],
    ['no end', { from: tuesday.from }, 'to'],
    ['no zone', { ...tuesday, from: '2030-01-08T00:00:00' }, 'from'],
    ['a day that does not exist', { ...tuesday, from: '2030-02-29T00:00:00Z' }, 'from'],
    ['a year of five digits', { ...tuesday, to: '+12030-01-08T00:00:00Z' }, 'to'],
    ['an end before its beginning', { from: tuesday.to, to: tuesday.from }, 'to'],
    ['more than 62 days', { from: '2030-01-08T00:00:00Z', to: '2030-03-11T00:00:00.001Z' }, 'to'],
    ['something else than a session’s id', { ...tuesday, session: 'first' }, 'session'],
  ])('refuses a request with %s and names the field', async (_what, requested, field) => {
    const { slug } = await addMentor(test)
    const { errors } = await expectProblem(await get(query(slug, requested)), 400, 'invalid')
    expect(Object.keys(errors ?? {})).toEqual([field])
  })

  it('accepts spans of 62 days, and spans in the far future or past', async () => {
    const { slug } = await addMentor(test)
    const longest = { from: '2030-01-08T00:00:00Z', to: '2030-03-11T00:00:00Z' }
    expect((await read<{ slots: Slot[] }>(query(slug, longest))).slots).not.toEqual([])
    for (const from of ['9999-12-01T00:00:00Z', '0000-01-01T00:00:00Z'])
      expect(await read(query(slug, { from, to: from.replace('-01T', '-02T') }))).toMatchObject({ slots: [] })
  })
})
