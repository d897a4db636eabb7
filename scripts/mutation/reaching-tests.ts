/** Which tests reach a source file, by what imports what. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const IMPORT = /(?:^|\n)\s*(?:import|export)\s+(type\s)?([^'"`;]*?)\s*from\s+'([^']+)'|\bimport\('([^']+)'\)/g
/** From so many imports on a test has the whole product before it: then only its words say what it is about. */
const FAR = 2
/** Slow, and of all kinds of behaviour at once: asked last. */
const LAST = /booking-model|race-crowd/

/** Of every file with imports, the files that it runs. Types alone are none. */
export function readImports(): Map<string, string[]> {
  const files = globSync('{app,domain,sandbox,server,tests}/**/*.{ts,tsx}').toSorted()
  return new Map(files.map((file) => [file, importsOf(file, readFileSync(file, 'utf8'))]))
}

function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, type, names = '', from, lazily]) => {
    if (type || /^\{\s*(type\s+\w+(\s+as\s+\w+)?\s*,?\s*)+\}$/.test(names)) return []
    const path = resolveImport(file, from ?? lazily ?? '')
    return path ? [path] : []
  })
}

function resolveImport(file: string, from: string): string | null {
  if (/^#(domain|server)\//.test(from)) return `${from.slice(1)}.ts`
  if (!from.startsWith('.')) return null
  const path = join(dirname(file), from)
  return existsSync(path) ? path : null
}

/**
 * The tests of the projects `unit` and `pglite` that reach a file, the likeliest to notice a change first: the one beside
 * it, then by the number of imports between, then those that speak most of what the file is about.
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
    .filter((each) => /^(app|domain|server)\/.*\.test\.tsx?$/.test(each))
    .map((test) => ({ test, rank: rank(test), mentions: mentions(test) }))
    .toSorted((one, other) => one.rank - other.rank || other.mentions - one.mentions)
    .map(({ test }) => test)
}
