/** How Vite takes the catalogs of messages. Decision 0065. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { parseSync, type Plugin } from 'vite'
import { compileAll, compileArea, writeModule, type Compiled } from './messages.ts'

const IMPORTS = /^import \* as (\w+) from '#messages\/([\w-]+)'\n/gm

type Node = { type: string; start: number; end: number } & Record<string, unknown>
/** A message of a catalog, by the name that the catalog is imported under. */
type Named = { catalog: string; name: string }
/** A message where it is called, with the sources of its parameters, or where it is named. */
type Use = Named & { start: number; end: number; args: Node[] | null }

const COMPILED = /\/messages\/compiled\/([\w-]+)\.ts$/

/** Of the call that stands for a message in the browser's script until `localize` puts its text there. */
export const MARK = 'm$'

/** What a marked call passes after its parameters, since a bundler renames them. */
export const HELPERS = ['selectPlural', 'formatNumber']

/**
 * Marks the messages that a module uses, in place of the imports of their areas: a page's script then has these alone, where a
 * shared module would bring all that any page uses, in English. Expects `import * as m from '#messages/…'`, under any name, and
 * uses as `m.name`. A build into which a whole area comes in another way fails.
 */
export const markMessages: Plugin = {
  name: 'mark-messages',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: (code, id) => (code.search(IMPORTS) === -1 ? null : { code: mark(code, id), map: null }),
  // A file's name changes with the texts that will be in it.
  augmentChunkHash: ({ moduleIds }) =>
    moduleIds.some((id) => readSource(id).search(IMPORTS) !== -1) ? hashOfCatalogs() : undefined,
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      const whole = file.type === 'chunk' && file.moduleIds.find((id) => COMPILED.test(id))
      if (whole) throw new Error(`${file.fileName} has all of ${whole}: import it as \`import * as m\``)
    }
  },
}

/** A build in the pseudo-language takes no messages that were compiled for another. */
export const pseudoMessages: Plugin = {
  name: 'pseudo-messages',
  apply: () => process.env['LANDFALL_PSEUDO'] !== undefined,
  load(id) {
    const area = COMPILED.exec(id)?.[1]
    return area ? writeModule(compileArea(area)) : null
  },
}

/** The same module without those imports. Throws on a message that does not exist. */
export function mark(code: string, id: string, compile: (area: string) => Compiled[] = compileArea): string {
  const areas = new Map([...code.matchAll(IMPORTS)].map(([, catalog, area]) => [catalog!, area!]))
  const messages = new Map(
    [...areas.values()].flatMap((area) => compile(area).map((message) => [`${area}$${message.name}`, message])),
  )
  const source = code.replaceAll(IMPORTS, '')
  const uses = findUses(parseSync(id, source).program, areas)
  let needsHelpers = false

  /** The source from `start` to `end`, with marks in place of uses. */
  function rewrite(start: number, end: number): string {
    const use = uses.find((each) => each.start >= start && each.end <= end)
    if (!use) return source.slice(start, end)
    return source.slice(start, use.start) + rewriteUse(use) + rewrite(use.end, end)
  }

  function rewriteUse({ catalog, name, args }: Use): string {
    const key = `${areas.get(catalog)}$${name}`
    const message = messages.get(key)
    if (!message) throw new Error(`${id}: there is no message ${name}`)
    const hasNumbers = [...message.parameters.values()].includes('number')
    needsHelpers ||= hasNumbers
    const called = `/* @__PURE__ */ ${MARK}${key}`
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

/** The uses of catalogs in a syntax tree, the outer before the inner. */
function findUses(tree: unknown, catalogs: ReadonlyMap<string, string>): Use[] {
  if (Array.isArray(tree)) return tree.flatMap((each) => findUses(each, catalogs))
  if (typeof tree !== 'object' || tree === null) return []
  const node = tree as Node
  const { start, end } = node
  const called = node.type === 'CallExpression' ? readName(node['callee'] as Node, catalogs) : null
  if (called) {
    const args = node['arguments'] as Node[]
    return [{ start, end, ...called, args }, ...findUses(args, catalogs)]
  }
  const named = readName(node, catalogs)
  if (named) return [{ start, end, ...named, args: null }]
  return Object.values(node).flatMap((each) => findUses(each, catalogs))
}

/** The message that `m.name` names. */
function readName({ type, object, property, computed }: Node, catalogs: ReadonlyMap<string, string>): Named | null {
  const catalog = type === 'MemberExpression' && !computed ? (object as { name?: string }).name : undefined
  return catalog !== undefined && catalogs.has(catalog) ? { catalog, name: (property as { name: string }).name } : null
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
