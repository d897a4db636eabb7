import { expect, it } from 'vitest'
import { countCommunity, findMentor, listCrossings } from '#server/mentors/queries'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct()

type Move = [city: string, country: string]

/** A mentor who joined an hour after the previous one. */
async function addMover(slug: string, places: Move[], status: 'accepted' | 'pending' = 'accepted') {
  test.clock.forward(60)
  const mentor = await addMentor(test, { slug, status })
  const moves = places.slice(1).map(([toCity, toCountry], position) => {
    const [fromCity, fromCountry] = places[position]!
    const ends = { fromCity, fromCountry, toCity, toCountry }
    return { mentorId: mentor.id, position, ...ends, purpose: 'work' as const, year: 2020, institution: '' }
  })
  if (moves.length > 0) await test.db.insertInto('moves').values(moves).execute()
}

const galway: Move = ['Galway', 'IE']
const hobart: Move = ['Hobart', 'AU']
const adelaide: Move = ['Adelaide', 'AU']
const lima: Move = ['Lima', 'PE']

it('listCrossings gives the first crossing of each accepted mentor, newest mentors first', async () => {
  await addMover('fiona', [galway, hobart, adelaide])
  await addMover('paz', [lima, galway])
  await addMover('stays', [])
  await addMover('waiting', [lima, hobart], 'pending')
  const crossings = await listCrossings(test.db, 10)
  expect(crossings.map(({ slug, fromCity, toCity }) => `${slug}: ${fromCity} to ${toCity}`)).toEqual([
    'paz: Lima to Galway',
    'fiona: Galway to Hobart',
  ])
  expect(await listCrossings(test.db, 1)).toHaveLength(1)
})

it('countCommunity counts accepted mentors, the countries they moved between, and completed sessions', async () => {
  expect(await countCommunity(test.db)).toEqual({ mentors: 0, countries: 0, sessions: 0 })
  await addMover('fiona', [galway, hobart, adelaide])
  await addMover('paz', [lima, galway])
  await addMover('waiting', [['Oslo', 'NO'], hobart], 'pending')
  expect(await countCommunity(test.db)).toEqual({ mentors: 2, countries: 3, sessions: 0 })
})

it('findMentor gives the sessions of this mentor alone', async () => {
  const fiona = await addMentor(test, { slug: 'fiona', sessions: [{ minutes: 45 }] })
  await addMentor(test, { slug: 'paz', sessions: [{ minutes: 30 }] })
  expect((await findMentor(test.db, 'fiona'))?.sessionTypes).toMatchObject([{ id: fiona.sessionTypeIds[0] }])
})
