import { describe, expect, it } from 'vitest'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { addMover } from '../../tests/support/mentors/movers.ts'
import { findLanding, landingPath, listLandings, readLanding } from './landing.ts'

useProduct()

const IN_GB = { from: 'IN', to: 'GB' }
const GERMANY = { from: null, to: 'DE' }

describe('findLanding and landingPath', () => {
  it('write countries as words, and read those in any case', () => {
    expect(landingPath(IN_GB)).toBe('/mentors/from/india/to/united-kingdom')
    expect(landingPath(GERMANY)).toBe('/mentors/in/germany')
    expect(findLanding({ origin: 'India', destination: 'UNITED-KINGDOM' })).toEqual(IN_GB)
    expect(findLanding({ destination: 'Germany' })).toEqual(GERMANY)
  })

  it.each([
    [{ destination: 'atlantis' }],
    [{ origin: 'atlantis', destination: 'germany' }],
    [{ destination: '__proto__' }],
    [{ origin: 'germany', destination: 'germany' }],
  ])('give null for slugs without a crossing: %j', (slugs) => {
    expect(findLanding(slugs)).toBeNull()
  })
})

describe('listLandings', () => {
  it('gives the crossings and destinations of listed mentors, between known countries, most mentors first', async () => {
    const stages: [string, string][] = [
      ['IN', 'DE'],
      ['DE', 'GB'],
    ]
    const moved: [string, string][][] = [[['IN', 'DE']], stages, [['NG', 'GB']], [['XX', 'GB']], [['DE', 'DE']]]
    for (const moves of moved) await addMover(test, { moves })
    await addMover(test, { status: 'paused', moves: [['FR', 'NL']] })
    const { crossings, destinations } = await listLandings(test.app)
    expect(crossings.map((each) => [landingPath(each), each.count])).toEqual([
      ['/mentors/from/india/to/germany', 2],
      ['/mentors/from/germany/to/united-kingdom', 1],
      ['/mentors/from/nigeria/to/united-kingdom', 1],
    ])
    expect(destinations.map((each) => [landingPath(each), each.count])).toEqual([
      ['/mentors/in/germany', 3],
      ['/mentors/in/united-kingdom', 3],
    ])
  })
})

it('readLanding suggests near crossings for a crossing without mentors, of which it knows no facts', async () => {
  await addMover(test, { moves: [['NG', 'GB']] })
  await addMover(test, { moves: [['IN', 'DE']] })
  await addMover(test, { moves: [['NG', 'DE']] })
  const { sameDestination, elsewhere, ...facts } = await readLanding(test.app, IN_GB)
  expect(facts).toMatchObject({ total: 0, languages: [], prices: null, soonest: null })
  expect([...sameDestination, ...elsewhere].map(landingPath)).toEqual([
    '/mentors/from/nigeria/to/united-kingdom',
    '/mentors/from/india/to/germany',
  ])
})

describe('readLanding', () => {
  it('gives facts about the mentors who made the crossing only', async () => {
    const topics = ['student-visa', 'scholarships']
    await addMover(test, { price: 3000, languages: ['ta', 'hi'], moves: [['IN', 'GB']], topics: ['student-visa'] })
    await addMover(test, { price: 6000, languages: ['en', 'hi'], moves: [['IN', 'GB']], topics })
    await addMover(test, { price: 1000, languages: ['yo'], moves: [['NG', 'GB']], topics: ['job-interviews'] })
    await addMover(test, { price: 9000, languages: ['ta'], moves: [['IN', 'DE']] })
    const facts = await readLanding(test.app, IN_GB)
    expect(facts).toMatchObject({
      total: 2,
      origins: [],
      legs: [{ from: 'Mumbai', to: 'Leeds' }],
      landedIn: ['Leeds'],
      complete: true,
      languages: ['hi', 'en', 'ta'],
      topics: ['Student visa', 'Scholarships'],
      prices: { least: 30, most: 60 },
      sameDestination: [{ from: 'NG', to: 'GB', count: 1 }],
      elsewhere: [{ from: 'IN', to: 'DE', count: 1 }],
    })
  })

  it('names for a destination the countries that people came from, without those of their other moves', async () => {
    const stages: [string, string][] = [
      ['IN', 'DE'],
      ['DE', 'GB'],
    ]
    const moved: [string, string][][] = [stages, [['NG', 'DE']], [['NG', 'DE']], [['GB', 'DE']]]
    for (const moves of moved) await addMover(test, { moves })
    const facts = await readLanding(test.app, GERMANY)
    // The most frequent first, regardless of insertion; equally frequent ones by their code.
    expect(facts.origins).toEqual([
      { code: 'NG', count: 2 },
      { code: 'GB', count: 1 },
      { code: 'IN', count: 1 },
    ])
    expect(facts.legs).toEqual([
      { from: 'Lagos', to: 'Berlin' },
      { from: 'Leeds', to: 'Berlin' },
      { from: 'Mumbai', to: 'Berlin' },
    ])
    expect(facts.landedIn).toEqual(['Berlin'])
    expect(facts.elsewhere.map(landingPath)).toEqual(['/mentors/in/united-kingdom'])
  })

  it('gives the soonest free start of all its mentors, and is not complete if one page does not show them', async () => {
    for (let n = 0; n < 24; n += 1) await addMover(test, { timeZone: 'Asia/Kolkata', moves: [['IN', 'GB']] })
    await addMover(test, { timeZone: 'Pacific/Auckland', location: 'Auckland, New Zealand', moves: [['IN', 'GB']] })
    const facts = await readLanding(test.app, IN_GB)
    const starts = await test.db.selectFrom('listings').select('freeAt').orderBy('freeAt').execute()
    expect(starts[0]!.freeAt).not.toEqual(starts.at(-1)!.freeAt)
    expect(facts.soonest?.at).toEqual(starts[0]!.freeAt)
    expect(facts).toMatchObject({ total: 25, complete: false })
  })
})
