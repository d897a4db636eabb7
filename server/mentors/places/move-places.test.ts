import { describe, expect, it } from 'vitest'
import { listCrossings } from '#server/mentors/queries'
import { placeMoves } from '#server/mentors/places/move-places'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

async function addMove(fromCity: string, fromCountry: string, toCity: string, toCountry: string) {
  const { id, slug } = await addMentor(test)
  const move = { mentorId: id, position: 0, purpose: 'work' as const, year: 2020 }
  await test.db
    .insertInto('moves')
    .values({ ...move, fromCity, fromCountry, toCity, toCountry })
    .execute()
  return slug
}

const readMoves = () => test.db.selectFrom('moves').selectAll().orderBy('fromCity').execute()

describe('placeMoves', () => {
  it('stores the coordinates of a move’s cities, which listCrossings reads', async () => {
    const slug = await addMove('Mumbai', 'IN', 'Manchester', 'GB')
    await placeMoves(test.app)
    const [move] = await readMoves()
    expect(move).toMatchObject({ lookedUp: true })
    expect(move!.fromLongitude).toBeCloseTo(72.88, 1)
    expect(move!.fromLatitude).toBeCloseTo(19.07, 1)
    expect(move!.toLongitude).toBeCloseTo(-2.24, 1)
    expect(move!.toLatitude).toBeCloseTo(53.48, 1)
    expect(await listCrossings(test.db, 10)).toEqual([
      expect.objectContaining({ slug, fromLongitude: move!.fromLongitude, toLatitude: move!.toLatitude }),
    ])
  })

  it('looks up each move once, and leaves unknown cities without coordinates', async () => {
    await addMove('Mumbai', 'IN', 'Manchester', 'GB')
    await placeMoves(test.app)
    await test.db.updateTable('moves').set({ fromLongitude: 1, fromLatitude: 2 }).execute()
    await addMove('Atlantis', 'GR', 'Manchester', 'GB')
    await placeMoves(test.app)
    const [unknown, first] = await readMoves()
    expect(first).toMatchObject({ fromLongitude: 1, fromLatitude: 2 })
    expect(unknown).toMatchObject({ fromLongitude: null, fromLatitude: null, lookedUp: true })
    expect(unknown!.toLatitude).toBeCloseTo(53.48, 1)
  })

  it('stores all moves between the same cities, one in each statement and from several processes at once', async () => {
    for (let n = 0; n < 4; n += 1) await addMove('Mumbai', 'IN', n % 2 ? 'Leeds' : 'Galway', n % 2 ? 'GB' : 'IE')
    await Promise.all([placeMoves(test.app, 1), placeMoves(test.app, 1), placeMoves(test.app, 1)])
    const moves = await readMoves()
    expect(moves.filter((move) => !move.lookedUp || !move.fromLatitude || !move.toLatitude)).toEqual([])
    expect(new Set(moves.map((move) => move.toLatitude)).size).toBe(2)
  })
})
