import { fc, it as property } from '@fast-check/vitest'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { everybody, type Criteria, type Page } from '#domain/search/criteria'
import { createDirectory } from '#server/search/engine/directory'
import { countFound } from '#server/search/engine/search'
import type { Listing } from '#domain/search/listing'
import type { App } from '#server/context'
import { currentDirectory, findMentors, refreshListings } from '#server/search/sync'
import { addMentor, openTestApp, type TestApp } from '../../tests/support/product/app.ts'
import * as made from '../../tests/support/mentors/made-listings.ts'
import { person, writeMentors } from '../../tests/support/mentors/made-mentors.ts'
import { naiveCounts, naiveSearch } from '../../tests/support/mentors/naive-search.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())
beforeEach(() => test.reset())

const findByExperience = (app: App) => findMentors(app, { ...everybody, order: 'experience' }, null)
/** Another process on the same database, with an empty index. */
const anotherProcess = (): App => ({ ...test.app, directory: createDirectory() })

/** The listings' numbers. */
async function numbered(expected: Map<string, Listing>): Promise<Listing[]> {
  const rows = await test.db.selectFrom('listings').select(['mentorId', 'number']).execute()
  return rows.map(({ mentorId, number }) => ({ ...expected.get(mentorId)!, number }))
}

async function walk(requested: Criteria): Promise<number[]> {
  const numbers: number[] = []
  for (let page: Page = null; ;) {
    const found = await findMentors(test.app, requested, page)
    expect(found.mentors.map((mentor) => mentor.number)).toEqual(found.numbers)
    numbers.push(...found.numbers)
    if (!found.next) return numbers
    page = { after: found.next }
  }
}

async function expectSame(listings: Listing[], requested: Criteria) {
  const now = test.app.now()
  const found = await findMentors(test.app, requested, null)
  expect(await walk(requested)).toEqual(naiveSearch(listings, requested, now).map((listing) => listing.number))
  expect(found.counts).toEqual(naiveCounts(listings, requested, now))
  expect(found.total).toBe(naiveSearch(listings, requested, now).length)
}

describe('the list of mentors', () => {
  const people = fc.integer({ min: 0, max: 40 }).chain((n) => fc.array(person, { minLength: n, maxLength: n }))
  const questions = fc.array(made.criteria, { minLength: 10, maxLength: 10 })
  property.prop([people, questions, fc.array(person, { maxLength: 3 })], { numRuns: 4 })(
    'is what looking at every row would give, also after changes',
    async (all, requested, more) => {
      await test.reset()
      const expected = await writeMentors(test, all)
      await currentDirectory(test.app)
      for (const question of requested) await expectSame(await numbered(expected), question)
      for (const [id, listing] of await writeMentors(test, more)) expected.set(id, listing)
      const [first] = expected
      if (first) {
        const [id, listing] = first
        const listed = !listing.listed
        await sql`update mentors set status = ${listed ? 'accepted' : 'paused'} where id = ${id}`.execute(test.db)
        expected.set(id, { ...listing, listed })
      }
      await currentDirectory(test.app)
      for (const question of requested) await expectSame(await numbered(expected), question)
    },
    120_000,
  )

  it('needs no refresh when a free start of a paused mentor passes', async () => {
    const { id } = await addMentor(test)
    await currentDirectory(test.app)
    await test.db.updateTable('mentors').set({ status: 'paused' }).where('id', '=', id).execute()
    await currentDirectory(test.app)
    test.clock.forward(10 * 24 * 60)
    expect(await refreshListings(test.app)).toBe(false)

    await test.db.updateTable('mentors').set({ status: 'accepted' }).where('id', '=', id).execute()
    await currentDirectory(test.app)
    test.clock.forward(10 * 24 * 60)
    expect(await refreshListings(test.app)).toBe(true)
  })

  it('is the same whichever of two processes refreshes it, however they interleave', async () => {
    const [one, other] = [test.app, anotherProcess()]
    const ids = []
    for (let n = 0; n < 12; n += 1) ids.push((await addMentor(test, { name: `Mentor ${n}` })).id)
    for (let round = 0; round < 6; round += 1) {
      const changes = ids.map((id, n) =>
        test.db
          .updateTable('mentors')
          .set({ experience: (n + round) % 9 })
          .where('id', '=', id)
          .execute(),
      )
      await Promise.all([...changes, ...[one, other, one, other].map((app) => currentDirectory(app))])
    }
    const [here, there] = [await findByExperience(one), await findByExperience(other)]
    const expected = await test.db.selectFrom('mentors').select('experience').orderBy('experience', 'desc').execute()
    for (const found of [here, there])
      expect(found.mentors.map(({ experience }) => experience)).toEqual(expected.map(({ experience }) => experience))
    expect(here.counts).toEqual(there.counts)
  })

  it('is read whole in batches, whatever letters its texts have and whichever mentors have left', async () => {
    await sql`
      insert into listings (mentor_id, version, listed, name, words, destinations, origins, crossings, languages, topics,
        location, experience, price_pence, minutes, rating, rating_count, created_at, free_at, recheck_at)
      select md5(n::text)::uuid, 1 + n / 500, n % 10 > 0, case n % 3 when 0 then '小明 Ωmega' else 'Zoë' end,
        E'same\nناشا\n' || case when n % 7 = 0 then 'été' else 'hiver' end, case when n % 2 = 0 then '{GB,NL}' else '{}'::text[] end,
        '{IN}', '{IN-GB}', '{en,hi}', '{}', E'São Paulo\n\n' || n % 4, n % 9, 4500, '{30,60}', null, 0, now(), null, 'infinity'
      from generate_series(1, 4_500) as n`.execute(test.db)
    await sql`update listing_version set version = 10`.execute(test.db)
    const directory = await currentDirectory(anotherProcess())
    const listed = Array.from({ length: 4_500 }, (_, n) => n + 1).filter((n) => n % 10 > 0)
    const count = (criteria: Partial<Criteria>) => countFound(directory, { ...everybody, ...criteria }, test.app.now())
    const those = (has: (n: number) => boolean) => listed.filter(has).length
    expect(count({})).toBe(listed.length)
    for (const text of ['same', 'ناشا']) expect(count({ text })).toBe(listed.length)
    expect(count({ text: 'ete' })).toBe(those((n) => n % 7 === 0))
    expect(count({ text: '明' })).toBe(those((n) => n % 3 === 0))
    expect(count({ text: 'zoe hiver' })).toBe(those((n) => n % 3 > 0 && n % 7 > 0))
    expect(count({ choices: { destination: ['NL'] } })).toBe(those((n) => n % 2 === 0))
    expect(count({ choices: { location: ['São Paulo\n\n3'], minutes: ['60'] }, experience: 4 })).toBe(
      those((n) => n % 4 === 3 && n % 9 >= 4),
    )
  })
})
