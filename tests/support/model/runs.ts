/**
 * How many sequences a run tries, and what it prints at the end. From the environment: MODEL_RUNS (default 12),
 * MODEL_SHRINK=no shows the first failure as it came, MODEL_REPORT=1 prints the result.
 */
import { seed } from '../seed.ts'

const counts = new Map<string, number>()

/** Counts a run of a command. */
export function count(name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

type Runs = { numRuns: number; seed: number; endOnFailure: boolean }

export function readRuns(): Runs {
  return {
    numRuns: Number(process.env['MODEL_RUNS'] ?? 12),
    seed,
    endOnFailure: process.env['MODEL_SHRINK'] === 'no',
  }
}

/** Prints the seed, the result and how often each command ran, if MODEL_REPORT is set. */
export function report(database: string, { numRuns, seed }: Runs, result: string): void {
  if (!process.env['MODEL_REPORT']) return
  const lines = [...counts].toSorted(([, one], [, other]) => other - one).map(([name, times]) => `${name} ${times}`)
  console.log(`Model test on ${database}: ${result}, ${numRuns} sequences, seed ${seed}\n${lines.join(', ')}`)
}
