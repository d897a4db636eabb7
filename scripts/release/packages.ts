/** Which packages a live process needs: what package.json depends on, and what that depends on, as npm has installed it. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a demo alone imports: its embedded database, its mail server, its drawn portraits. */
const DEMO_ONLY = ['@dicebear/collection', '@dicebear/core', '@electric-sql/pglite', 'smtp-server']
/** What the build takes into the server's bundle, so that nothing imports it from outside. */
const BUNDLED = ['@internationalized/date', 'lucide-react', 'react-aria-components']
/** What releases carry a part of: base styles, fonts, the coasts of the map. */
const PARTS = ['@fontsource-variable/instrument-sans', '@fontsource-variable/newsreader', 'tailwindcss', 'world-atlas']
/** Node itself, of which a release takes the program alone. */
const RUNTIME = 'node'

type Manifest = {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** The folders of packages, relative to the project's, such as `node_modules/pg`. Nested ones are named themselves. */
export const productionPackages = (): string[] =>
  followPackages(
    Object.keys(readManifest('.').dependencies ?? {}).filter(
      (name) => ![RUNTIME, ...DEMO_ONLY, ...BUNDLED].includes(name),
    ),
  )

/** The names of the bundled packages, with what they alone depend on. */
export function bundledPackages(): string[] {
  const outside = productionPackages()
  return followPackages(BUNDLED)
    .filter((folder) => !outside.includes(folder))
    .map((folder) => folder.replace('node_modules/', ''))
}

/** What a release is built from without carrying the package. */
export const builtFromPackages = (): string[] => [...PARTS, ...bundledPackages()].toSorted()

/** The folders of packages with those that they depend on. */
function followPackages(names: string[]): string[] {
  const found = new Set<string>()
  const follow = (name: string, from: string) => {
    const folder = resolvePackage(name, from)
    if (folder === null || found.has(folder)) return // Optional ones of other platforms are not installed.
    found.add(folder)
    for (const needed of listNeeds(folder)) follow(needed, folder)
  }
  for (const name of names) follow(name, '')
  return [...found].toSorted()
}

const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

function listNeeds(folder: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = readManifest(folder)
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/** As Node resolves it: in the folder's own `node_modules`, then in those above it. */
function resolvePackage(name: string, from: string): string | null {
  const folder = join(from, 'node_modules', name)
  if (existsSync(join(folder, 'package.json'))) return folder
  if (from === '') return null
  const above = from.lastIndexOf('/node_modules/')
  return resolvePackage(name, above < 0 ? '' : from.slice(0, above))
}
