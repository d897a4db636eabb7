/** Where the pages are and where the build goes. `npm test` builds into a folder of its own, beside a running product. */
import { globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Config } from '@react-router/dev/config'
import { minifySync } from 'vite'
import { localize } from './scripts/generate/localize.ts'
import { readInEnglish } from './scripts/generate/messages.ts'

const buildDirectory = process.env.LANDFALL_BUILD ?? 'build'

export default {
  appDirectory: 'app',
  buildDirectory,
  // All pages are known from the start: no page waits for the table of routes, or fails for want of it.
  routeDiscovery: { mode: 'initial' },
  buildEnd: async () => {
    trimManifest(join(buildDirectory, 'client', 'assets'))
    localize(join(buildDirectory, 'client', 'assets'))
    await compressFiles(join(buildDirectory, 'client'))
    stripTypes(join(buildDirectory, 'stripped'))
  },
} satisfies Config

/** The scripts that every page has loaded before the router names any. */
const ON_EVERY_PAGE = /\/(framework|frame|rolldown-runtime)-/

/** The pages to which most visitors go on. The scripts of others are found in the page's own, one round trip later. */
const OFTEN_NEXT = /^routes\/public\/(site\/home|mentors\/mentors?)$/

type Route = {
  id: string
  module: string
  parentId?: string
  path?: string
  index?: boolean
  hasLoader: boolean
  hasAction: boolean
  hasErrorBoundary: boolean
  imports?: string[]
  css?: string[]
}
type Manifest = { routes: Record<string, Route> }

/**
 * Writes the browser's table of routes as a line of text for each, from which a few lines of script make it again. Every page
 * loads the table, and every route makes it longer, most of all by what the router never reads or most people never need.
 */
function trimManifest(folder: string) {
  const before = 'window.__reactRouterManifest='
  for (const file of readdirSync(folder).filter((name) => /^manifest-\w+\.js$/.test(name))) {
    const { routes, ...rest } = JSON.parse(
      readFileSync(join(folder, file), 'utf8').slice(before.length, -1),
    ) as Manifest
    const lines = Object.values(routes).map(packRoute).join('\n')
    const script = `${before}(${UNPACK})(${JSON.stringify(lines)},${JSON.stringify(rest)});`
    writeFileSync(join(folder, file), minifySync(file, script).code)
  }
}

/**
 * In this order: id, parent, path, flags, script, further scripts. None of them has a `|` in it. A script that is named after
 * its route is its hash alone; any other begins with a `/`. Styles are not in the table: a route links to its own.
 */
function packRoute(route: Route): string {
  const { hasLoader, hasAction, hasErrorBoundary, index } = route
  if (route.css?.length) throw new Error(`${route.id} imports a stylesheet. Import it with ?url, and link to it`)
  const flags = Number(hasLoader) + 2 * Number(hasAction) + 4 * Number(hasErrorBoundary) + 8 * Number(index ?? false)
  const imports = OFTEN_NEXT.test(route.id) ? (route.imports ?? []) : []
  return [
    route.id.replace(/^routes\//, '~'),
    route.parentId?.replace('routes/page', '') ?? '-',
    route.path ?? '',
    flags,
    findScript(route),
    imports
      .filter((script) => !ON_EVERY_PAGE.test(script))
      .map(nameOf)
      .join(' '),
  ]
    .join('|')
    .replace(/\|+$/, '')
}

function findScript({ id, module }: Route): string {
  const own = `${id.split('/').at(-1)}-`
  const name = nameOf(module)
  return name.startsWith(own) ? name.slice(own.length) : `/${name}`
}

const nameOf = (script: string) => script.slice('/assets/'.length, -'.js'.length)

/** The inverse of `packRoute`, as the browser's script: of lines and the rest of the table. */
const UNPACK = `(lines,rest)=>{let routes={},file=name=>"/assets/"+name+".js";
for(let line of lines.split("\\n")){let[name,parent,path,flags,module,imports]=line.split("|"),id=name.replace("~","routes/");
routes[id]={id,parentId:parent=="-"?void 0:parent||"routes/page",path:path||void 0,index:flags>7,hasErrorBoundary:!!(flags&4),hasAction:!!(flags&2),hasLoader:!!(flags&1),module:file(module[0]=="/"?module.slice(1):id.split("/").pop()+"-"+module),imports:imports?imports.split(" ").map(file):[]}}
return{...rest,routes}}`

/**
 * Writes `<file>.br` and `<file>.gz` beside each file that becomes smaller by it, once and as small as can be: the server
 * then only reads. On Node's threads, since Brotli at its best takes longer than all else that follows the bundler.
 */
async function compressFiles(folder: string) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))
  const large = files.filter((name) => /\.(js|css|svg|ico|json|txt)$/.test(name) && statSync(name).size > 256)
  await Promise.all(large.map(compressFile))
}

async function compressFile(file: string) {
  const bytes = readFileSync(file)
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  writeFileSync(`${file}.br`, brotli)
  writeFileSync(`${file}.gz`, gzipped)
}

/** Writes what Node itself runs beside the bundle without its types, for `server/start.mjs`. */
function stripTypes(folder: string) {
  for (const file of globSync('{domain,messages,sandbox,server}/**/*.ts').filter(
    (name) => !/\.(test|d)\.ts$/.test(name),
  )) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), stripTypeScriptTypes(readInEnglish(file)))
  }
}
