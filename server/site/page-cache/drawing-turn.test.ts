import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { drawingTurn } from '#server/site/page-cache/drawing-turn'

const server = createServer()
let accepted = 0
server.on('connection', () => (accepted += 1))

beforeEach(async () => {
  accepted = 0
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => server.close())

/** Connections that the system has taken and the process has not. */
async function visitors(count: number) {
  const { port } = server.address() as AddressInfo
  const clients = Array.from({ length: count }, () => connect(port, '127.0.0.1'))
  await Promise.resolve() // They are sent off before anything else is done.
  return { leave: () => clients.forEach((client) => client.destroy()) }
}

describe('drawingTurn', () => {
  it('comes after all who waited to be accepted', async () => {
    const { leave } = await visitors(20)
    await drawingTurn()
    expect(accepted).toBe(20)
    leave()
  })

  it('comes to each page after earlier requests, with a turn of the event loop between them', async () => {
    const drawn: number[] = []
    const betweenTurns: number[] = []
    let turns = 0
    const count = () => {
      turns += 1
      if (drawn.length < 3) setImmediate(count)
    }
    setImmediate(count)
    const draw = async (page: number) => {
      await drawingTurn()
      drawn.push(page)
      betweenTurns.push(turns)
    }
    await Promise.all([draw(1), draw(2), draw(3)])
    expect(drawn).toEqual([1, 2, 3])
    expect(new Set(betweenTurns).size).toBe(3)
  })

  it('comes after a limited number of turns although connections never end', async () => {
    const all = await visitors(200)
    await drawingTurn()
    expect(accepted).toBeLessThan(200)
    all.leave()
  })
})
