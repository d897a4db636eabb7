/** The scripts that a browser fetches before `/mentors` is interactive: every module that its HTML names. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { atMost, PRODUCTION, type Figure } from './figures.ts'
import { PRODUCT_BUILD, startSeeded } from './processes.ts'

export async function measureScript(): Promise<Figure[]> {
  const product = await startSeeded('PGlite')
  const html = await (await fetch(`${product.url}/mentors`)).text()
  await product.stop()

  const modules = [...namedModules(html)].map((path) => ({ path, bytes: gzippedSize(path) }))
  const total = modules.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  const largest = modules.toSorted((a, b) => b.bytes - a.bytes).slice(0, 4)
  const parts = largest.map(
    ({ path, bytes }) => `${path.replace(/^.*\/|-[\w-]{8}\.js$/g, '')} ${(bytes / 1000).toFixed(1)}`,
  )
  return [
    {
      benchmark: 'script of /mentors',
      found: `${total.toFixed(1)} kB gzip in ${modules.length} modules (largest: ${parts.join(', ')})`,
      conditions: `modules and preloads named by the HTML, and what those import; gzip level 6, kB of 1000 bytes; ${PRODUCTION} build`,
      target: atMost(total, 130, ' kB'),
    },
  ]
}

/**
 * Preloads, module scripts and the imports of inline modules, with all their static imports. Not every URL in the HTML,
 * since React Router also lists the modules of pages that links lead to.
 */
function namedModules(html: string): Set<string> {
  const modules = new Set<string>()
  const add = (path: string) => {
    if (modules.has(path)) return
    modules.add(path)
    for (const name of staticImports(read(path))) add(new URL(name, `http://build${path}`).pathname)
  }
  const preloads = [...html.matchAll(/<link[^>]+>/g)].filter(([tag]) => /rel="modulepreload"/.test(tag))
  const scripts = [...html.matchAll(/<script[^>]+src="[^"]+"[^>]*>/g)]
  for (const [tag] of [...preloads, ...scripts]) add(/(?:href|src)="([^"]+)"/.exec(tag)![1]!)
  for (const [, code] of html.matchAll(/<script[^>]*type="module"[^>]*>(.*?)<\/script>/gs)) {
    for (const name of [...staticImports(code!), ...entryImports(code!)]) add(name)
  }
  if (modules.size === 0) throw new Error('The HTML names no module')
  return modules
}

const staticImports = (code: string) =>
  [
    ...code.matchAll(/(?:^|[;}\s])(?:import|export)\s*(?:[\w*{][^'"();]*?from\s*)?["']((?:\.\.?)?\/[^"']+\.js)["']/g),
  ].map((match) => match[1]!)
/** The inline module starts the page with `import("…")`. In other modules such imports are loaded later. */
const entryImports = (code: string) =>
  [...code.matchAll(/\bimport\(["'](\/[^"']+\.js)["']\)/g)].map((match) => match[1]!)

const read = (path: string) => readFileSync(join(PRODUCT_BUILD, 'client', path), 'utf8')
const gzippedSize = (path: string) => gzipSync(read(path), { level: 6 }).length
