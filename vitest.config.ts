/**
 * The tests that run in Node, by what they need: `unit` nothing, `sandbox` a database in memory, `pglite` and `postgres`
 * the same server tests on either database, `process` the built product. `scripts/test.ts` runs them all at once. The
 * end-to-end tests are Playwright's. Which half of them: `tests/support/halves.ts`.
 */
import { statSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import type { TestSequencerConstructor, TestSpecification } from 'vitest/node'
import { half, onPglite, onPostgres, PROCESS_TESTS_ONLY_LONG, SANDBOX_TESTS_ONLY_LONG } from './tests/support/halves.ts'
import { withoutDatabase, WITH_RESOURCES } from './tests/support/on-database.ts'

const SET_UP = ['tests/support/seed.ts']

/** Milliseconds. What hangs is ended; what is slow, as on a busy machine, is not. */
const TIMEOUTS = { testTimeout: 120_000, hookTimeout: 120_000 }

const withDatabase = {
  // Processes, since a PGlite may keep 400 MB. Files follow each other in one without loading the product anew, which takes
  // a third of the time away; each has a database and an App of its own.
  pool: 'forks' as const,
  isolate: false,
  setupFiles: SET_UP,
  env: { TEST_CLOCK_AHEAD: '0' }, // TEST_INSTANT is for products that run as processes; here each test sets the clock.
  ...TIMEOUTS,
}

/** Those that take longest, the longest first: what begins last should end soon. The others follow by size. */
const LONGEST = [
  'tests/process/start.test.ts',
  'tests/process/crash.test.ts',
  'tests/process/crash-messages.test.ts',
  'tests/process/clone.test.ts',
  'server/bookings/booking-model.test.ts',
]

function findRank({ moduleId }: TestSpecification): number {
  const at = LONGEST.findIndex((file) => moduleId.endsWith(file))
  return at === -1 ? LONGEST.length : at
}

/**
 * Vitest ends a worker when the next file in the queue is of another project, and the next one loads the product anew, which
 * takes seconds. So each project's files are in a row: those with the longest files first, unit tests last.
 */
const PROJECTS = ['process', 'postgres', 'pglite', 'sandbox', 'resources', 'unit']

/** Called with `new` by Vitest, which has no other way to set an order. */
const inOrder = function () {
  return {
    shard: (files: TestSpecification[]) => files,
    sort: (files: TestSpecification[]) => {
      const size = new Map(files.map(({ moduleId }) => [moduleId, statSync(moduleId).size]))
      const place = ({ project }: TestSpecification) => PROJECTS.indexOf(project.name)
      return files.toSorted(
        (a, b) => place(a) - place(b) || findRank(a) - findRank(b) || size.get(b.moduleId)! - size.get(a.moduleId)!,
      )
    },
  }
} as unknown as TestSequencerConstructor

export default defineConfig({
  test: {
    // On two cores, beside the browser's two. Most of the long half starts several processes each.
    maxWorkers: half === 'long' ? 2 : 3,
    sequence: { sequencer: inOrder },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{app,domain,messages,scripts}/**/*.test.{ts,tsx}', 'tests/*.test.ts', ...withoutDatabase],
          exclude: WITH_RESOURCES,
          pool: 'forks',
          setupFiles: SET_UP,
          isolate: false, // As above: starting a process for each of 140 files takes longer than most of them.
          ...TIMEOUTS,
        },
      },
      { test: { name: 'resources', ...withDatabase, include: WITH_RESOURCES } },
      {
        test: {
          name: 'sandbox',
          ...withDatabase,
          include: half === 'long' ? SANDBOX_TESTS_ONLY_LONG : ['sandbox/**/*.test.ts'],
          exclude: half === 'short' ? SANDBOX_TESTS_ONLY_LONG : [],
        },
      },
      { test: { name: 'pglite', ...withDatabase, include: onPglite, provide: { database: 'pglite' } } },
      {
        test: {
          name: 'postgres',
          ...withDatabase,
          include: onPostgres,
          provide: { database: 'postgres' },
          globalSetup: 'tests/support/database/postgres-server.ts',
        },
      },
      {
        test: {
          name: 'process',
          include: half === 'long' ? PROCESS_TESTS_ONLY_LONG : ['tests/process/**/*.test.ts'],
          exclude: half === 'short' ? PROCESS_TESTS_ONLY_LONG : [],
          pool: 'forks',
          globalSetup: ['tests/support/database/postgres-server.ts', 'tests/support/product/seeded-products.ts'],
          ...TIMEOUTS,
        },
      },
    ],
  },
})

declare module 'vitest' {
  interface ProvidedContext {
    /** Which database a server test runs on. */
    database: 'pglite' | 'postgres'
    /** Demo data to copy: a data folder, and the name of a database on the run's PostgreSQL server. */
    seeded: { data: string; template: string }
  }
}
