/** Runs Vitest and Playwright, and reads what they report. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { OLDEST_POSTGRES } from '#server/platform/db/preflight'
import { NOT_ON_OLDEST_POSTGRES, TESTS_ON_OLDEST_POSTGRES } from '../../tests/support/halves.ts'
import type { Report } from '../../tests/support/report/report.ts'
import { run } from './programs.ts'

const REPORTS = '.landfall/test-results'

export function emptyReports(): void {
  rmSync(REPORTS, { recursive: true, force: true })
  mkdirSync(REPORTS, { recursive: true })
}

/** The projects of `vitest.config.ts`, in one run; all of their files unless some are named. */
export async function runVitest(projects: string[], files: string[]): Promise<Report> {
  const report = resolve(REPORTS, 'node.json')
  const named = projects.map((project) => `--project=${project}`)
  const reporters = ['--reporter=default', '--reporter=./tests/support/report/vitest.ts']
  const code = await run('vitest', ['run', ...named, '--allowOnly=false', ...reporters, ...files], {
    TEST_REPORT: report,
  })
  return readReport(report, code, projects)
}

/** Its output is printed at the end, since it runs beside Vitest. */
export async function runPlaywright(files: string[]): Promise<Report> {
  const report = resolve(REPORTS, 'browser.json')
  const log = `${REPORTS}/browser.log`
  const reporters = '--reporter=list,./tests/support/report/playwright.ts'
  const code = await run('playwright', ['test', '--forbid-only', reporters, ...files], { TEST_REPORT: report }, log)
  console.log(readFileSync(log, 'utf8'))
  return readReport(report, code, ['browser'])
}

/** A runner can also fail outside of its tests: by an uncaught error, or because it finds none. */
function readReport(file: string, code: number, projects: string[]): Report {
  const nothing: Report = { counts: {}, files: [], failures: [], uneven: [] }
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : nothing
  for (const project of projects) report.counts[project] ??= { passed: 0, failed: 1, seconds: 0 }
  const counts = Object.values(report.counts)
  if (code !== 0 && counts.every(({ failed }) => failed === 0)) counts[0]!.failed = 1
  return report
}

/** On the oldest server that the product supports, which the first of these to run starts for itself. Returns the exit code. */
export function runOnOldestPostgres(): Promise<number> {
  const projects = ['--project=postgres', '--project=process', '--allowOnly=false']
  return run('vitest', ['run', ...projects, `--exclude=${NOT_ON_OLDEST_POSTGRES}`, ...TESTS_ON_OLDEST_POSTGRES], {
    TEST_DATABASE_URL: undefined,
    TEST_DATABASE_LOG: undefined,
    SEEDED_TEMPLATE: undefined,
    TEST_HALF: undefined,
    POSTGRES: String(OLDEST_POSTGRES),
  })
}
