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
  buildEnd: () => compressFiles(join(buildDirectory, 'client')),
} satisfies Config

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
