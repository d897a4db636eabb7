/**
 * npm run test:mutation [-- --most 60 --seed 1 --tests 20 --workers 2 --minutes 20 <file> …]
 *
 * Mutation tests: measures how many small changes of the product its tests notice. Draws mutants of `domain/` and the
 * areas of `server/`, or of the named files; runs the nearest tests that reach each of them, on the embedded database,
 * in a copy of the project; lists the survivors. The same seed draws the same mutants from unchanged files. A mutant whose
 * tests run longer than `--minutes` never ends, and counts as killed. Exit code 1 below 90 %. Decision 0021.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, globSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { equivalents } from './mutation/equivalent.ts'
import { applyMutant, findLines, listMutants, type Mutant } from './mutation/mutants.ts'
import { readImports, testsReaching } from './mutation/reaching-tests.ts'

/** Files to mutate by default. */
const SOURCES = [
  'domain/**/*.ts',
  'server/{accounts,bookings,cohorts,mentors,payments,payouts,privacy,public-api,search}/**/*.ts',
]
const LEFT_OUT = /\.test\.ts$|\.d\.ts$|^server\/platform\/db\/(connect|lock|migrate|tables|account-tables)\.ts$/
const MIN_KILLED_PERCENT = 90
const FIRST_TESTS = 3 // Run first, since they kill most mutants.
const OUT_OF_TIME = 'its time being up'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    most: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', default: '20' },
    workers: { type: 'string', default: String(Math.min(4, availableParallelism())) },
    minutes: { type: 'string', default: '20' },
  },
})
const [most, mostTests, workers] = [Number(values.most), Number(values.tests), Number(values.workers)]
const timeoutMs = Number(values.minutes) * 60_000 // For one run of a mutant's tests, against endless loops.

type Outcome = { mutant: Mutant; killedBy: string | null; seconds: number }

const sources =
  positionals.length > 0
    ? positionals
    : globSync(SOURCES)
        .filter((file) => !LEFT_OUT.test(file))
        .toSorted()
const texts = new Map(sources.map((file) => [file, readFileSync(file, 'utf8')]))
const imports = readImports()
const drawn = draw()
/** The process groups of running tests. */
const running = new Set<number>()
const folders = Array.from({ length: Math.min(workers, drawn.length) }, copyProject)
process.once('exit', () => {
  for (const group of running) killGroup(group) // A process in a folder would keep it from being removed.
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))

const sound = new Map<string, Promise<boolean>>()
const outcomes: Outcome[] = []
const waiting = drawn.values()
await Promise.all(folders.map(work))
report()

/** Draws by rank of a hash, so that adding or removing a mutant does not change which others are drawn. */
function draw(): Mutant[] {
  const isEquivalent = (mutant: Mutant) => {
    const lines = findLines(texts.get(mutant.file)!, mutant)
    return equivalents.some(({ file, from, to }) => file === mutant.file && from === lines.from && to === lines.to)
  }
  const all = [...texts].flatMap(([file, text]) => listMutants(file, text)).filter((mutant) => !isEquivalent(mutant))
  const rankMutant = (mutant: Mutant) => {
    const { from, to } = findLines(texts.get(mutant.file)!, mutant)
    return createHash('sha256').update([values.seed, mutant.file, mutant.kind, from, to].join('\n')).digest('hex')
  }
  const chosen = all
    .map((mutant) => ({ mutant, rank: rankMutant(mutant) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, most)
    .map(({ mutant }) => mutant)
  console.log(`${chosen.length} of ${all.length} mutants of ${sources.length} files, seed ${values.seed}\n`)
  return chosen
}

function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'landfall-mutation-'))
  for (const part of ['app', 'docs', 'domain', 'messages', 'public', 'sandbox', 'scripts', 'server', 'tests'])
    cpSync(part, join(folder, part), { recursive: true })
  for (const file of ['package.json', 'package-lock.json', 'tsconfig.json', 'vitest.config.ts'])
    cpSync(file, join(folder, file))
  symlinkSync(realpathSync('node_modules'), join(folder, 'node_modules'))
  return folder
}

async function work(folder: string): Promise<void> {
  for (const mutant of waiting) {
    const began = performance.now()
    const killedBy = await tryMutant(folder, mutant)
    const outcome = { mutant, killedBy, seconds: (performance.now() - began) / 1000 }
    outcomes.push(outcome)
    const end = killedBy ? `killed by ${killedBy}` : 'SURVIVED'
    console.log(
      `${outcomes.length}/${drawn.length} ${mutant.file}:${mutant.line} ${mutant.kind}: ${end}, ${outcome.seconds.toFixed(0)} s`,
    )
  }
}

/** The test file that notices the change, or how else it was noticed; null for a survivor. */
async function tryMutant(folder: string, mutant: Mutant): Promise<string | null> {
  const path = join(folder, mutant.file)
  const text = texts.get(mutant.file)!
  const tests = testsReaching(mutant.file, imports).slice(0, mostTests)
  for (const batch of [tests.slice(0, FIRST_TESTS), tests.slice(FIRST_TESTS)]) {
    if (batch.length === 0) continue
    writeFileSync(path, applyMutant(text, mutant))
    const failed = await runTests(folder, batch).finally(() => writeFileSync(path, text))
    for (const test of failed) {
      if (test === OUT_OF_TIME) return test
      const passes = sound.get(test) ?? runTests(folder, [test]).then((failing) => failing.length === 0)
      sound.set(test, passes)
      if (await passes) return test
      console.error(`${test} fails on the project as it is, and shows nothing`)
    }
  }
  return null
}

/** The failing test files; stops at the first. */
async function runTests(folder: string, tests: string[]): Promise<string[]> {
  const results = join(folder, 'results.json')
  rmSync(results, { force: true })
  const args = [
    'run',
    '--project',
    'unit',
    '--project',
    'resources',
    '--project',
    'pglite',
    '--bail',
    '1',
    '--maxWorkers',
    '1',
  ]
  // Generous timeouts, since a slow machine must not count as a failure.
  const timeouts = ['--testTimeout', '300000', '--hookTimeout', '300000']
  const output = ['--reporter', 'json', '--outputFile', results]
  const env = { ...process.env, NODE_ENV: undefined, MODEL_SHRINK: 'no', MODEL_RUNS: '100' }
  const command = [join('node_modules', 'vitest', 'vitest.mjs'), ...args, ...timeouts, ...output, ...tests]
  const child = spawn(process.execPath, command, { cwd: folder, env, stdio: 'ignore', detached: true })
  const group = -child.pid!
  running.add(group)
  let isLate = false
  const timer = setTimeout(() => (isLate = killGroup(group)), timeoutMs)
  const code = await new Promise<number | null>((ended) => child.once('close', ended))
  clearTimeout(timer)
  running.delete(group)
  if (isLate) return [OUT_OF_TIME]
  return code === 0 ? [] : readFailed(folder, results, tests)
}

function killGroup(group: number): true {
  try {
    process.kill(group, 'SIGKILL')
  } catch {
    // It has already ended.
  }
  return true
}

type Results = { testResults: { name: string; status: string }[] }

function readFailed(folder: string, results: string, tests: string[]): string[] {
  let read: Results
  try {
    read = JSON.parse(readFileSync(results, 'utf8')) as Results
  } catch {
    return tests.slice(0, 1) // It broke before any test was reported.
  }
  const root = realpathSync(folder)
  const failed = read.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
  return failed.length > 0 ? failed.map((name) => name.slice(root.length + 1)) : tests.slice(0, 1)
}

function report(): void {
  const survivors = outcomes.filter(({ killedBy }) => killedBy === null)
  for (const { mutant } of survivors) {
    const { from, to } = findLines(texts.get(mutant.file)!, mutant)
    const marked = (mark: string, lines: string) =>
      lines
        .split('\n')
        .map((line) => `${mark} ${line}`)
        .join('\n')
    console.log(`\n${mutant.file}:${mutant.line}  ${mutant.kind}\n${marked('-', from)}\n${marked('+', to)}`)
  }
  const killed = outcomes.length - survivors.length
  const share = outcomes.length === 0 ? 100 : (killed / outcomes.length) * 100
  console.log(`\n${killed} of ${outcomes.length} killed, ${share.toFixed(0)} %`)
  process.exitCode = share < MIN_KILLED_PERCENT ? 1 : 0
}
