/** Every text that people read is a message of the catalogs, and every message is used. */
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { findMessages } from './support/messages.ts'

type Node = { type: string; start: number } & Record<string, unknown>

/** Props whose value people read. */
const READ =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|alt|title|placeholder|label|hint|heading|description|lead)$/
const LETTERS = /\p{L}{2}/u
/** Words of the brand and of data that are the same in every language. */
const NAMES = new Set(['Landfall', 'UTC'])

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Calls `visit` for a syntax tree's nodes, the outer before the inner; not below one for which it returns false. */
function walk(value: unknown, visit: (node: Node) => boolean): void {
  if (Array.isArray(value)) for (const item of value) walk(item, visit)
  else if (isNode(value) && visit(value)) for (const child of Object.values(value)) walk(child, visit)
}

/** Texts in a string, a template, and the branches of a condition. */
function literalTexts(node: unknown): string[] {
  if (!isNode(node)) return []
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [node['value']] : []
    case 'TemplateLiteral':
      return [(node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')]
    case 'ConditionalExpression':
      return [...literalTexts(node['consequent']), ...literalTexts(node['alternate'])]
    case 'LogicalExpression':
      return [...literalTexts(node['left']), ...literalTexts(node['right'])]
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return literalTexts(node['expression'])
    default:
      return []
  }
}

/** What people would read of a component's source that is no message: text between tags, and props that are read. */
function findLiteralTexts(file: string, source: string): string[] {
  const found: string[] = []
  const add = (texts: string[]) =>
    found.push(...texts.map((text) => text.trim()).filter((text) => LETTERS.test(text) && !NAMES.has(text)))
  walk(parseSync(file, source).program, (node) => {
    if (node.type === 'JSXText') add([String(node['value'])])
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      add((node['children'] as Node[]).filter(({ type }) => type === 'JSXExpressionContainer').flatMap(literalTexts))
    if (node.type === 'JSXAttribute') {
      const { name } = node['name'] as { name: string }
      if (READ.test(name)) add(literalTexts(node['value']))
    }
    return true
  })
  return found.map((text) => `${file}: ${text.replaceAll(/\s+/g, ' ')}`)
}

/** Not the gallery of components, which is for developers. */
const components = globSync('{app,server}/**/*.tsx').filter(
  (file) => !/\.test\.|^app\/ui\/gallery\/|\/ui-gallery\.tsx$/.test(file),
)

describe('a component', () => {
  it.each([
    ['<p>Book now</p>', 'Book now'],
    ['<button aria-label="Close">✕</button>', 'Close'],
    ['<img alt={`Portrait of ${name}`} />', 'Portrait of …'],
    ['<Field label={open ? "Open" : m.closed()} />', 'Open'],
    ['<p>{count > 0 && ` (${count} waiting)`}</p>', '(… waiting)'],
  ])('is reported with %s', (source, text) => {
    expect(findLiteralTexts('x.tsx', source)).toEqual([`x.tsx: ${text}`])
  })

  it.each(['<p className="text-sm">{m.book()}</p>', '<a href="/mentors">→</a>', '<p>{`${from}–${to}`}</p>'])(
    'is not reported with %s',
    (source) => {
      expect(findLiteralTexts('x.tsx', source)).toEqual([])
    },
  )

  it('has no text of its own', () => {
    expect(components.flatMap((file) => findLiteralTexts(file, readFileSync(file, 'utf8')))).toEqual([])
  })
})

describe('a message', () => {
  const catalogs = globSync('messages/en/*.json').map((file) => ({
    area: basename(file, '.json'),
    names: Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object).filter((name) => !name.startsWith('@')),
  }))
  const used = new Set(
    globSync('{app,messages/words,sandbox,scripts,server}/**/*.{ts,tsx}').flatMap((file) => [
      ...findMessages(readFileSync(file, 'utf8')).keys(),
    ]),
  )

  it('is used', () => {
    const all = catalogs.flatMap(({ area, names }) => names.map((name) => `${area}.${name}`))
    expect(all.filter((name) => !used.has(name))).toEqual([])
  })
})
