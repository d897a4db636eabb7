/**
 * Starts the product as it was built: `server/main.ts` and what it imports, from texts in which the build has left out the types.
 * Node could do that itself, but keeps the compiler that it needs for it: 17 MB in every process (decision 0063). The modules keep
 * their addresses, so they find the files beside them. A module that the build does not have is left to Node.
 */
import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'

const sources = new URL('../', import.meta.url).href
const stripped = pathToFileURL(`${resolve(process.env.LANDFALL_BUILD || 'build', 'stripped')}/`)

// Imports would grow the young generation by 33 MB, which an idle process keeps. `main.ts` lets it grow again.
setFlagsFromString('--semi-space-growth-factor=1')

registerHooks({
  load(url, context, next) {
    const file = url.startsWith(sources) && url.endsWith('.ts') && new URL(url.slice(sources.length), stripped)
    if (!file || !existsSync(file)) return next(url, context)
    return { format: 'module', source: readFileSync(file), shortCircuit: true }
  },
})

await import('./main.ts')
