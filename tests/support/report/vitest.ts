/** A reporter for Vitest. */
import type { Reporter, TestModule } from 'vitest/node'
import { firstLine, writeReport, type Failure, type FileTime, type Report } from './report.ts'

/** Vitest calls it with `new`. */
export default function reportOnVitest(): Reporter {
  return {
    onTestRunEnd: (modules) =>
      writeReport({
        counts: countByProject(modules),
        files: modules.map(measureFile),
        failures: modules.flatMap(listFailures),
        uneven: unevenFiles(modules),
      }),
  }
}

function listFailures(module: TestModule): Failure[] {
  const file = formatName(module)
  const ofFile = module.errors().map(({ message }) => ({ name: file, reason: firstLine(message) }))
  const ofTests = [...module.children.allTests()].flatMap((test) =>
    (test.result().errors ?? []).map(({ message }) => ({
      name: `${file} › ${test.fullName}`,
      reason: firstLine(message),
    })),
  )
  return [...ofFile, ...ofTests]
}

function unevenFiles(modules: readonly TestModule[]): string[] {
  const numbers = new Map<string, Set<number>>()
  for (const { relativeModuleId: file, children } of modules)
    numbers.set(file, (numbers.get(file) ?? new Set()).add([...children.allTests()].length))
  return [...numbers].filter(([, ofFile]) => ofFile.size > 1).map(([file]) => file)
}

function measureFile(module: TestModule): FileTime {
  return { name: formatName(module), seconds: module.diagnostic().duration / 1000 }
}

function formatName(module: TestModule): string {
  return `${module.relativeModuleId} (${module.project.name})`
}

function countByProject(modules: readonly TestModule[]): Report['counts'] {
  const counts: Report['counts'] = {}
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
