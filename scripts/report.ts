/**
 * npm run check -- --report   for a reviewer: the ten largest rooms, files, functions and components, small files that one file
 *                             imports, words that the field has better ones for, functions named `…Of`, and the longest sentences
 *
 * Nothing fails by it. docs/architecture.md says what we aim at.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { parseSync } from 'vite'

const MAX_SHOWN = 10
const files = globSync('{app,domain,messages/words,server,sandbox,scripts}/**/*.{ts,tsx,mjs}')
  .filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file))
  .toSorted()
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))

/** Each has a better word in its field, and is avoided in code, tests and docs. The demo's people speak as people do. */
const AVOIDED_WORDS =
  'addressee answered asked beneath deed door doors forgetting nobody oracle patience somebody teeth tell told whoever'

/**
 * Names of columns and of stored kinds stay as they are in the database (`asked_at`, `told_at`), so snake_case is left out of the
 * count of words.
 */
const STORED_NAME = /\b[a-z]+(?:_[a-z]+)+\b/g

const SMALL_LINES = 15

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
  const places = globSync([
    '{app,domain,messages/words,server,sandbox,scripts,tests,docs}/**/*.{ts,tsx,mjs,md}',
    'messages/en/*.json',
  ])
  const all = places
    .filter((file) => file !== 'scripts/report.ts' && !file.startsWith('sandbox/demo/'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const words = Map.groupBy(all.replaceAll(STORED_NAME, '').matchAll(/\p{L}+/gu), ([word]) => word.toLowerCase())
  return AVOIDED_WORDS.split(' ').map((name) => ({ name, size: words.get(name)?.length ?? 0 }))
}

/** Small files that only one other file imports, into which they could go. Their size is in lines. */
function listSmallFilesWithOneReader(): Size[] {
  const readers = new Map<string, Set<string>>()
  for (const [file, text] of texts) {
    for (const [, from = ''] of text.matchAll(/\b(?:from|import\()\s*'([^']+)'/g)) {
      const path = from.startsWith('.')
        ? join(dirname(file), from)
        : from.replace('#words/', '#messages/words/').slice(1)
      const imported = [path, `${path}.ts`].find((each) => texts.has(each))
      if (imported) readers.set(imported, (readers.get(imported) ?? new Set()).add(file))
    }
  }
  return fileSizes.filter(({ name, size }) => size < SMALL_LINES && readers.get(name)?.size === 1)
}

/** `…Of` is for a plain projection of one thing. What computes is named by a verb. */
function countProjections(): number {
  const named = [...texts].flatMap(([file, text]) => namedFunctions(parseSync(file, text).program as unknown as Node))
  return named.filter(({ name }) => name.endsWith('Of')).length
}

/** The sentences of the catalogs with their words. Fragments of up to two words do not count. */
function sentenceSizes(): Size[] {
  return globSync('messages/en/*.json').flatMap((file) => {
    const catalog = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
    const messages = catalog.filter(([name]) => !name.startsWith('@'))
    return messages
      .flatMap(([name, text]) =>
        flatten(parse(text))
          .split(/(?<=[.!?])\s+/)
          .map((sentence) => [name, sentence] as const),
      )
      .map(([name, sentence]) => ({ name: `${file} ${name}`, size: sentence.match(/[\p{L}\d’'-]+/gu)?.length ?? 0 }))
      .filter(({ size }) => size > 2)
  })
}

/** A message as text: a parameter is a word, and plurals and selects have their form "other". */
function flatten(elements: MessageFormatElement[]): string {
  return elements
    .map((element) => {
      if (element.type === TYPE.literal) return element.value
      if (element.type === TYPE.tag) return flatten(element.children)
      if (element.type === TYPE.plural || element.type === TYPE.select) return flatten(element.options['other']!.value)
      return 'x'
    })
    .join('')
}

const fileSizes = [...texts].map(([name, text]) => ({ name, size: linesIn(text) }))

function print(title: string, sizes: Size[]) {
  console.log(`\n${title}`)
  const largest = sizes.toSorted((one, other) => other.size - one.size).slice(0, MAX_SHOWN)
  for (const { name, size } of largest) console.log(`${String(size).padStart(6)}  ${name}`)
}

const ordered = fileSizes.map(({ size }) => size).toSorted((one, other) => one - other)

print('Modules in a room (about 15)', roomSizes())
print('Lines of a file', fileSizes)
print('Lines of a function (a screen)', functionSizes(false))
print('Lines of a component (about 100)', functionSizes(true))
const small = listSmallFilesWithOneReader()
print(`Files of under ${SMALL_LINES} lines with one reader: ${small.length}`, small)
const avoided = countAvoidedWords()
print(`Avoided words, in code, tests and docs: ${avoided.reduce((sum, { size }) => sum + size, 0)}`, avoided)
console.log(`\nFunctions named …Of: ${countProjections()}`)
const sentences = sentenceSizes()
print('Words of a sentence (at most 20, outside legal texts at most 25)', sentences)
const meanWords = sentences.reduce((sum, { size }) => sum + size, 0) / sentences.length
console.log(`\nMean sentence: ${meanWords.toFixed(1)} words, of ${sentences.length} sentences`)
console.log(`\nMedian file: ${ordered[Math.floor(ordered.length / 2)]} lines, of ${files.length} files`)
