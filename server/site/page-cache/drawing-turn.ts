/**
 * Whose turn it is to be drawn. Drawing a page blocks the event loop for milliseconds, and a turn of the loop accepts one
 * connection: beyond capacity new connections would wait for seconds to be accepted, and only then be refused or served.
 */
import { subscribe } from 'node:diagnostics_channel'
import { setImmediate as endOfTurn } from 'node:timers/promises'

/** Turns after which a page is drawn although connections still come. */
const MAX_TURNS = 32

let accepted = 0
subscribe('net.server.socket', () => {
  accepted += 1
})

let last = Promise.resolve()

/** Resolves once earlier pages are drawn and no connection waits to be accepted. Decision 0049. */
export function drawingTurn(): Promise<void> {
  last = last.then(letIn)
  return last
}

async function letIn(): Promise<void> {
  await endOfTurn() // That may be the end of the turn that is under way.
  for (let turns = 0; turns < MAX_TURNS; turns += 1) {
    const before = accepted
    await endOfTurn()
    if (accepted === before) return
  }
}
