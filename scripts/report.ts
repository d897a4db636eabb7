/**
 * npm run check -- --report   for a reviewer: the ten largest rooms, files, functions and components, how often words stand that
 *                             the field has better ones for, and functions named `…Of`
 *
 * Nothing fails by it. docs/architecture.md says what we aim at.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseSync } from 'vite'

const MAX_SHOWN = 10
const files = globSync('{app,domain,server,sandbox,scripts}/**/*.{ts,tsx,mjs}')
  .filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file))
  .toSorted()
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))

/** Each has a better word in its field, and is avoided in code, tests and docs. */
const AVOIDED_WORDS =
  'addressee answered asked beneath deed door doors forgetting nobody oracle patience somebody teeth tell told whoever'

type Size = { name: string; size: number }
type Node = { type: string; start: number; end: number; [key: string]: unknown }

const linesIn = (text: string) => text.trimEnd().split('\n').length

function roomSizes(): Size[] {
  const rooms = Map.groupBy(files, (file) => dirname(file))
  return [...rooms].map(([name, { length }]) => ({ name, size: length }))
}

/** Named functions with their lengths in lines. `isComponent`: those with a capital, or the others. */
function functionSizes(isComponent: boolean): Size[] {
  return [...texts].flatMap(([file, text]) => {
    const { program } = parseSync(file, text)
    return namedFunctions(program as unknown as Node)
      .filter(({ name }) => (file.endsWith('.tsx') && /^[A-Z]/.test(name)) === isComponent)
      .map(({ name, node }) => ({ name: `${file} ${name}`, size: linesIn(text.slice(node.start, node.end)) }))
  })
}

function namedFunctions(node: Node): { name: string; node: Node }[] {
  const found: { name: string; node: Node }[] = []
  const id = (node['id'] as { name?: string } | null | undefined)?.name
  const init = node['init'] as Node | null | undefined
  if (node.type === 'FunctionDeclaration' && id) found.push({ name: id, node })
  if (node.type === 'VariableDeclarator' && id && /Function/.test(init?.type ?? '')) found.push({ name: id, node })
  for (const value of Object.values(node)) {
    for (const child of [value].flat())
      if (typeof child === 'object' && child !== null && 'type' in child) found.push(...namedFunctions(child as Node))
  }
  return found
}

function countAvoidedWords(): Size[] {
  const places = globSync('{app,domain,server,sandbox,scripts,tests,docs}/**/*.{ts,tsx,mjs,md}')
  const all = places.map((file) => readFileSync(file, 'utf8')).join('\n')
  const words = Map.groupBy(all.matchAll(/\p{L}+/gu), ([word]) => word.toLowerCase())
  return AVOIDED_WORDS.split(' ').map((name) => ({ name, size: words.get(name)?.length ?? 0 }))
}

/** `…Of` is for a plain projection of one thing. What computes is named by a verb. */
function countProjections(): number {
  const named = [...texts].flatMap(([file, text]) => namedFunctions(parseSync(file, text).program as unknown as Node))
  return named.filter(({ name }) => name.endsWith('Of')).length
}

function print(title: string, sizes: Size[]) {
  console.log(`\n${title}`)
  const largest = sizes.toSorted((one, other) => other.size - one.size).slice(0, MAX_SHOWN)
  for (const { name, size } of largest) console.log(`${String(size).padStart(6)}  ${name}`)
}

const fileSizes = [...texts].map(([name, text]) => ({ name, size: linesIn(text) }))
const ordered = fileSizes.map(({ size }) => size).toSorted((one, other) => one - other)

print('Modules in a room (about 15)', roomSizes())
print('Lines of a file', fileSizes)
print('Lines of a function (a screen)', functionSizes(false))
print('Lines of a component (about 100)', functionSizes(true))
print('Avoided words, in code, tests and docs', countAvoidedWords())
console.log(`\nFunctions named …Of: ${countProjections()}`)
console.log(`\nMedian file: ${ordered[Math.floor(ordered.length / 2)]} lines, of ${files.length} files`)
