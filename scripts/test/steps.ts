/** The steps of a run of the tests. */
import { OLDEST_POSTGRES } from '#server/platform/db/preflight'
import { run } from './programs.ts'
import { provideChromium, provideData, providePostgres } from './provide.ts'
import { emptyReports, runOnOldestPostgres, runPlaywright, runVitest } from './runners.ts'
import { record, recordReport } from './summary.ts'

/** In the order of the summary. */
export const STEP_NAMES = {
  format: 'Format',
  lint: 'Lint',
  types: 'Types',
  languages: 'Languages',
  build: 'Production build',
  unit: 'Unit tests',
  resources: 'Processes and sockets',
  sandbox: 'Sandbox tests',
  pglite: 'Server tests on PGlite',
  postgres: 'Server tests on PostgreSQL',
  process: 'The built product',
  browser: 'In the browser',
  oldest: `On PostgreSQL ${OLDEST_POSTGRES}`,
  bench: 'Every benchmark, briefly',
  soak: 'Ten minutes under load',
}
export type Step = keyof typeof STEP_NAMES

/** Each passes or fails as a whole, by its exit code. */
const PROGRAMS = {
  format: () => run('oxfmt', ['--check']),
  lint: () => run('oxlint', []),
  types: () => run('sh', ['-c', 'react-router typegen && tsc --noEmit --checkers 1']),
  languages: () => run(process.execPath, ['scripts/check-languages.ts']),
  build: () => run(process.execPath, ['scripts/setup.mjs', 'build']),
  oldest: runOnOldestPostgres,
  bench: () => run(process.execPath, ['scripts/measure/bench.ts', '--brief']),
  soak: () => run(process.execPath, ['scripts/measure/soak.ts']),
} satisfies Partial<Record<Step, () => Promise<number>>>
type Program = keyof typeof PROGRAMS

const PROJECTS: Step[] = ['unit', 'resources', 'sandbox', 'pglite', 'postgres', 'process']
const ON_BUILD: Step[] = ['process', 'browser', 'oldest', 'bench', 'soak']
const ON_POSTGRES: Step[] = ['postgres', 'process']
/** Only in the long half. They run last and alone, because they measure or load the machine. */
export const AT_THE_END: Program[] = ['oldest', 'bench', 'soak']

/** A failing step does not stop the others. Those that need what it should have made fail with it. */
export async function runSteps(wanted: Step[], files: string[] = []): Promise<void> {
  const steps = new Set(wanted)
  emptyReports()
  if (steps.has('browser')) await provideChromium() // First, so that a missing browser is reported at once, not after minutes.
  for (const step of ['format', 'lint'] as const) if (steps.has(step)) await runProgram(step)

  const checks = (['types', 'languages'] as const).filter((step) => steps.has(step)).map(runProgram)
  await provideFor(ON_BUILD, steps, buildProduct)
  await provideFor(ON_POSTGRES, steps, providePostgres)
  await provideFor(ON_BUILD, steps, provideData)
  const projects = PROJECTS.filter((step) => steps.has(step))
  const [journeys, others] = [files.filter(isJourney), files.filter((file) => !isJourney(file))]
  // At the same time: each alone waits for processes and timeouts, and leaves a third of both cores idle.
  await Promise.all([
    ...checks,
    projects.length > 0 && runVitest(projects, others).then(recordReport),
    steps.has('browser') && runPlaywright(journeys).then(recordReport),
  ])
  for (const step of AT_THE_END) if (steps.has(step)) await runProgram(step)
}

const isJourney = (file: string) => file.startsWith('tests/e2e/')

/** Returns whether it passed. */
async function runProgram(step: Program): Promise<boolean> {
  console.log(`── ${STEP_NAMES[step]} ${'─'.repeat(60 - STEP_NAMES[step].length)}`)
  const started = performance.now()
  const passed = (await PROGRAMS[step]()) === 0
  record(step, { passed: Number(passed), failed: Number(!passed), seconds: (performance.now() - started) / 1000 })
  return passed
}

async function buildProduct(): Promise<void> {
  if (!(await runProgram('build'))) throw new Error('There is no build to test')
}

/** Provides what some steps need, if any of them is wanted. Without it, they are left out and have failed. */
async function provideFor(needing: Step[], steps: Set<Step>, provide: () => Promise<void>): Promise<void> {
  if (!needing.some((step) => steps.has(step))) return
  try {
    await provide()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    for (const step of needing) if (steps.delete(step)) record(step, { passed: 0, failed: 1, seconds: 0 })
  }
}
