import { describe, expect, it } from 'vitest'
import { listCrossings } from '#server/mentors/queries'
import { placeMoves } from '#server/mentors/move-places'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct()

async function addMove(from_city: string, from_country: string, to_city: string, to_country: string) {
  const { id, slug } = await addMentor(test)
  const move = { mentor_id: id, position: 0, purpose: 'work' as const, year: 2020 }
  await test.db
    .insertInto('moves')
    .values({ ...move, from_city, from_country, to_city, to_country })
    .execute()
  return slug
}

const readMoves = () => test.db.selectFrom('moves').selectAll().orderBy('from_city').execute()

describe('placeMoves', () => {
  it('stores the coordinates of a move’s cities, which listCrossings reads', async () => {
    const slug = await addMove('Mumbai', 'IN', 'Manchester', 'GB')
    await placeMoves(test.app)
    const [move] = await readMoves()
    expect(move).toMatchObject({ looked_up: true })
    expect(move!.from_longitude).toBeCloseTo(72.88, 1)
    expect(move!.from_latitude).toBeCloseTo(19.07, 1)
    expect(move!.to_longitude).toBeCloseTo(-2.24, 1)
    expect(move!.to_latitude).toBeCloseTo(53.48, 1)
    expect(await listCrossings(test.db, 10)).toEqual([
      expect.objectContaining({ slug, from_longitude: move!.from_longitude, to_latitude: move!.to_latitude }),
    ])
  })

  it('leaves unknown cities without coordinates and does not look them up again', async () => {
    await addMove('Atlantis', 'GR', 'Manchester', 'GB')
    await placeMoves(test.app)
    const [move] = await readMoves()
    expect(move).toMatchObject({ from_longitude: null, from_latitude: null, looked_up: true })
    expect(move!.to_latitude).toBeCloseTo(53.48, 1)
  })

  it('looks up each move once and keeps what is stored', async () => {
    await addMove('Mumbai', 'IN', 'Manchester', 'GB')
    await placeMoves(test.app)
    await test.db.updateTable('moves').set({ from_longitude: 1, from_latitude: 2 }).execute()
    await addMove('Pune', 'IN', 'Manchester', 'GB')
    await placeMoves(test.app)
    const [first, second] = await readMoves()
    expect(first).toMatchObject({ from_longitude: 1, from_latitude: 2 })
    expect(second!.from_longitude).toBeCloseTo(73.86, 1)
    await placeMoves(test.app)
    expect(await readMoves()).toEqual([first, second])
  })

  it('stores all moves between the same cities, also from several processes at once', async () => {
    for (let n = 0; n < 5; n += 1) await addMove('Mumbai', 'IN', n % 2 ? 'Leeds' : 'Galway', n % 2 ? 'GB' : 'IE')
    await Promise.all([placeMoves(test.app), placeMoves(test.app), placeMoves(test.app)])
    const moves = await readMoves()
    expect(moves.filter((move) => !move.looked_up || !move.from_latitude || !move.to_latitude)).toEqual([])
    expect(new Set(moves.map((move) => move.to_latitude)).size).toBe(2)
  })
})
