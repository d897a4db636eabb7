/**
 * npm test [-- <file> …]   the short half of all tests, or the named files whole, each with its runner
 * npm run test:long        the other half (`tests/support/halves.ts`)
 * npm run test:deep        every property from a new seed (TEST_SEED), the model test of bookings at length: 2,000 sequences
 *                          on each database (MODEL_RUNS), with what was run; a run of `npm test` tries 25
 * npm run check            format, lint, types, and the unit tests that need no process or socket; `-- --report` prints what is
 *                          largest instead
 *
 * Runs one step after another and prints its seconds; a failing step does not stop the others. All tests that run in Node
 * are one step, so that no core idles. Ends with the line `N passed, N failed`, which counts every test of every runner,
 * and each step that is not a runner as one. A skipped test counts as failed. A run uses its own build folder, data, ports
 * and PostgreSQL server.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { OLDEST_POSTGRES } from '#server/db/preflight'
import { startPostgres, type Postgres } from '../tests/support/database/postgres.ts'
import { NOT_ON_OLDEST_POSTGRES, TESTS_ON_OLDEST_POSTGRES } from '../tests/support/halves.ts'
import { ON_SERVER_ONLY, onDatabase, WITH_RESOURCES } from '../tests/support/on-database.ts'
import { TEST_BUILD } from '../tests/support/product/processes.ts'
import {
  firstLine,
  type Failure,
  type FileTime,
  type NodeReport,
  type ProjectCounts,
} from '../tests/support/project-counts.ts'
import { seedData, seedTemplate } from '../tests/support/product/seeded.ts'
import { HOW_TO_GET_CHROMIUM, obtainChromium } from './chromium.ts'

type Outcome = { passed: number; failed: number }
/** A step without `run` is a Vitest project. */
type Step = { name: string; needs?: Need[]; run?: (files: string[]) => Promise<Outcome> }
type Need = 'postgres' | 'build' | 'chromium'

const REPORTS = '.landfall/test-results'
const env: NodeJS.ProcessEnv = { ...process.env, LANDFALL_BUILD: TEST_BUILD, NODE_ENV: undefined }

const steps = {
  format: { name: 'Format', run: () => tool('oxfmt', '--check') },
  lint: { name: 'Lint', run: () => tool('oxlint') },
  types: { name: 'Types', run: () => tool('sh', '-c', 'react-router typegen && tsc --noEmit') },
  build: { name: 'Production build', run: () => tool(process.execPath, 'scripts/setup.mjs', 'build') },
  unit: { name: 'Unit tests' },
  resources: { name: 'Processes and sockets' },
  sandbox: { name: 'Sandbox tests' },
  pglite: { name: 'Server tests on PGlite' },
  postgres: { name: 'Server tests on PostgreSQL', needs: ['postgres'] },
  process: { name: 'The built product', needs: ['postgres', 'build'] },
  oldest: { name: `On PostgreSQL ${OLDEST_POSTGRES}`, needs: ['build'], run: onOldestPostgres },
  browser: { name: 'In the browser', needs: ['build', 'chromium'], run: playwright },
  bench: {
    name: 'Every benchmark, briefly',
    needs: ['build'],
    run: () => tool(process.execPath, 'scripts/bench.ts', '--brief'),
  },
  soak: { name: 'Ten minutes under load', needs: ['build'], run: () => tool(process.execPath, 'scripts/soak.ts') },
} satisfies Record<string, Step>
type StepId = keyof typeof steps

/** Steps of the long half alone. */
const ONLY_LONG: StepId[] = ['oldest', 'bench', 'soak']

const outcomes = new Map<StepId, Outcome & { seconds: number }>()
const fileTimes: FileTime[] = []
const failures: Failure[] = []
const uneven: string[] = []
const SLOWEST_SHOWN = 10
const children = new Set<ChildProcess>()
let postgres: Postgres | undefined

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
    process.exit(1) // The PostgreSQL server ends with this process.
  })
}

const [first, ...rest] = process.argv.slice(2)
if (first === '--quick' && rest.includes('--report')) {
  await import('./report.ts')
  process.exit(0)
}
if (first === '--quick') await runQuickly()
else if (first === '--deep') await runDeep()
else if (first === '--long') await runHalf('long', ['build', 'sandbox', 'pglite', 'process', ...ONLY_LONG, 'browser'])
else if (first === undefined)
  await runHalf(
    'short',
    (Object.keys(steps) as StepId[]).filter((id) => !ONLY_LONG.includes(id)),
  )
else await runFiles([first, ...rest])
await postgres?.stop()
sumUp()

/** What one wants after each edit. The compiler and the tests run at the same time. */
async function runQuickly() {
  await runAll(['format', 'lint'], new Map())
  await Promise.all([runStep('types', []), runAll(['unit'], new Map())])
}

async function runHalf(half: 'short' | 'long', wanted: StepId[]) {
  env['TEST_HALF'] = half
  await runAll(wanted, new Map())
}

async function runDeep() {
  env['MODEL_RUNS'] ??= '2000'
  env['MODEL_REPORT'] = '1'
  env['TEST_SEED'] ??= String(randomInt(2 ** 31))
  console.log(`TEST_SEED=${env['TEST_SEED']}`)
  const files = globSync('{app,domain,server}/**/*.test.{ts,tsx}')
  await runFiles(files.filter((file) => /fast-check/.test(readFileSync(file, 'utf8'))))
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
  if (WITH_RESOURCES.includes(file)) return ['resources']
  if (ON_SERVER_ONLY.includes(file)) return ['postgres']
  return onDatabase.includes(file) ? ['pglite', 'postgres'] : ['unit']
}

/** Runs the steps in the order of the table, each after its needs. */
async function runAll(wanted: StepId[], files: Map<StepId, string[]>) {
  rmSync(REPORTS, { recursive: true, force: true })
  mkdirSync(REPORTS, { recursive: true })
  const needs = new Set(wanted.flatMap((id) => needsOf(id)))
  if (needs.has('chromium')) await provideChromium() // First, so that a missing browser is reported at once, not after ten minutes.
  const everything = new Set(needs.has('build') ? [...wanted, 'build' as const] : wanted)
  const inOrder = (Object.keys(steps) as StepId[]).filter((id) => everything.has(id))
  const projects = inOrder.filter((id) => !('run' in steps[id]))
  for (const id of inOrder.filter((each) => each !== 'browser' && !projects.includes(each)))
    if (!ONLY_LONG.includes(id)) await runStep(id, files.get(id) ?? [])
  const inBrowser = () => (everything.has('browser') ? runStep('browser', files.get('browser') ?? []) : undefined)
  if (projects.length > 0) {
    // Each waits for a third of its time, for processes and for time-outs: together they use both cores.
    const ready = await prepare(projects)
    await Promise.all([runProjects(projects, ready, files), inBrowser()])
  } else await inBrowser()
  for (const id of inOrder.filter((each) => ONLY_LONG.includes(each))) await runStep(id, [])
}

async function runStep(id: StepId, files: string[]) {
  const { name, run }: Step = steps[id]
  const started = begin(name)
  const outcome = await attempt(id, () => run!(files))
  const seconds = (performance.now() - started) / 1000
  outcomes.set(id, { ...outcome, seconds })
  console.log(`${name}: ${outcome.passed} passed, ${outcome.failed} failed, ${seconds.toFixed(1)} s`)
}

/** Provides what the projects need, and returns those that can run. */
async function prepare(projects: StepId[]): Promise<StepId[]> {
  const ready: StepId[] = []
  for (const id of projects) {
    const { failed } = await attempt(id, () => Promise.resolve({ passed: 0, failed: 0 }))
    if (failed === 0) ready.push(id)
  }
  return ready
}

/** Runs all tests in Node as one run of Vitest. Projects that are not ready count as failed. */
async function runProjects(projects: StepId[], runnable: StepId[], files: Map<StepId, string[]>) {
  const started = begin('Tests in Node')
  const counts: ProjectCounts = {}
  const named = new Set(runnable.flatMap((id) => files.get(id) ?? []))
  if (runnable.length > 0) Object.assign(counts, await vitest(runnable, [...named])) // Without a project it would run all.
  for (const id of projects) outcomes.set(id, counts[id] ?? { passed: 0, failed: 1, seconds: 0 })
  console.log(`Tests in Node: ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** Returns the starting time. */
function begin(name: string): number {
  console.log(`\n── ${name} ${'─'.repeat(Math.max(2, 60 - name.length))}`)
  return performance.now()
}

function needsOf(id: StepId): Need[] {
  return (steps[id] as Step).needs ?? []
}

/** Provides what a step needs and runs it. */
async function attempt(id: StepId, run: () => Promise<Outcome>): Promise<Outcome> {
  const needs = needsOf(id)
  if (needs.includes('build') && outcomes.get('build')?.failed) {
    console.error(`${steps[id].name}: not run, there is no build to test`)
    return { passed: 0, failed: 1 }
  }
  try {
    if (needs.includes('postgres')) await providePostgres()
    if (needs.includes('build')) await provideData(needs.includes('postgres'))
    return await run()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1 }
  }
}

async function providePostgres() {
  postgres ??= await startPostgres()
  env['TEST_DATABASE_URL'] = process.env['TEST_DATABASE_URL'] = postgres.url
  env['TEST_DATABASE_LOG'] = postgres.log ?? undefined
}

/** Demo data that the runners copy, made by a first start of the build on an empty folder or database. */
async function provideData(onPostgres: boolean) {
  const started = performance.now()
  const [data, template] = await Promise.all([seedData(), onPostgres ? seedTemplate() : undefined])
  if (!env['SEEDED_DATA']) console.log(`First start on nothing: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  env['SEEDED_DATA'] = process.env['SEEDED_DATA'] = data
  env['SEEDED_TEMPLATE'] = template
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

/** Runs a program that passes or fails by its exit code. */
async function tool(program: string, ...args: string[]): Promise<Outcome> {
  return (await run(program, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** On the oldest server that the product supports, which the first of these to run starts for itself. */
async function onOldestPostgres(): Promise<Outcome> {
  const others = { TEST_DATABASE_URL: undefined, TEST_DATABASE_LOG: undefined, SEEDED_TEMPLATE: undefined }
  const projects = [
    '--project=postgres',
    '--project=process',
    '--allowOnly=false',
    `--exclude=${NOT_ON_OLDEST_POSTGRES}`,
  ]
  const code = await run('vitest', ['run', ...projects, ...TESTS_ON_OLDEST_POSTGRES], {
    ...others,
    TEST_HALF: undefined,
    POSTGRES: String(OLDEST_POSTGRES),
  })
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** `log`: a file for the output, so that it does not mix with another program's. */
async function run(program: string, args: string[], more: NodeJS.ProcessEnv = {}, log?: string): Promise<number> {
  const output = log ? openSync(log, 'w') : 'inherit'
  const child = spawn(program, args, { env: { ...env, ...more }, stdio: ['ignore', output, output] })
  children.add(child)
  const [code] = (await once(child, 'exit')) as [number | null]
  children.delete(child)
  return code ?? 1
}

async function vitest(projects: StepId[], files: string[]): Promise<ProjectCounts> {
  const report = resolve(REPORTS, 'projects.json')
  const reporters = ['--reporter=default', '--reporter=./tests/support/project-counts.ts']
  const named = projects.map((project) => `--project=${project}`)
  const code = await run('vitest', ['run', ...named, '--allowOnly=false', ...reporters, ...files], {
    PROJECT_COUNTS: report,
  })
  const nothing: NodeReport = { counts: {}, files: [], uneven: [], failures: [] }
  const { counts, ...found } = existsSync(report) ? readReport<NodeReport>(report) : nothing
  fileTimes.push(...found.files)
  uneven.push(...found.uneven)
  failures.push(...found.failures)
  const [first] = Object.values(counts)
  // A runner can also fail outside of its tests, by an uncaught error.
  if (first && code !== 0 && Object.values(counts).every(({ failed }) => failed === 0)) first.failed = 1
  return counts
}

async function playwright(files: string[]): Promise<Outcome> {
  const report = `${REPORTS}/browser.json`
  const reporters = ['--forbid-only', '--reporter=list,json']
  const log = `${REPORTS}/browser.log`
  const variables = { PLAYWRIGHT_JSON_OUTPUT_FILE: resolve(report) }
  const code = await run('playwright', ['test', ...reporters, ...files], variables, log)
  console.log(readFileSync(log, 'utf8'))
  const { stats, suites } = readReport<PlaywrightReport>(report)
  fileTimes.push(...suites.map((suite) => ({ name: `tests/e2e/${suite.file}`, seconds: secondsOf(suite) })))
  failures.push(...suites.flatMap((suite) => failuresOf(suite, [])))
  return atLeastOneFailed(code, { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped })
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: Suite[]
}
type Suite = {
  title: string
  file: string
  suites?: Suite[]
  specs: { title: string; tests: { results: { duration: number; errors: { message?: string }[] }[] }[] }[]
}

function failuresOf({ title, suites = [], specs }: Suite, above: string[]): Failure[] {
  const path = [...above, title]
  const own = specs.flatMap((spec) =>
    spec.tests.flatMap(({ results }) =>
      results.flatMap(({ errors }) =>
        errors.map(({ message = '' }) => ({ name: [...path, spec.title].join(' › '), reason: firstLine(message) })),
      ),
    ),
  )
  return [...own, ...suites.flatMap((suite) => failuresOf(suite, path))]
}

function secondsOf({ suites = [], specs }: Suite): number {
  const own = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => duration / 1000)),
  )
  return [...own, ...suites.map(secondsOf)].reduce((sum, seconds) => sum + seconds, 0)
}

function readReport<Report>(file: string): Report {
  if (!existsSync(file)) throw new Error('The runner ended without a report')
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}

/** A runner can also fail outside of its tests: by an uncaught error, or because it finds none. */
function atLeastOneFailed(code: number, { passed, failed }: Outcome): Outcome {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}

function sumUp() {
  console.log()
  let passed = 0
  let failed = 0
  const byTable = (Object.keys(steps) as StepId[]).filter((id) => outcomes.has(id))
  for (const id of byTable) {
    const outcome = outcomes.get(id)!
    const counts = `${outcome.passed} passed, ${outcome.failed} failed`
    console.log(`${steps[id].name.padEnd(28)} ${counts.padEnd(24)} ${outcome.seconds.toFixed(1).padStart(6)} s`)
    passed += outcome.passed
    failed += outcome.failed
  }
  if (byTable.some((id) => !('run' in steps[id])))
    console.log('Seconds of tests in Node: of all files of a kind, which run beside others.')
  tellSlowest()
  if (failures.length > 0) console.error('Failed:')
  for (const { name, reason } of failures) console.error(`  ${name}\n    ${reason}`)
  if (uneven.length > 0) {
    console.error(`Not the same number of tests on both databases: ${uneven.join(', ')}`)
    failed += uneven.length
  }
  if (env['TEST_HALF'] === 'short') console.log('`npm run test:long` runs the tests that this run leaves out.')
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

function tellSlowest() {
  if (fileTimes.length <= SLOWEST_SHOWN) return
  console.log('The slowest files, in seconds:')
  const slowest = fileTimes.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST_SHOWN)
  for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(0).padStart(6)}  ${name}`)
}
