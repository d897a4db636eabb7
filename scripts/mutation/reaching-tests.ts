/** Finds the tests that reach a source file through imports. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const IMPORT = /(?:^|\n)\s*(?:import|export)\s+(type\s)?([^'"`;]*?)\s*from\s+'([^']+)'|\bimport\('([^']+)'\)/g
/** From this distance in imports on, a test reaches the whole product, so only its words say what it is about. */
const FAR = 2
/** Slow and about everything, so run last. */
const LAST = /booking-model|race-crowd/

/** For every file, the files that it imports at run time, without types. */
export function readImports(): Map<string, string[]> {
  const files = globSync('{app,domain,messages/words,sandbox,server,tests}/**/*.{ts,tsx}').toSorted()
  return new Map(files.map((file) => [file, findImports(file, readFileSync(file, 'utf8'))]))
}

function findImports(file: string, text: string): string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, type, names = '', from, lazily]) => {
    if (type || /^\{\s*(type\s+\w+(\s+as\s+\w+)?\s*,?\s*)+\}$/.test(names)) return []
    const path = resolveImport(file, from ?? lazily ?? '')
    return path ? [path] : []
  })
}

function resolveImport(file: string, from: string): string | null {
  if (/^#(domain|server)\//.test(from)) return `${from.slice(1)}.ts`
  if (from.startsWith('#words/')) return `messages/${from.slice(1)}.ts`
  if (!from.startsWith('.')) return null
  const path = join(dirname(file), from)
  return existsSync(path) ? path : null
}

/**
 * The tests of the projects `unit` and `pglite` that reach a file, in the order in which they are likely to notice a
 * change: the one beside it, then by distance in imports, then by how many of the file's words they contain.
 */
export function testsReaching(file: string, imports: Map<string, string[]>): string[] {
  const importers = new Map<string, string[]>()
  for (const [importer, imported] of imports)
    for (const each of imported) importers.set(each, [...(importers.get(each) ?? []), importer])
  const distance = new Map([[file, 0]])
  for (const [reached, steps] of distance)
    for (const importer of importers.get(reached) ?? []) if (!distance.has(importer)) distance.set(importer, steps + 1)

  const own = file.replace(/\.ts$/, '')
  const isBeside = (test: string) => test.startsWith(`${own}.test.`) || basename(test).startsWith(`${basename(own)}-`)
  const rank = (test: string) => (LAST.test(test) ? Infinity : isBeside(test) ? 0 : Math.min(distance.get(test)!, FAR))
  const noun = new RegExp(basename(own).replace(/s$/, ''), 'gi')
  const mentions = (test: string) => [...readFileSync(test, 'utf8').matchAll(noun)].length
  return [...distance.keys()]
    .filter((each) => /^(app|domain|messages|server)\/.*\.test\.tsx?$/.test(each))
    .map((test) => ({ test, rank: rank(test), mentions: mentions(test) }))
    .toSorted((one, other) => one.rank - other.rank || other.mentions - one.mentions)
    .map(({ test }) => test)
}
