/** Where the pages are and where the build goes. `npm test` builds into a folder of its own, beside a running product. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Config } from '@react-router/dev/config'

const buildDirectory = process.env.LANDFALL_BUILD ?? 'build'

export default {
  appDirectory: 'app',
  buildDirectory,
  // All pages are known from the start: no page waits for the table of routes, or fails for want of it.
  routeDiscovery: { mode: 'initial' },
  buildEnd: () => {
    trimManifest(join(buildDirectory, 'client', 'assets'))
    compressFiles(join(buildDirectory, 'client'))
  },
} satisfies Config

/** The scripts that every page has loaded before the router names any. */
const ON_EVERY_PAGE = /\/(framework|frame|rolldown-runtime)-/

/** Pages for people who are signed in. Theirs are found in the page's own script, one round trip later. */
const FOR_FEW = /^routes\/(?!public\/)/

type Manifest = { routes: Record<string, Record<string, unknown> & { imports?: string[] }> }

/**
 * Leaves out of the browser's table of routes what it says of each in vain: flags that are false or that the router
 * never reads, empty lists, and scripts that are there anyway or that most people never need. Every page loads the table, and every route makes it longer.
 */
function trimManifest(folder: string) {
  const before = 'window.__reactRouterManifest='
  for (const file of readdirSync(folder).filter((name) => /^manifest-\w+\.js$/.test(name))) {
    const manifest = JSON.parse(readFileSync(join(folder, file), 'utf8').slice(before.length, -1)) as Manifest
    for (const [id, route] of Object.entries(manifest.routes)) {
      route.imports = route.imports?.filter((script) => !ON_EVERY_PAGE.test(script) && !FOR_FEW.test(id)) ?? []
      for (const [name, value] of Object.entries(route))
        if (value === false || name === 'hasDefaultExport' || (Array.isArray(value) && value.length === 0))
          delete route[name]
    }
    writeFileSync(join(folder, file), `${before}${JSON.stringify(manifest)};`)
  }
}

/**
 * Writes `<file>.br` and `<file>.gz` beside each file that becomes smaller by it, once and as small as can be: the server
 * then only reads.
 */
function compressFiles(folder: string) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))
  for (const file of files.filter((name) => /\.(js|css|svg|ico|json|txt)$/.test(name) && statSync(name).size > 256)) {
    const bytes = readFileSync(file)
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    )
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
