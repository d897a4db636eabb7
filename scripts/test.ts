/**
 * npm test [-- <file> …]   the short half of all tests, or the named files whole, each with its runner
 * npm run test:long        the other half (`tests/support/halves.ts`)
 * npm run test:deep        every property from a new seed (TEST_SEED), the model test of bookings at length: 2,000 sequences
 *                          on each database (MODEL_RUNS), with what was run; a run of `npm test` tries 12
 * npm run check            format, lint, languages, types, and the unit tests that need no process or socket; `-- --report` prints
 *                          what is largest instead
 *
 * Ends with the line `N passed, N failed`, which counts every test of every runner, and each other step as one. A run uses its own
 * build folder, data, ports and PostgreSQL server.
 */
import { randomInt } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { findSteps, resolveFiles } from './test/named-files.ts'
import { env } from './test/programs.ts'
import { stopPostgres } from './test/provide.ts'
import { AT_THE_END, runSteps, STEP_NAMES, type Step } from './test/steps.ts'
import { printSummary } from './test/summary.ts'

const [mode, ...rest] = process.argv.slice(2)
if (mode === '--quick' && rest.includes('--report')) {
  await import('./report.ts')
  process.exit(0)
}
if (mode === undefined) await runShortHalf()
else if (mode === '--quick') await runSteps(['format', 'lint', 'languages', 'types', 'unit'])
else if (mode === '--long') await runLongHalf()
else if (mode === '--deep') await runDeep()
else await runFiles(resolveFiles([mode, ...rest]))
await stopPostgres()
process.exitCode = printSummary(STEP_NAMES) > 0 ? 1 : 0

async function runShortHalf(): Promise<void> {
  env['TEST_HALF'] = 'short'
  const all = Object.keys(STEP_NAMES) as Step[]
  await runSteps(all.filter((step) => !(AT_THE_END as Step[]).includes(step)))
  console.log('`npm run test:long` runs the tests that this run leaves out.')
}

async function runLongHalf(): Promise<void> {
  env['TEST_HALF'] = 'long'
  await runSteps(['sandbox', 'pglite', 'postgres', 'process', 'browser', ...AT_THE_END])
}

async function runDeep(): Promise<void> {
  env['MODEL_RUNS'] ??= '2000'
  env['MODEL_REPORT'] = '1'
  env['TEST_SEED'] ??= String(randomInt(2 ** 31))
  console.log(`TEST_SEED=${env['TEST_SEED']}`)
  const files = globSync('{app,domain,messages,server}/**/*.test.{ts,tsx}')
  await runFiles(files.filter((file) => readFileSync(file, 'utf8').includes('fast-check')))
}

async function runFiles(files: string[]): Promise<void> {
  await runSteps([...new Set(files.flatMap(findSteps))], files)
}
