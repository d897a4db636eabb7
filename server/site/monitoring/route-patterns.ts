/**
 * Which route a path belongs to, by the route's pattern (`/mentors/:slug`). There are as many patterns as routes, whatever
 * paths people make up, so a monitoring system can count by them; and no pattern holds what a person typed.
 */

/** `leaf`: the pattern that ends here. `rest`: the pattern that takes whatever follows. */
type Node = { fixed: Map<string, Node>; params: Param[]; leaf: string | null; rest: string | null }
type Param = { accepts: RegExp | null; node: Node }

/** React Router's table of routes, as its build has it. */
type Pages = Record<string, { path?: string | undefined; parentId?: string | undefined } | undefined>

/** Of all paths that no pattern matches. */
const UNKNOWN_ROUTE = '/…'

/** The patterns of pages, such as `/mentors/:slug`. */
export function patternsOfPages(pages: Pages): string[] {
  const patternPath = (id: string | undefined): string => {
    const page = id === undefined ? undefined : pages[id]
    if (!page) return ''
    return `${patternPath(page.parentId)}${page.path ? `/${page.path}` : ''}`
  }
  return Object.keys(pages).map((id) => patternPath(id) || '/')
}

/**
 * A function from paths to patterns, in time that depends on the path's length alone. A fixed part wins over a parameter, and
 * a parameter over `*`, as in the routers. Patterns of everything are left out.
 *
 * @param patterns of React Router or of Hono, whose parameters may have a rule for what they accept: `/:file{[^/]+\.xml}`.
 */
export function routeFinder(patterns: Iterable<string>): (path: string) => string {
  const root = emptyNode()
  for (const pattern of patterns) if (!/^\/?\*$/.test(pattern)) add(root, pattern.match(PARTS) ?? [])
  return (path) => find(root, splitPath(path), 0) ?? UNKNOWN_ROUTE
}

/** Between slashes. A rule in braces may have braces and slashes of its own. */
const PARTS = /(?:\{(?:[^{}]|\{[^{}]*\})*\}|[^/])+/g

const emptyNode = (): Node => ({ fixed: new Map(), params: [], leaf: null, rest: null })

function add(root: Node, parts: string[]): void {
  const names = parts.map((part) => part.replace(/\{.*\}$/, ''))
  const pattern = `/${names.join('/')}`
  let node = root
  for (const [at, part] of parts.entries()) {
    if (part === '*') {
      node.rest ??= pattern
      return
    }
    node = names[at]!.startsWith(':') ? addParam(node, part) : addFixed(node, part)
  }
  node.leaf ??= pattern
}

function addFixed({ fixed }: Node, part: string): Node {
  const key = part.toLowerCase() // Paths of pages match without regard to case.
  const node = fixed.get(key) ?? emptyNode()
  fixed.set(key, node)
  return node
}

function addParam({ params }: Node, part: string): Node {
  const rule = /\{(.*)\}$/.exec(part)?.[1]
  const accepts = rule === undefined ? null : new RegExp(`^(?:${rule})$`)
  const known = params.find((param) => String(param.accepts) === String(accepts))
  if (known) return known.node
  const node = emptyNode()
  params.push({ accepts, node })
  return node
}

/** The data of a page is at its path with `.data`, and of the home page at `/_.data`. */
function splitPath(path: string): string[] {
  const page = path.endsWith('.data') ? path.slice(0, -'.data'.length).replace(/^\/_$/, '/') : path
  return page.split('/').filter(Boolean)
}

function find({ fixed, params, leaf, rest }: Node, parts: string[], at: number): string | null {
  const part = parts[at]
  if (part === undefined) return leaf ?? rest
  const next = fixed.get(part.toLowerCase())
  const found = next && find(next, parts, at + 1)
  if (found) return found
  for (const { accepts, node } of params) {
    const other = !accepts || accepts.test(part) ? find(node, parts, at + 1) : null
    if (other) return other
  }
  return rest
}
