import { describe, expect, it } from 'vitest'
import { fittingMove, isFree, reasonsFor, distinguishingReasons, type Facts, type Reason } from '#domain/search/reasons'

const now = new Date('2030-01-04T12:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)
const noFacts: Facts = { moves: [], languages: [], freeAt: null }
const requested = { from: 'IN', to: 'GB', speaks: ['hi'] }
const move = (fromCountry: string, toCountry: string) => ({ fromCountry, toCountry })

const kinds = (facts: Partial<Facts>, moving: Partial<typeof requested> | { from: null } | { to: null } = {}) =>
  reasonsFor({ ...noFacts, ...facts }, { ...requested, ...moving }, now).map((reason) => reason.kind)

describe('reasonsFor', () => {
  it('gives the same crossing, without repeating its destination', () => {
    expect(reasonsFor({ ...noFacts, moves: [move('NG', 'DE'), move('IN', 'GB')] }, requested, now)).toEqual([
      { kind: 'crossing', from: 'IN', to: 'GB' },
    ])
  })

  it('gives the destination if the origin differs', () => {
    expect(reasonsFor({ ...noFacts, moves: [move('NG', 'GB')] }, requested, now)).toEqual([
      { kind: 'destination', to: 'GB' },
    ])
  })

  it('gives a destination, an origin or a language to a visitor who named nothing else', () => {
    const facts = { ...noFacts, moves: [move('IN', 'GB')], languages: ['hi'] }
    const nothing = { from: null, to: null, speaks: [] }
    expect(reasonsFor(facts, { ...nothing, to: 'GB' }, now)).toEqual([{ kind: 'destination', to: 'GB' }])
    expect(reasonsFor(facts, { ...nothing, from: 'IN' }, now)).toEqual([{ kind: 'origin', from: 'IN' }])
    expect(reasonsFor(facts, { ...nothing, speaks: ['hi'] }, now)).toEqual([{ kind: 'language', language: 'hi' }])
    expect(reasonsFor({ ...facts, freeAt: now }, nothing, now)).toEqual([])
  })

  it('gives no crossing if its two ends belong to different moves', () => {
    expect(kinds({ moves: [move('IN', 'DE'), move('NG', 'GB')] })).toEqual(['destination'])
  })

  it('gives the origin only if the visitor named no destination, as in the ranking', () => {
    expect(kinds({ moves: [move('IN', 'DE')] }, { to: null })).toEqual(['origin'])
    expect(kinds({ moves: [move('IN', 'DE')] })).toEqual([])
  })

  it('gives every shared language', () => {
    expect(
      reasonsFor({ ...noFacts, languages: ['en', 'hi', 'mr'] }, { ...requested, speaks: ['mr', 'hi'] }, now),
    ).toEqual([
      { kind: 'language', language: 'mr' },
      { kind: 'language', language: 'hi' },
    ])
  })

  it('gives a free start within seven days, excluding their end', () => {
    expect(kinds({ freeAt: new Date(inDays(7).getTime() - 1) })).toEqual(['soon'])
    expect(kinds({ freeAt: inDays(7) })).toEqual([])
  })

  it('gives reasons in the order of the ranking', () => {
    const facts = { moves: [move('IN', 'GB')], languages: ['hi'], freeAt: now }
    expect(kinds(facts)).toEqual(['crossing', 'language', 'soon'])
  })
})

describe('tellingReasons', () => {
  const soon: Reason = { kind: 'soon' }
  const speaks = (language: string): Reason => ({ kind: 'language', language })

  it('leaves out what three of four rows have, each language by itself, and nothing of a few rows', () => {
    expect(distinguishingReasons([[soon], [soon, speaks('hi')], [soon], []])).toEqual([[], [speaks('hi')], [], []])
    expect(distinguishingReasons([[soon], [soon], [], []])).toEqual([[soon], [soon], [], []])
    expect(distinguishingReasons([[soon], [soon], [soon]])).toEqual([[soon], [soon], [soon]])
    const languages = [[speaks('hi')], [speaks('hi')], [speaks('mr')], [speaks('mr')]]
    expect(distinguishingReasons(languages)).toEqual(languages)
  })
})

describe('fittingMove', () => {
  const moves = [move('NG', 'DE'), move('IN', 'FR'), move('KE', 'GB'), move('IN', 'GB')]

  it('is the first without wanted countries', () => {
    expect(fittingMove(moves, [], [])).toBe(moves[0])
    expect(fittingMove([], ['IN'], ['GB'])).toBeNull()
  })

  it('is the one with the wanted countries, the destination before the origin', () => {
    expect(fittingMove(moves, ['IN'], ['GB'])).toBe(moves[3])
    expect(fittingMove(moves, ['IN'], ['DE'])).toBe(moves[0])
    expect(fittingMove(moves.slice(1, 3), ['IN'], ['GB'])).toBe(moves[2])
    expect(fittingMove(moves, ['IN'], [])).toBe(moves[1])
  })
})

it('isFree is true within thirty days', () => {
  expect(isFree(new Date(inDays(30).getTime() - 1), now)).toBe(true)
  expect(isFree(inDays(30), now)).toBe(false)
  expect(isFree(null, now)).toBe(false)
})
