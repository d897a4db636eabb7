/**
 * The tests that run in Node, by what they need: `unit` nothing, `sandbox` a database in memory, `pglite` and `postgres`
 * the same server tests on either database, `process` the built product. `scripts/test.ts` runs them in turn. The
 * end-to-end tests are Playwright's.
 */
import { defineConfig } from 'vitest/config'

const onDatabase = {
  // A process each: a PGlite keeps 400 MB for as long as its process lives.
  pool: 'forks' as const,
  testTimeout: 30_000,
  hookTimeout: 60_000,
}
const server = { ...onDatabase, include: ['server/**/*.test.{ts,tsx}'] }

export default defineConfig({
  test: {
    maxWorkers: 3, // Some only wait: for a payment service that does not answer, or for a process.
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{app,domain,scripts}/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'tests/support/*.test.ts'],
          pool: 'forks',
          testTimeout: 20_000,
        },
      },
      { test: { name: 'sandbox', ...onDatabase, include: ['sandbox/**/*.test.ts'] } },
      { test: { name: 'pglite', ...server, provide: { database: 'pglite' } } },
      {
        test: {
          name: 'postgres',
          ...server,
          provide: { database: 'postgres' },
          globalSetup: 'tests/support/postgres-server.ts',
        },
      },
      {
        test: {
          name: 'process',
          include: ['tests/process/**/*.test.ts'],
          pool: 'forks',
          globalSetup: ['tests/support/postgres-server.ts', 'tests/support/seeded-products.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
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
