/**
 * npm test [-- <file> …]   everything, or only the files named, each with the runner it belongs to
 * npm run test:deep        the model test of bookings at length: 2,000 sequences on each database (MODEL_RUNS), from a new
 *                          seed (MODEL_SEED), with what was run; a run of `npm test` tries 300
 * npm run check            the quick half: format, lint, types, unit tests
 *
 * One step after another, each with its seconds; a step that fails does not keep the others from running. Ends with the
 * line `N passed, N failed`: every test of every runner, and one for each step that is not a runner. A skipped test has
 * failed. Everything a run needs is its own: build folder, data, ports, PostgreSQL server.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { startPostgres, type Postgres } from '../tests/support/postgres.ts'
import { TEST_BUILD } from '../tests/support/processes.ts'
import { seedData } from '../tests/support/seeded.ts'
import { HOW_TO_GET_CHROMIUM, obtainChromium } from './chromium.ts'

type Outcome = { passed: number; failed: number }
type Step = { name: string; needs?: Need[]; run: (files: string[]) => Promise<Outcome> }
type Need = 'postgres' | 'build' | 'chromium'

const REPORTS = '.landfall/test-results'
const env: NodeJS.ProcessEnv = { ...process.env, LANDFALL_BUILD: TEST_BUILD, NODE_ENV: undefined }

const steps = {
  format: { name: 'Format', run: () => tool('oxfmt', '--check') },
  lint: { name: 'Lint', run: () => tool('oxlint') },
  types: { name: 'Types', run: () => tool('sh', '-c', 'react-router typegen && tsc --noEmit') },
  unit: { name: 'Unit tests', run: (files) => vitest('unit', files) },
  sandbox: { name: 'Sandbox tests', run: (files) => vitest('sandbox', files) },
  pglite: { name: 'Server tests on PGlite', run: (files) => vitest('pglite', files) },
  postgres: { name: 'Server tests on PostgreSQL', needs: ['postgres'], run: (files) => vitest('postgres', files) },
  build: { name: 'Production build', run: () => tool(process.execPath, 'scripts/setup.mjs', 'build') },
  process: { name: 'The built product', needs: ['postgres', 'build'], run: (files) => vitest('process', files) },
  browser: { name: 'In the browser', needs: ['build', 'chromium'], run: playwright },
} satisfies Record<string, Step>
type StepId = keyof typeof steps

const outcomes = new Map<StepId, Outcome & { seconds: number }>()
let current: ChildProcess | undefined
let postgres: Postgres | undefined

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    current?.kill(signal)
    process.exit(1) // The PostgreSQL server goes with this process.
  })
}

const [first, ...rest] = process.argv.slice(2)
if (first === '--quick') await runAll(['format', 'lint', 'types', 'unit'], new Map())
else if (first === '--deep') await runDeep()
else if (first === undefined) await runAll(Object.keys(steps) as StepId[], new Map())
else await runFiles([first, ...rest])
await postgres?.stop()
sumUp()

async function runDeep() {
  env['MODEL_RUNS'] ??= '2000'
  env['MODEL_REPORT'] = '1'
  await runFiles(['server/workflows/booking-model.test.ts'])
}

async function runFiles(named: string[]) {
  const files = named.map((file) => relative(process.cwd(), resolve(file)))
  const missing = files.filter((file) => !existsSync(file))
  if (missing.length > 0) {
    console.error(`There is no ${missing.join(', no ')}`)
    process.exit(1)
  }
  const wanted = new Map<StepId, string[]>()
  for (const file of files) for (const id of runnersOf(file)) wanted.set(id, [...(wanted.get(id) ?? []), file])
  await runAll([...wanted.keys()], wanted)
}

function runnersOf(file: string): StepId[] {
  if (file.startsWith('tests/e2e/')) return ['browser']
  if (file.startsWith('tests/process/')) return ['process']
  if (file.startsWith('sandbox/')) return ['sandbox']
  return file.startsWith('server/') ? ['pglite', 'postgres'] : ['unit']
}

/** Runs the steps in the order of the table, and before a step what it needs. */
async function runAll(wanted: StepId[], files: Map<StepId, string[]>) {
  rmSync(REPORTS, { recursive: true, force: true })
  mkdirSync(REPORTS, { recursive: true })
  const needs = new Set(wanted.flatMap((id) => (steps[id] as Step).needs ?? []))
  if (needs.has('chromium')) await provideChromium() // First: whoever has none learns it now, not after ten minutes.
  const everything = new Set(needs.has('build') ? [...wanted, 'build' as const] : wanted)
  for (const id of Object.keys(steps) as StepId[]) {
    if (everything.has(id)) await runStep(id, files.get(id) ?? [])
  }
}

async function runStep(id: StepId, files: string[]) {
  const step: Step = steps[id]
  const started = performance.now()
  console.log(`\n── ${step.name} ${'─'.repeat(Math.max(2, 60 - step.name.length))}`)
  const outcome = await attempt(step, files)
  const seconds = (performance.now() - started) / 1000
  outcomes.set(id, { ...outcome, seconds })
  console.log(`${step.name}: ${outcome.passed} passed, ${outcome.failed} failed, ${seconds.toFixed(1)} s`)
}

async function attempt(step: Step, files: string[]): Promise<Outcome> {
  if (step.needs?.includes('build') && outcomes.get('build')?.failed) {
    console.error('Not run: there is no build to test')
    return { passed: 0, failed: 1 }
  }
  try {
    if (step.needs?.includes('postgres')) await providePostgres()
    if (step.needs?.includes('build')) await provideData()
    return await step.run(files)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1 }
  }
}

async function providePostgres() {
  postgres ??= await startPostgres()
  env['TEST_DATABASE_URL'] = postgres.url
  env['TEST_DATABASE_LOG'] = postgres.log ?? undefined
}

/** Demo data that the runners copy: what a first start of the build makes of an empty folder. */
async function provideData() {
  if (env['SEEDED_DATA']) return
  const started = performance.now()
  env['SEEDED_DATA'] = await seedData()
  console.log(`First start on an empty folder: ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

async function provideChromium() {
  const executable = await obtainChromium(env)
  if (!executable) {
    console.error(HOW_TO_GET_CHROMIUM)
    console.log('0 passed, 1 failed')
    process.exit(1)
  }
  env['CHROMIUM_PATH'] = executable
}

/** A program that says yes or no by its exit code. */
async function tool(program: string, ...args: string[]): Promise<Outcome> {
  return (await run(program, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function run(program: string, args: string[], more: NodeJS.ProcessEnv = {}): Promise<number> {
  current = spawn(program, args, { env: { ...env, ...more }, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = (await once(current, 'exit')) as [number | null]
  current = undefined
  return code ?? 1
}

async function vitest(project: string, files: string[]): Promise<Outcome> {
  const report = `${REPORTS}/${project}.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run('vitest', ['run', '--project', project, '--allowOnly=false', ...reporters, ...files])
  const { numPassedTests: passed, numTotalTests: total, testResults } = readReport<VitestReport>(report)
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
  return atLeastOneFailed(code, { passed, failed: total - passed + broken })
}
type VitestReport = {
  numPassedTests: number
  numTotalTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

async function playwright(files: string[]): Promise<Outcome> {
  const report = `${REPORTS}/browser.json`
  const reporters = ['--forbid-only', '--reporter=list,json']
  const code = await run('playwright', ['test', ...reporters, ...files], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: resolve(report),
  })
  const { stats } = readReport<PlaywrightReport>(report)
  return atLeastOneFailed(code, { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped })
}
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }

function readReport<Report>(file: string): Report {
  if (!existsSync(file)) throw new Error('The runner ended without a report')
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}

/** A runner can fail beside its tests: an error nobody caught, no tests found. */
function atLeastOneFailed(code: number, { passed, failed }: Outcome): Outcome {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}

function sumUp() {
  console.log()
  let passed = 0
  let failed = 0
  for (const [id, outcome] of outcomes) {
    const counts = `${outcome.passed} passed, ${outcome.failed} failed`
    console.log(`${steps[id].name.padEnd(28)} ${counts.padEnd(24)} ${outcome.seconds.toFixed(1).padStart(6)} s`)
    passed += outcome.passed
    failed += outcome.failed
  }
  const [pglite, postgres] = [countOf('pglite'), countOf('postgres')]
  if (pglite !== null && postgres !== null) {
    console.log(`Server tests: ${pglite} on PGlite, ${postgres} on PostgreSQL`)
    if (pglite !== postgres) {
      console.error('The two databases did not run the same number of tests')
      failed += 1
    }
  }
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

function countOf(id: StepId): number | null {
  const outcome = outcomes.get(id)
  return outcome ? outcome.passed + outcome.failed : null
}
