/**
 * The image of deploy/Dockerfile without Docker: what its stages copy and run, in a clean folder of this machine, whose paths
 * stand for those of the image. Debian's packages and owners of files are left out: they would change the machine itself.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, normalize } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isInBuildContext } from '../support/product/build-context.ts'
import { bareEnvironment } from '../support/product/processes.ts'

/** Milliseconds. Installing fifty thousand files takes minutes on a slow disk. */
const SLOW = 900_000

const MACHINE_COMMAND = /^(apt-get|rm -rf \/var\/lib\/apt|chown) /

let root: string
/** The settings and the program of the image's last stage. */
const image = { env: {} as Record<string, string>, entrypoint: '' }

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'landfall-image-'))
  let folder = '/'
  for (const [name, args] of instructions()) {
    if (name === 'WORKDIR') mkdirSync(inRoot((folder = args)), { recursive: true })
    if (name === 'COPY') copy(args, folder)
    if (name === 'RUN') run(args, folder)
    if (name === 'ENV') for (const [, key, value] of args.matchAll(/(\w+)=(\S+)/g)) image.env[key!] = mapPaths(value!)
    if (name === 'ENTRYPOINT') image.entrypoint = inRoot((JSON.parse(args) as string[])[0]!)
  }
}, SLOW)
afterAll(() => rmSync(root, { recursive: true, force: true }), SLOW)

function instructions(): [name: string, args: string][] {
  const text = readFileSync('deploy/Dockerfile', 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
  return [...text.matchAll(/^([A-Z]+) (.*)$/gm)].map(([, name, args]) => [name!, args!])
}

const inRoot = (path: string) => join(root, path)
const mapPaths = (text: string) => text.replaceAll(/(?<=^|[\s"'])\/(?=(build|out|srv)\b)/g, `${root}/`)

/** From the build context, which leaves out what .dockerignore names, or from another stage, which is in the same folder here. */
function copy(args: string, folder: string): void {
  const places = args.split(' ').filter((part) => !part.startsWith('--'))
  const target = inRoot(join(places.at(-1)!.startsWith('/') ? '/' : folder, places.at(-1)!))
  const isStage = args.includes('--from=')
  for (const place of places.slice(0, -1)) {
    const to = /\/$|^\.$/.test(places.at(-1)!) && place !== '.' ? join(target, basename(place)) : target
    mkdirSync(dirname(to), { recursive: true })
    if (isStage) cpSync(inRoot(place), to, { recursive: true, verbatimSymlinks: true })
    else cpSync(place, to, { recursive: true, filter: (path) => path === '.' || isInBuildContext(normalize(path)) })
  }
}

/** With the machine's own Node and npm, as in the image that the first stage begins with, and npm's cache for a network. */
function run(args: string, folder: string): void {
  const commands = args.split(' && ').filter((command) => !MACHINE_COMMAND.test(command))
  if (commands.length === 0) return
  const { PATH = '', ...rest } = bareEnvironment()
  const path = PATH.split(delimiter).filter((each) => !each.includes('node_modules'))
  const env = { ...rest, PATH: path.join(delimiter), npm_config_offline: 'true' }
  execFileSync('sh', ['-c', mapPaths(commands.join(' && '))], { cwd: inRoot(folder), env, stdio: 'pipe' })
}

describe('the image of deploy/Dockerfile', () => {
  it('runs an operator’s command, which names the settings that are missing', () => {
    const env = { PATH: '/usr/bin:/bin', ...image.env }
    const { status, stdout, stderr } = spawnSync(image.entrypoint, ['doctor'], { env, encoding: 'utf8' })
    expect([status, stdout, stderr]).toEqual([1, expect.stringContaining('DATABASE_URL'), ''])
  })

  it('has no sandbox, no npm, no tests and no pages’ sources', () => {
    const release = inRoot('/srv/landfall')
    expect(existsSync(join(release, 'server/main.ts'))).toBe(true)
    expect(globSync('{,build/stripped/}{sandbox,tests,docs,.git}', { cwd: release })).toEqual([])
    expect(globSync('**/{npm,npx,yarn}', { cwd: release })).toEqual([])
    expect(globSync('{app,build,domain,scripts,server}/**/*.{test.*,tsx}', { cwd: release })).toEqual([])
  })

  it('has the folders that it may write to', () => {
    expect(globSync('*', { cwd: inRoot('/srv') }).toSorted()).toEqual(['assets', 'files', 'landfall'])
  })
})
