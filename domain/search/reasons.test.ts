import { describe, expect, it } from 'vitest'
import { fittingMove, isFree, reasonsFor, type Facts } from '#domain/search/reasons'

const now = new Date('2030-01-04T12:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)
const nobody: Facts = { moves: [], languages: [], freeAt: null, rating: { average: null, count: 0 } }
const asked = { from: 'IN', to: 'GB', speaks: ['hi'] }
const move = (from_country: string, to_country: string) => ({ from_country, to_country })

const kinds = (facts: Partial<Facts>, moving: Partial<typeof asked> | { from: null } | { to: null } = {}) =>
  reasonsFor({ ...nobody, ...facts }, { ...asked, ...moving }, now).map((reason) => reason.kind)

describe('why a mentor fits a move', () => {
  it('is the same crossing, which says the destination too', () => {
    expect(reasonsFor({ ...nobody, moves: [move('NG', 'DE'), move('IN', 'GB')] }, asked, now)).toEqual([
      { kind: 'crossing', from: 'IN', to: 'GB' },
    ])
  })

  it('is the destination where the origin is another', () => {
    expect(reasonsFor({ ...nobody, moves: [move('NG', 'GB')] }, asked, now)).toEqual([
      { kind: 'destination', to: 'GB' },
    ])
  })

  it('is no crossing when its two ends belong to two moves', () => {
    expect(kinds({ moves: [move('IN', 'DE'), move('NG', 'GB')] })).toEqual(['destination'])
  })

  it('is the origin only where nobody said where to, since then it does not order either', () => {
    expect(kinds({ moves: [move('IN', 'DE')] }, { to: null })).toEqual(['origin'])
    expect(kinds({ moves: [move('IN', 'DE')] })).toEqual([])
  })

  it('is every language that both speak', () => {
    expect(reasonsFor({ ...nobody, languages: ['en', 'hi', 'mr'] }, { ...asked, speaks: ['mr', 'hi'] }, now)).toEqual([
      { kind: 'language', language: 'mr' },
      { kind: 'language', language: 'hi' },
    ])
  })

  it('is a free hour within seven days, and not at their end', () => {
    expect(kinds({ freeAt: new Date(inDays(7).getTime() - 1) })).toEqual(['soon'])
    expect(kinds({ freeAt: inDays(7) })).toEqual([])
  })

  it('is a high rating that more than a few people gave', () => {
    expect(kinds({ rating: { average: 4.9, count: 38 } })).toEqual(['rating'])
    expect(kinds({ rating: { average: 5, count: 2 } })).toEqual([])
    expect(kinds({ rating: { average: 4.4, count: 200 } })).toEqual([])
  })

  it('comes in the order in which mentors are ranked', () => {
    const facts = { moves: [move('IN', 'GB')], languages: ['hi'], freeAt: now, rating: { average: 5, count: 50 } }
    expect(kinds(facts)).toEqual(['crossing', 'language', 'soon', 'rating'])
  })

  it('is not told where nobody said what move they make', () => {
    const facts = { ...nobody, moves: [move('IN', 'GB')], freeAt: now }
    expect(reasonsFor(facts, { from: null, to: null, speaks: [] }, now)).toEqual([])
  })
})

describe('the move that a row shows', () => {
  const moves = [move('NG', 'DE'), move('IN', 'FR'), move('KE', 'GB'), move('IN', 'GB')]

  it('is the first where nothing is wished', () => {
    expect(fittingMove(moves, [], [])).toBe(moves[0])
    expect(fittingMove([], ['IN'], ['GB'])).toBeNull()
  })

  it('is the one with the wished ends, the destination before the origin', () => {
    expect(fittingMove(moves, ['IN'], ['GB'])).toBe(moves[3])
    expect(fittingMove(moves, ['IN'], ['DE'])).toBe(moves[0])
    expect(fittingMove(moves.slice(1, 3), ['IN'], ['GB'])).toBe(moves[2])
    expect(fittingMove(moves, ['IN'], [])).toBe(moves[1])
  })
})

describe('a free hour', () => {
  it('is told of within thirty days', () => {
    expect(isFree(new Date(inDays(30).getTime() - 1), now)).toBe(true)
    expect(isFree(inDays(30), now)).toBe(false)
    expect(isFree(null, now)).toBe(false)
  })
})
