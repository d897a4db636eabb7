/**
 * Starts the product as it was built: `server/main.ts` and what it imports, from texts in which the build has left out the types.
 * Node could do that itself, but keeps the compiler that it needs for it: 17 MB in every process (decision 0063). The modules keep
 * their addresses, so they find the files beside them. A module that the build does not have is left to Node.
 *
 * A package of which the build has a copy (`server/packages/`) is that copy for all who import it. What V8 compiles is kept beside the
 * build for the next start, or in NODE_COMPILE_CACHE, where this user may write.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { enableCompileCache, registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'

const sources = new URL('../', import.meta.url).href
const build = resolve(process.env.LANDFALL_BUILD || 'build')
const stripped = pathToFileURL(`${build}/stripped/`)
const packages = pathToFileURL(`${build}/server/packages/`)
const copies = existsSync(packages) ? readdirSync(packages) : []

if (existsSync(stripped)) enableCompileCache(`${build}/compiled`)

// The young generation grows with what a start allocates, and an idle process would keep its 40 MB.
setFlagsFromString('--semi-space-growth-factor=1')

registerHooks({
  resolve(specifier, context, next) {
    if (!copies.includes(`${specifier}.js`)) return next(specifier, context)
    return { url: new URL(`${specifier}.js`, packages).href, format: 'module', shortCircuit: true }
  },
  load(url, context, next) {
    const file = url.startsWith(sources) && url.endsWith('.ts') && new URL(url.slice(sources.length), stripped)
    if (!file || !existsSync(file)) return next(url, context)
    return { format: 'module', source: readFileSync(file), shortCircuit: true }
  },
})

await import('./main.ts')
setFlagsFromString('--semi-space-growth-factor=2') // V8's own.
