/**
 * The list of what a release is made of, in CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json/): the packages that are
 * copied into it, Node, and what the build has taken in. Two releases of the same sources have the same list: it has no time
 * and no serial number. `npm sbom` would name a third more, which only a demo installs.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { builtFromPackages, productionPackages } from './packages.ts'

/** The name under a release's folder. */
export const SBOM_FILE = 'sbom.cdx.json'

type Locked = { version: string; integrity: string; license?: string }

/**
 * The JSON text for a release in `folder`.
 *
 * @param node path of the Node program that the release carries
 */
export function writeSbom(folder: string, node: string): string {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }
  const paths = [...productionPackages(), ...builtFromPackages().map((name) => `node_modules/${name}`)]
  const packages = paths.map((path) => packageComponent(path, lock.packages[path]!))
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': 'landfall', name: 'landfall', version: basename(folder) },
    },
    components: [nodeComponent(node, lock.packages['node_modules/node']!.version), ...packages],
  }
  return `${JSON.stringify(bom, null, 2)}\n`
}

/** By its path, since two versions of one package may be installed. */
function packageComponent(path: string, { version, integrity, license }: Locked) {
  const fullName = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const [, scope, name] = /^(?:(@[^/]+)\/)?(.+)$/.exec(fullName)!
  const [algorithm, hash] = integrity.split('-', 2) as [string, string]
  return {
    type: 'library',
    'bom-ref': path,
    ...(scope && { group: scope }),
    name: name!,
    version,
    purl: `pkg:npm/${fullName.replace('@', '%40')}@${version}`,
    hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(hash, 'base64').toString('hex') }],
    ...(license && { licenses: [{ expression: license }] }),
  }
}

/** Of Node, the registry has only what fetches it: its hash is the program's own. */
function nodeComponent(program: string, version: string) {
  return {
    type: 'platform',
    'bom-ref': 'node',
    name: 'node',
    version,
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    purl: `pkg:generic/node@${version}`,
    hashes: [{ alg: 'SHA-256', content: createHash('sha256').update(readFileSync(program)).digest('hex') }],
  }
}
