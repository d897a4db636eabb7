/**
 * Bookings under a model: random sequences of what visitors, clocks, networks, banks and crashes may do, each step
 * beside what a person watching would know, with the books of both sides looked at after every one.
 */
import * as fc from 'fast-check'
import { afterAll, beforeAll, inject, it } from 'vitest'
import { commands, holding, selling, sellingPackages } from '../../tests/support/model/commands.ts'
import { comeToRest } from '../../tests/support/model/rest.ts'
import { openRig, type Rig } from '../../tests/support/model/rig.ts'
import { readRuns, report } from '../../tests/support/model/runs.ts'
import { emptyWorld } from '../../tests/support/model/world.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.end())

const LONGEST = 3_600_000 // Milliseconds, for 2,000 sequences on a busy machine; a failure is reported before, with its seed.

it(
  'the booking workflow never sells a slot twice under any interleaving of buyers, webhooks, crashes and clock changes',
  { timeout: LONGEST },
  async () => {
    const runs = readRuns()
    // So that no sequence is about nothing.
    const openings = fc.array(fc.oneof(holding, selling, sellingPackages), { minLength: 1, maxLength: 3 })
    const sequences = fc.commands(commands, { maxCommands: 25, size: 'max' })
    const property = fc.asyncProperty(openings, sequences, async (opening, sequence) => {
      const world = emptyWorld()
      await rig.begin()
      for (const hold of opening) await hold.run(world, rig)
      await fc.asyncModelRun(() => ({ model: world, real: rig }), sequence)
      await comeToRest(world, rig)
    })
    try {
      await fc.assert(property, runs)
      report(inject('database'), runs, 'passed')
    } catch (error) {
      report(inject('database'), runs, 'FAILED')
      throw error
    }
  },
)
