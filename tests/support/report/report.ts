/** What a runner reports of its tests to `scripts/test.ts`: JSON in the file that TEST_REPORT names. */
import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** `seconds`: the sum of its files, which run at the same time. */
export type Counts = { passed: number; failed: number; seconds: number }
export type FileTime = { name: string; seconds: number }
/** `reason` is one line. */
export type Failure = { name: string; reason: string }

export type Report = {
  /** By project. A skipped test has failed, and so has a file that could not be read. */
  counts: Record<string, Counts>
  files: FileTime[]
  failures: Failure[]
  /** Files with a different number of tests in two projects. */
  uneven: string[]
}

export function writeReport(report: Report): void {
  const file = process.env['TEST_REPORT']
  if (!file) throw new Error('TEST_REPORT is not set')
  writeFileSync(file, JSON.stringify(report))
}

/** The first line of an error message, without colours. */
export function firstLine(message = ''): string {
  return stripVTControlCharacters(message).split('\n')[0]!
}
