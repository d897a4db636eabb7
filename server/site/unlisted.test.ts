/**
 * A mentor who is not accepted appears nowhere in public. The tests add one with unique attributes beside an accepted
 * one, gather everything that the product makes public, and look for the attributes. Pages show only what these
 * functions give.
 */
import { expect, it } from 'vitest'
import { MENTOR_STATUSES, type MentorStatus } from '#domain/mentors/mentor-status'
import { everybody } from '#domain/search/criteria'
import { createDirectory } from '#server/search/engine/directory'
import { countCommunity, findSessionType, listCrossings, listListed } from '#server/mentors/queries'
import { findMentors } from '#server/search/sync'
import { findLanding, listLandings, readLanding } from '#server/search/landing'
import { readMentorView } from '../../app/views/mentors/mentor-view.ts'
import { ORIGIN } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { addMover } from '../../tests/support/mentors/movers.ts'
import { makeBookingForm, expectProblem, postBooking } from '../../tests/support/bookings/requests.ts'

useProduct()

const HIDDEN = {
  name: 'Zebedee Quill',
  slug: 'zebedee-quill',
  location: 'Thule, Greenland',
  languages: ['yo'],
  experience: 41,
  price: 77_700,
  sessions: [{ minutes: 115 }],
  topics: ['trade-licences'],
  moves: [['FR', 'NL']] as [string, string][],
}
/** Words and values that no other mentor has. */
const MARKS = /zebedee|quill|thule|yoruba|"yo"|77700|"115"|trade-licences|france|netherlands|"FR"|"NL"|FR-NL/i

const get = async (path: string) => test.site.request(`${ORIGIN}${path}`)
const plain = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (part instanceof Map ? [...part] : part))

/** Everything that is public, and a search for each of the hidden mentor's attributes. */
async function everythingPublic(): Promise<string[]> {
  const { app, db } = test
  const files = [
    '/sitemap.xml',
    '/sitemap-1.xml',
    '/llms.txt',
    '/robots.txt',
    '/api/mentors',
    '/api/mentors?order=newest',
  ]
  const searches = [
    'q=zebedee',
    'q=thule',
    'q=netherlands',
    'experience=7',
    'price_min=700',
    'minutes=115',
    'language=yo',
  ]
  const filters = ['destination=NL', 'origin=FR', 'topic=trade-licences', 'moving_from=FR&moving_to=NL']
  const requested = [...searches, ...filters].map((query) => `/api/mentors?${query}`)
  const answers = await Promise.all([...files, ...requested].map(async (path) => (await get(path)).text()))
  const { number } = (await db
    .selectFrom('listings')
    .innerJoin('mentors', 'mentors.id', 'listings.mentorId')
    .select('number')
    .where('slug', '=', HIDDEN.slug)
    .executeTakeFirst()) ?? { number: 1_000_000 }
  return [
    ...answers.map((answer) => answer.replace(/"(next|previous)":"[^"]*"| hreflang="[^"]*"/g, '')),
    plain(await findMentors(app, everybody, null)),
    plain(await listListed(db, [number])),
    plain(await listLandings(app)),
    plain([await readLanding(app, findLanding({ origin: 'france', destination: 'netherlands' })!)]),
    plain([await readLanding(app, findLanding({ destination: 'netherlands' })!)]),
    plain(await readLanding(app, findLanding({ destination: 'germany' })!)),
    plain(await listCrossings(db, 100)),
  ]
}

async function expectHidden(mentor: { id: string; name: string; sessionTypeIds: string[] }): Promise<void> {
  for (const leaked of await everythingPublic()) expect(leaked).not.toMatch(MARKS)
  expect(await countCommunity(test.db)).toMatchObject({ mentors: 1, countries: 2 })
  const { counts, total } = (await (await get('/api/mentors')).json()) as {
    total: number
    counts: { experience: { count: number }[]; prices: object }
  }
  expect(total).toBe(1)
  expect(counts.experience.map(({ count }) => count)).toEqual([1, 1, 1, 0])
  const slots = new URLSearchParams({ from: '2030-01-08T00:00:00Z', to: '2030-01-09T00:00:00Z' })
  await expectProblem(await get(`/api/mentors/${HIDDEN.slug}`), 404, 'not_found')
  await expectProblem(await get(`/api/mentors/${HIDDEN.slug}/slots?${slots}`), 404, 'not_found')
  await expectProblem(
    await postBooking(test, { ...makeBookingForm(mentor), mentor: { name: mentor.name } }),
    404,
    'not_found',
  )
  expect((await get(`/mentors/${HIDDEN.slug}/preview.png`)).status).toBe(404)
  expect(await findSessionType(test.db, { id: mentor.sessionTypeIds[0]!, browserHash: null })).toBeUndefined()
}

const HIDING = MENTOR_STATUSES.filter((status) => status !== 'accepted')

const setStatus = (id: string, status: MentorStatus) =>
  test.db.updateTable('mentors').set({ status }).where('id', '=', id).execute()
const readPage = (slug: string) =>
  readMentorView(test.app, new Request(`${ORIGIN}/mentors/${slug}`), { slug, reader: null }).catch(
    (instead: unknown) => instead,
  )

it.each(HIDING)('a mentor who is %s appears nowhere in public', async (status) => {
  await addMover(test, { name: 'Ada Lovelace', moves: [['IN', 'DE']] })
  const mentor = await addMover(test, { ...HIDDEN, status })
  await expectHidden(mentor)

  // Accepted they are public. Hidden again they are gone from everything at once, in other processes too.
  await setStatus(mentor.id, 'accepted')
  await test.db.insertInto('previousSlugs').values({ slug: 'zeb-quill', mentorId: mentor.id }).execute()
  const shown = (await everythingPublic()).filter((leaked) => MARKS.test(leaked))
  expect(shown.length, 'what would reveal them').toBeGreaterThan(15)
  expect((await get(`/mentors/${HIDDEN.slug}/preview.png`)).status).toBe(200)
  const led = (await readPage('zeb-quill')) as Response
  expect([led.status, led.headers.get('location')]).toEqual([301, `/mentors/${HIDDEN.slug}`])
  const other = { ...test.app, directory: createDirectory() }
  expect((await findMentors(other, everybody, null)).total).toBe(2)

  await setStatus(mentor.id, status)
  await expectHidden(mentor)
  expect(plain(await findMentors(other, everybody, null))).not.toMatch(MARKS)
  for (const slug of ['zeb-quill', HIDDEN.slug]) expect(await readPage(slug)).toMatchObject({ init: { status: 404 } })
})
