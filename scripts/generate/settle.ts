/** Libraries without what nothing here uses of them. */
import { parseSync } from 'vite'

type Node = { type: string; start: number; end: number } & Record<string, unknown>
type Edit = { start: number; end: number; text: string }

/** `values`: the sources of variables and properties that are the same wherever they are read, by name. `unused`: functions. */
export type Settled = { values: Record<string, string>; unused: string[] }

/**
 * The code of a module in which what is settled stands for itself: reads have their value instead, and unused functions are empty.
 * What then can never happen is left to the minifier. The names that this finds are added to `found`.
 */
export function settle(id: string, code: string, { values, unused }: Settled, found: Set<string>): string {
  const edit = ({ start, end }: Node, name: string, text: string): Edit[] => {
    found.add(name)
    return [{ start, end, text }]
  }

  /** `isTarget`: it is declared or assigned, not read. */
  function findEdits(tree: unknown, isTarget = false): Edit[] {
    if (Array.isArray(tree)) return tree.flatMap((each) => findEdits(each, isTarget))
    if (typeof tree !== 'object' || tree === null) return []
    const node = tree as Node
    const name = nameRead(node)
    if (name && Object.hasOwn(values, name) && !isTarget) {
      const isShort = node.type === 'Property'
      return edit(node, name, isShort ? `${name}: ${values[name]}` : values[name]!)
    }
    const own = (node['id'] as Node | null)?.['name'] as string
    if (node.type === 'FunctionDeclaration' && unused.includes(own)) return edit(node['body'] as Node, own, '{}')
    return Object.entries(node).flatMap(([key, child]) =>
      isName(node, key) ? [] : findEdits(child, TARGETS[node.type]?.includes(key) ?? (isTarget && isPattern(node))),
    )
  }

  return findEdits(parseSync(id, code).program)
    .toSorted((a, b) => b.start - a.start)
    .reduce((all, { start, end, text }) => all.slice(0, start) + text + all.slice(end), code)
}

/** The variable or the property that a node reads, if it does nothing else: `name`, `any.name`, or `{ name }`. */
function nameRead(node: Node): string | null {
  if (node.type === 'Identifier') return node['name'] as string
  const { name } = (node.type === 'MemberExpression' ? node['property'] : (node['key'] ?? {})) as { name?: string }
  const isRead = node.type === 'MemberExpression' ? !node['computed'] : node['shorthand'] === true
  return isRead ? (name ?? null) : null
}

/** Which children of a node are declared or assigned. */
const TARGETS: Record<string, string[]> = {
  ArrowFunctionExpression: ['params'],
  AssignmentExpression: ['left'],
  AssignmentPattern: ['left'],
  CatchClause: ['param'],
  FunctionDeclaration: ['params'],
  FunctionExpression: ['params'],
  UpdateExpression: ['argument'],
  VariableDeclarator: ['id'],
}

/** Whether what is within a target is one too, but for the default values that `TARGETS` leaves out. */
const isPattern = ({ type }: Node) => /^(?:ObjectPattern|ArrayPattern|RestElement|Property)$/.test(type)

/** Whether the child of this key names something, and reads nothing. */
const isName = ({ type, computed }: Node, key: string): boolean =>
  (key === 'id' && /^(?:Function|Class)/.test(type)) ||
  (key === 'key' && !computed) ||
  (key === 'property' && !computed) ||
  key === 'label' ||
  key === 'specifiers'
