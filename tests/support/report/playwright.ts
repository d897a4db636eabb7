/** A reporter for Playwright. */
import type { Reporter, TestCase } from '@playwright/test/reporter'
import { firstLine, writeReport, type Failure } from './report.ts'

/** Playwright calls it with `new`. */
export default function reportOnPlaywright(): Reporter {
  const tests = new Map<string, TestCase>()
  return {
    // A test may end more than once, if it is repeated.
    onTestEnd: (test) => void tests.set(test.id, test),
    onEnd: () => {
      const all = [...tests.values()]
      const passed = all.filter((test) => test.outcome() === 'expected').length
      const files = Object.entries(Object.groupBy(all, fileOf)).map(([name, own = []]) => ({
        name,
        seconds: own.reduce((sum, test) => sum + sumSeconds(test), 0),
      }))
      const seconds = files.reduce((sum, file) => sum + file.seconds, 0)
      const counts = { browser: { passed, failed: all.length - passed, seconds } }
      writeReport({ counts, files, failures: all.flatMap(listFailures), uneven: [] })
    },
    printsToStdio: () => false,
  }
}

const fileOf = ({ location }: TestCase) => `tests/e2e/${location.file.split('/').at(-1)}`

const sumSeconds = ({ results }: TestCase) => results.reduce((sum, { duration }) => sum + duration / 1000, 0)

function listFailures(test: TestCase): Failure[] {
  const name = test.titlePath().filter(Boolean).join(' › ')
  return test.results.flatMap(({ errors }) => errors.map(({ message }) => ({ name, reason: firstLine(message) })))
}
