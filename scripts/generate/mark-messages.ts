/** How Vite takes the catalogs of messages. Decision 0065. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { parseSync, type Plugin } from 'vite'
import { compileAll, compileArea, writeModule, type Compiled } from './messages.ts'

const IMPORT = /^import \* as m from '#messages\/([\w-]+)'\n/m

type Node = { type: string; start: number; end: number } & Record<string, unknown>
/** A message where it is called, with the sources of its parameters, or where it is named. */
type Use = { start: number; end: number; name: string; args: Node[] | null }

/** Of the call that stands for a message in the browser's script until `localize` puts its text there. */
export const MARK = 'm$'

/** What a marked call passes after its parameters, since a bundler renames them. */
export const HELPERS = ['selectPlural', 'formatNumber']

/**
 * Marks the messages that a module uses, in place of the import of their area: a page's script then has these alone, where a
 * shared module would bring all that any page uses. Expects `import * as m from '#messages/…'` and uses as `m.name`.
 */
export const markMessages: Plugin = {
  name: 'mark-messages',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  transform(code, id) {
    const area = IMPORT.exec(code)?.[1]
    return area ? { code: mark(code, area, compileArea(area), id), map: null } : null
  },
  // A file's name changes with the texts that will be in it.
  augmentChunkHash: ({ moduleIds }) =>
    moduleIds.some((id) => IMPORT.test(readSource(id))) ? hashOfCatalogs() : undefined,
}

/** A build in the pseudo-language takes no messages that were compiled for another. */
export const pseudoMessages: Plugin = {
  name: 'pseudo-messages',
  apply: () => process.env['LANDFALL_PSEUDO'] !== undefined,
  load(id) {
    const area = /\/messages\/compiled\/([\w-]+)\.ts$/.exec(id)?.[1]
    return area ? writeModule(compileArea(area)) : null
  },
}

/** The same module without the import. Throws on a message that does not exist. */
export function mark(code: string, area: string, catalog: Compiled[], id: string): string {
  const messages = new Map(catalog.map((message) => [message.name, message]))
  const source = code.replace(IMPORT, '')
  const uses = findUses(parseSync(id, source).program)
  let needsHelpers = false

  /** The source from `start` to `end`, with marks in place of uses. */
  function rewrite(start: number, end: number): string {
    const use = uses.find((each) => each.start >= start && each.end <= end)
    if (!use) return source.slice(start, end)
    return source.slice(start, use.start) + rewriteUse(use) + rewrite(use.end, end)
  }

  function rewriteUse({ name, args }: Use): string {
    const message = messages.get(name)
    if (!message) throw new Error(`${id}: there is no message ${name}`)
    const hasNumbers = [...message.parameters.values()].includes('number')
    needsHelpers ||= hasNumbers
    const called = `/* @__PURE__ */ ${MARK}${area}$${name}`
    const helpers = hasNumbers ? `, ${HELPERS.map(nameHelper).join(', ')}` : ''
    if (message.parameters.size === 0) return args ? `${called}()` : `(() => ${called}())`
    return args ? `${called}(${rewrite(args[0]!.start, args[0]!.end)}${helpers})` : `((i) => ${called}(i${helpers}))`
  }

  const body = rewrite(0, source.length)
  const imports = HELPERS.map((helper) => `${helper} as ${nameHelper(helper)}`).join(', ')
  return needsHelpers ? `import { ${imports} } from '/messages/runtime.ts'\n${body}` : body
}

/** Beside an import of the module's own. */
const nameHelper = (helper: string) => `$${helper}`

const readSource = (id: string): string => (/^\/[^\0?]+\.tsx?$/.test(id) ? readFileSync(id, 'utf8') : '')

let hash: string | undefined
/** Of all texts. Each build is a process of its own. */
function hashOfCatalogs(): string {
  hash ??= globSync('messages/*/*.json')
    .toSorted()
    .reduce((sum, file) => sum.update(readFileSync(file)), createHash('sha256'))
    .digest('hex')
  return hash
}

/** The uses of `m` in a syntax tree, the outer before the inner. */
function findUses(tree: unknown): Use[] {
  if (Array.isArray(tree)) return tree.flatMap(findUses)
  if (typeof tree !== 'object' || tree === null) return []
  const node = tree as Node
  const called = node.type === 'CallExpression' ? readName(node['callee'] as Node) : null
  if (called) {
    const args = node['arguments'] as Node[]
    return [{ start: node.start, end: node.end, name: called, args }, ...findUses(args)]
  }
  const name = readName(node)
  if (name) return [{ start: node.start, end: node.end, name, args: null }]
  return Object.values(node).flatMap(findUses)
}

/** The message that `m.name` names. */
function readName({ type, object, property, computed }: Node): string | null {
  const isOfCatalog = type === 'MemberExpression' && !computed && (object as { name?: string }).name === 'm'
  return isOfCatalog ? (property as { name: string }).name : null
}

/** In development an edited catalog is compiled at once. */
export const watchCatalogs: Plugin = {
  name: 'watch-catalogs',
  apply: 'serve',
  configureServer({ watcher }) {
    watcher.add('messages').on('change', (file) => {
      if (/\bmessages\/[\w-]+\/[\w-]+\.json$/.test(file)) compileAll()
    })
  },
}
