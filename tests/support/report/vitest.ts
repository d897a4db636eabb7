/**
 * A reporter for Vitest: writes down, as JSON into the file PROJECT_COUNTS, how many tests of each project passed and did
 * not and how long each file took, for `scripts/test.ts`. A test that was skipped has failed, and so has a file that could not be read.
 */
import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestModule } from 'vitest/node'

/** By project. `seconds`: of all its files, which run beside each other. */
export type ProjectCounts = Record<string, { passed: number; failed: number; seconds: number }>
export type FileTime = { name: string; seconds: number }
/** `reason` is one line. */
export type Failure = { name: string; reason: string }
/** `uneven`: files that had not the same number of tests in every project that ran them. */
export type NodeReport = { counts: ProjectCounts; files: FileTime[]; uneven: string[]; failures: Failure[] }

/** Vitest calls it with `new`. */
export default function reportProjectCounts(): Reporter {
  return {
    onTestRunEnd(modules) {
      const file = process.env['PROJECT_COUNTS']
      if (!file) throw new Error('PROJECT_COUNTS is not set')
      writeFileSync(file, JSON.stringify(report(modules)))
    },
  }
}

function report(modules: readonly TestModule[]): NodeReport {
  return {
    counts: countByProject(modules),
    files: modules.map(timeOf),
    uneven: unevenFiles(modules),
    failures: modules.flatMap(failuresOf),
  }
}

function failuresOf(module: TestModule): Failure[] {
  const file = nameOf(module)
  const ofFile = module.errors().map(({ message }) => ({ name: file, reason: firstLine(message) }))
  const ofTests = [...module.children.allTests()].flatMap((test) =>
    (test.result().errors ?? []).map(({ message }) => ({
      name: `${file} › ${test.fullName}`,
      reason: firstLine(message),
    })),
  )
  return [...ofFile, ...ofTests]
}

/** Of what a runner says of an error, in colours or not. */
export function firstLine(message: string): string {
  return stripVTControlCharacters(message).split('\n')[0]!
}

function unevenFiles(modules: readonly TestModule[]): string[] {
  const numbers = new Map<string, Set<number>>()
  for (const { relativeModuleId: file, children } of modules)
    numbers.set(file, (numbers.get(file) ?? new Set()).add([...children.allTests()].length))
  return [...numbers].filter(([, ofFile]) => ofFile.size > 1).map(([file]) => file)
}

function timeOf(module: TestModule): FileTime {
  return { name: nameOf(module), seconds: module.diagnostic().duration / 1000 }
}

function nameOf(module: TestModule): string {
  return `${module.relativeModuleId} (${module.project.name})`
}

function countByProject(modules: readonly TestModule[]): ProjectCounts {
  const counts: ProjectCounts = {}
  for (const module of modules) {
    const count = (counts[module.project.name] ??= { passed: 0, failed: 0, seconds: 0 })
    const tests = [...module.children.allTests()]
    const passed = tests.filter((test) => test.result().state === 'passed').length
    const isBroken = module.state() === 'failed' && passed === tests.length
    count.passed += passed
    count.failed += tests.length - passed + (isBroken ? 1 : 0)
    count.seconds += module.diagnostic().duration / 1000
  }
  return counts
}
