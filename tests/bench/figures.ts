/** A benchmark's figures, as a line to read and as a row for `docs/performance.md`. */

export type Figure = {
  benchmark: string
  /** The figure with its unit, and what it was computed from. */
  found: string
  /** The conditions: floor, connections, processes, NODE_ENV, database. */
  conditions: string
  /** Null for a figure without a target of its own. */
  target: { text: string; met: boolean } | null
}

/** Whether this run asks only if all benchmarks still work (`npm run bench -- --brief`). */
export const isBrief = () => process.env['BENCH_BRIEF'] !== undefined

/** How much a benchmark does: the usual, or in a brief run the least that shows that it works. */
export const sized = (usual: number, brief: number): number => (isBrief() ? brief : usual)

/** The environment in which every benchmark runs its processes. */
export const PRODUCTION = 'NODE_ENV=production'

const verdict = ({ target }: Figure) => (target ? `${target.text}: ${target.met ? 'met' : 'MISSED'}` : 'no target')

export function toLine(figure: Figure): string {
  return `${figure.benchmark}: ${figure.found} [${figure.conditions}] ${verdict(figure)}`
}

export function toTable(figures: Figure[]): string {
  const rows = figures.map((figure) => [figure.benchmark, figure.found, verdict(figure), figure.conditions])
  const lines = [['Benchmark', 'Figure', 'Target', 'Measured how'], ['---', '---', '---', '---'], ...rows]
  return lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')
}

export const atLeast = (value: number, least: number, unit = '') => ({
  text: `≥ ${least}${unit}`,
  met: value >= least,
})
export const atMost = (value: number, most: number, unit = '') => ({ text: `≤ ${most}${unit}`, met: value <= most })

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The quantile: this share of the values is at most the result. */
export const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1]!

/** Runs the tasks with this concurrency. Returns tasks per second. */
export async function ratePerSecond<Task>(tasks: Task[], concurrency: number, run: (task: Task) => Promise<unknown>) {
  const pile = tasks.values()
  const started = performance.now()
  const hand = async () => {
    for (const task of pile) await run(task)
  }
  await Promise.all(Array.from({ length: concurrency }, hand))
  return tasks.length / ((performance.now() - started) / 1000)
}

/** Runs the work so often, one after the other. Returns the milliseconds of each. */
export async function timeEach(work: () => Promise<unknown>, count: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n += 1) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return times
}
