/** Makes mutants: small changes of a source file that a test should notice. Decision 0021. */
import { parseSync } from 'vite'

/** Replaces one range of a file's text. `line` counts from 1. */
export type Mutant = { file: string; line: number; kind: string; start: number; end: number; to: string }

type Node = { type: string; start: number; end: number }
type Fields = Record<string, unknown>
type Change = { kind: string; start: number; end: number; to: string }

/** Every mutant of a TypeScript file without JSX, in the order of its text. Throws if the file cannot be parsed. */
export function listMutants(file: string, text: string): Mutant[] {
  const { program, errors } = parseSync(file, text, { lang: 'ts' })
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const changes: Change[] = []
  visit(program as unknown as Node, null, (node, parent) =>
    changes.push(...listChanges(node as Node & Fields, parent, text)),
  )
  const seen = new Set<string>()
  return changes
    .filter(({ start, end, to }) => {
      const key = `${start} ${end} ${to}`
      return text.slice(start, end) !== to && !seen.has(key) && seen.add(key)
    })
    .toSorted((one, other) => one.start - other.start || one.end - other.end || (one.to < other.to ? -1 : 1))
    .map((change) => ({ file, line: text.slice(0, change.start).split('\n').length, ...change }))
}

export const applyMutant = (text: string, { start, end, to }: Mutant) => text.slice(0, start) + to + text.slice(end)

/**
 * The changed lines before and after, without indentation. They identify a mutant as long as those lines are unchanged.
 */
export function findLines(text: string, mutant: Mutant): { from: string; to: string } {
  const first = text.lastIndexOf('\n', mutant.start - 1) + 1
  const after = text.indexOf('\n', mutant.end)
  const last = after < 0 ? text.length : after
  const trim = (lines: string) =>
    lines
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .join('\n')
  return {
    from: trim(text.slice(first, last)),
    to: trim(text.slice(first, mutant.start) + mutant.to + text.slice(mutant.end, last)),
  }
}

/** Visits all nodes that run, without types and imports. */
function visit(node: Node, parent: (Node & Fields) | null, meet: (node: Node, parent: (Node & Fields) | null) => void) {
  if (/^(TS(?!As|Satisfies|NonNull)|ImportDeclaration)/.test(node.type)) return
  meet(node, parent)
  for (const value of Object.values(node as Node & Fields)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) visit(child, node as Node & Fields, meet)
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const BOUNDARIES: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const OPERATORS: Record<string, string> = { ...BOUNDARIES, '===': '!==', '!==': '===', '*': '/', '/': '*', '-': '+' }
const FUNCTIONS: Record<string, string> = { max: 'min', min: 'max', ceil: 'floor', floor: 'ceil', round: 'floor' }
/** Calls that can be left out of a chain: conditions, locks and order of a query, and filters of a list. */
const LINKS =
  /^(where|whereRef|forUpdate|forNoKeyUpdate|orderBy|limit|onConflict|filter|toSorted|toReversed|toLowerCase|trim)$/

function listChanges(node: Node & Fields, parent: (Node & Fields) | null, text: string): Change[] {
  const of = (part: unknown) => text.slice((part as Node).start, (part as Node).end)
  const whole = (kind: string, to: string) => ({ kind, start: node.start, end: node.end, to })
  switch (node.type) {
    case 'IfStatement':
      return [negated(node['test'] as Node, text), ...(node['alternate'] ? [] : [whole('statement removed', ';')])]
    case 'ConditionalExpression':
      return [negated(node['test'] as Node, text)]
    case 'UnaryExpression':
      return node['operator'] === '!' ? [whole('condition negated', of(node['argument']))] : []
    case 'BinaryExpression': {
      const to = OPERATORS[String(node['operator'])]
      return to ? [whole('operator', `${of(node['left'])} ${to} ${of(node['right'])}`)] : []
    }
    case 'LogicalExpression': {
      const [left, right] = [of(node['left']), of(node['right'])]
      if (node['operator'] === '??') return [whole('default value removed', left)]
      const other = node['operator'] === '&&' ? '||' : '&&'
      return [
        whole('and / or', `(${left} ${other} ${right})`),
        whole('part of a condition removed', right),
        whole('part of a condition removed', left),
      ]
    }
    case 'ExpressionStatement':
      return isAct(node) ? [whole('statement removed', ';')] : []
    case 'BlockStatement':
    case 'Program':
      return listSwaps(node['body'] as (Node & Fields)[], text)
    case 'CallExpression':
      return changesOfCall(node, text)
    case 'Literal':
      return changesOfLiteral(node, parent).map((to) => whole('constant', to))
    case 'TemplateElement':
      return isSql(parent, text) ? changesOfSql(node, text) : []
    default:
      return []
  }
}

const negated = ({ start, end }: Node, text: string): Change => ({
  kind: 'condition negated',
  start,
  end,
  to: `!(${text.slice(start, end)})`,
})

/** A statement that is run for its effect. */
const isAct = (node: Node & Fields) =>
  node.type === 'ExpressionStatement' && /^(Await|Call|Assignment)Expression$/.test((node['expression'] as Node).type)

function listSwaps(statements: (Node & Fields)[], text: string): Change[] {
  return statements.slice(1).flatMap((second, n) => {
    const first = statements[n]!
    if (!isAct(first) || !isAct(second)) return []
    const between = text.slice(first.end, second.start)
    const to = text.slice(second.start, second.end) + between + text.slice(first.start, first.end)
    return [{ kind: 'two statements swapped', start: first.start, end: second.end, to }]
  })
}

function changesOfCall(node: Node & Fields, text: string): Change[] {
  const callee = node['callee'] as Node & Fields
  if (callee.type !== 'MemberExpression') return []
  const [object, property] = [callee['object'] as Node, callee['property'] as Node]
  const name = text.slice(property.start, property.end)
  if (text.slice(object.start, object.end) === 'Math' && FUNCTIONS[name])
    return [{ kind: 'rounding or bound', start: property.start, end: property.end, to: FUNCTIONS[name] }]
  const changes: Change[] = []
  if (LINKS.test(name)) changes.push({ kind: `.${name} removed`, start: object.end, end: node.end, to: '' })
  const [, operator] = node['arguments'] as (Node & Fields)[]
  const boundary = operator?.type === 'Literal' ? BOUNDARIES[String(operator['value'])] : undefined
  if (operator && boundary)
    changes.push({ kind: 'operator', start: operator.start, end: operator.end, to: `'${boundary}'` })
  return changes
}

function changesOfLiteral({ value }: Fields, parent: Node | null): string[] {
  if (parent?.type === 'Property' || parent?.type === 'MemberExpression') return []
  if (typeof value === 'boolean') return [String(!value)]
  return typeof value === 'number' ? [String(value + 1), String(value - 1)] : []
}

const isSql = (template: (Node & Fields) | null, text: string) =>
  template !== null && /sql(<[^`]*>)?$/.test(text.slice(Math.max(0, template.start - 400), template.start))

const SQL: [pattern: RegExp, kind: string, to: (found: string) => string][] = [
  [/(?<![<>=!-])(<=?|>=?)(?![<>=])/g, 'operator', (found) => BOUNDARIES[found]!],
  [/\band\b(?! lower| upper)/g, 'and / or', () => 'or'],
  [/\bfor (no key )?update\b/g, 'lock removed', () => ''],
  [/\bis null\b/g, 'condition negated', () => 'is not null'],
  [/\bis not null\b/g, 'condition negated', () => 'is null'],
  [/\bis distinct from\b/g, 'condition negated', () => 'is not distinct from'],
]

function changesOfSql({ start, end }: Node, text: string): Change[] {
  const code = text.slice(start, end).replaceAll(/\/\*.*?\*\//g, (comment) => ' '.repeat(comment.length))
  return SQL.flatMap(([pattern, kind, to]) =>
    [...code.matchAll(pattern)].map(({ 0: found, index }) => ({
      kind,
      start: start + index,
      end: start + index + found.length,
      to: to(found),
    })),
  )
}
