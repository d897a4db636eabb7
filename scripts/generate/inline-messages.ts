/** How Vite takes the catalogs of messages. Decision 0065. */
import { parseSync, type Plugin } from 'vite'
import { compileAll, compileArea, findHelpers, writeModule, type Compiled } from './messages.ts'

const IMPORT = /^import \* as m from '#messages\/([\w-]+)'\n/m

type Node = { type: string; start: number; end: number } & Record<string, unknown>
/** A message where it is called, with the sources of its parameters, or where it is named. */
type Use = { start: number; end: number; name: string; args: Node[] | null }

/**
 * Puts the messages that a module uses into it, in place of the import of their area: a page's script then has these alone,
 * where a shared module would bring all that any page uses. Expects `import * as m from '#messages/…'` and uses as `m.name`.
 */
export const inlineMessages: Plugin = {
  name: 'inline-messages',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  transform(code, id) {
    const area = IMPORT.exec(code)?.[1]
    return area ? { code: inline(code, compileArea(area), id), map: null } : null
  },
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
export function inline(code: string, catalog: Compiled[], id: string): string {
  const messages = new Map(catalog.map((message) => [message.name, message]))
  const source = code.replace(IMPORT, '')
  const uses = findUses(parseSync(id, source).program)
  const used = new Set<Compiled>()
  const defined = new Set<Compiled>()

  /** The source from `start` to `end`, with messages in place of their uses. */
  function rewrite(start: number, end: number): string {
    const use = uses.find((each) => each.start >= start && each.end <= end)
    if (!use) return source.slice(start, end)
    return source.slice(start, use.start) + rewriteUse(use) + rewrite(use.end, end)
  }

  function rewriteUse({ name, args }: Use): string {
    const message = messages.get(name)
    if (!message) throw new Error(`${id}: there is no message ${name}`)
    used.add(message)
    const values = args && readValues(args[0])
    if (args && values && isPlain(message))
      return message.code.replaceAll(/\bi\.(\w+)/g, (all, parameter: string) => {
        const value = values.get(parameter)
        return value ? `(${rewrite(value.start, value.end)})` : all
      })
    defined.add(message)
    const given = args?.map((arg) => rewrite(arg.start, arg.end)).join(', ')
    return given === undefined ? `message_${name}` : `message_${name}(${given})`
  }

  const body = rewrite(0, source.length)
  const helpers = findHelpers([...used])
  return [
    ...(helpers.length > 0 ? [`import { ${helpers.join(', ')} } from '/messages/runtime.ts'\n`] : []),
    body,
    ...[...defined].map(({ name, parameters, code: text }) => {
      const input = parameters.size > 0 ? 'i' : ''
      return `\nfunction message_${name}(${input}) { return ${text} }`
    }),
  ].join('')
}

/** Whether a message can stand where it is called: it names each of its parameters once. */
function isPlain({ parameters, isRich, code }: Compiled): boolean {
  return (
    !isRich && [...parameters.keys()].every((name) => code.match(new RegExp(`\\bi\\.${name}\\b`, 'g'))?.length === 1)
  )
}

/** The values of an object literal by name; empty without an argument, null if it is no plain literal. */
function readValues(argument: Node | undefined): Map<string, Node> | null {
  if (!argument) return new Map()
  if (argument.type !== 'ObjectExpression') return null
  const properties = argument['properties'] as Node[]
  if (properties.some(({ type, computed }) => type !== 'Property' || computed)) return null
  return new Map(properties.map(({ key, value }) => [(key as { name: string }).name, value as Node]))
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
    watcher.add('messages/en').on('change', (file) => {
      if (/\bmessages\/en\/[\w-]+\.json$/.test(file)) compileAll()
    })
  },
}
