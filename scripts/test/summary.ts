/** What a run has found, and prints at its end. */
import type { Counts, Report } from '../../tests/support/report/report.ts'

const SLOWEST_SHOWN = 10

const results = new Map<string, Counts>()
const found: Pick<Report, 'files' | 'failures' | 'uneven'> = { files: [], failures: [], uneven: [] }

export const record = (step: string, counts: Counts) => void results.set(step, counts)

export function recordReport({ counts, files, failures, uneven }: Report): void {
  for (const [project, own] of Object.entries(counts)) record(project, own)
  found.files.push(...files)
  found.failures.push(...failures)
  found.uneven.push(...uneven)
}

/** Prints the results in the order of `names`, the slowest files and what failed. Returns how many failed. */
export function printSummary(names: Record<string, string>): number {
  console.log()
  for (const [step, name] of Object.entries(names)) {
    const counts = results.get(step)
    if (counts) console.log(formatCounts(name, counts))
  }
  console.log('Seconds of tests are the sum of their files, which run beside others.')
  console.log(`In all ${(performance.now() / 60_000).toFixed(1)} minutes.`)
  if (found.files.length > SLOWEST_SHOWN) printSlowest()
  if (found.failures.length > 0) console.error('Failed:')
  for (const { name, reason } of found.failures) console.error(`  ${name}\n    ${reason}`)
  if (found.uneven.length > 0)
    console.error(`Not the same number of tests on both databases: ${found.uneven.join(', ')}`)
  const all = [...results.values()]
  const failed = all.reduce((sum, each) => sum + each.failed, found.uneven.length)
  console.log(`${all.reduce((sum, each) => sum + each.passed, 0)} passed, ${failed} failed`)
  return failed
}

function formatCounts(name: string, { passed, failed, seconds }: Counts): string {
  const counts = `${passed} passed, ${failed} failed`
  return `${name.padEnd(28)} ${counts.padEnd(24)} ${seconds.toFixed(1).padStart(6)} s`
}

function printSlowest(): void {
  console.log('The slowest files, in seconds:')
  const slowest = found.files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST_SHOWN)
  for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(0).padStart(6)}  ${name}`)
}
