import { fc, it } from '@fast-check/vitest'
import { describe, expect, it as example } from 'vitest'
import { ranksInRotation, turnAt } from '#domain/search/turns'
import { DAY_MS, HOUR_MS } from '#domain/time/wall-time'

const totals = fc.integer({ min: 1, max: 400 })
const lengths = fc.integer({ min: 1, max: 30 })
const turns = fc.integer({ min: 0, max: 30_000 })

describe('ranksInRotation', () => {
  it.prop([turns, totals, lengths])('shows every rank once all turns of a round have passed', (turn, total, length) => {
    const round = Array.from({ length: Math.ceil(total / length) }, (_, n) => ranksInRotation(turn + n, total, length))
    expect(new Set(round.flat()).size).toBe(total)
  })

  it.prop([turns, totals, lengths])('shows as many as fit, and no one twice', (turn, total, length) => {
    const ranks = ranksInRotation(turn, total, length)
    expect(ranks).toHaveLength(Math.min(total, length))
    expect(new Set(ranks).size).toBe(ranks.length)
    expect(ranks.every((rank) => rank >= 0 && rank < total)).toBe(true)
  })

  example('shows no one when there is no mentor', () => {
    expect(ranksInRotation(5, 0, 12)).toEqual([])
  })
})

describe('turnAt', () => {
  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  const later = (at: Date, by: number) => turnAt(new Date(at.getTime() + by))

  it.prop([moments])('is the next one at the same time a day later', (at) => {
    expect(later(at, DAY_MS)).toBe(turnAt(at) + 1)
  })

  it.prop([moments])('changes with the hour', (at) => {
    expect(later(at, HOUR_MS)).not.toBe(turnAt(at))
  })
})
