/** What `npm run release` writes: started live from its own folder, as an operator does, and looked through. */
import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtFromPackages } from '../../scripts/release/packages.ts'
import { writeSbom } from '../../scripts/release/sbom.ts'
import { createScratchDatabase, type ScratchDatabase } from '../support/database/scratch-database.ts'
import { freePort } from '../support/http/free-port.ts'
import { bareEnvironment, follow, TEST_BUILD } from '../support/product/processes.ts'
import { liveSettings, release, startCurrent } from '../support/releases/releases.ts'

const run = promisify(execFile)
/** Bytes, as Docker counts them. */
const MEGABYTE = 1_000_000
/**
 * Of an image with the shipped Dockerfile: 386 MB, less 75 of `debian:bookworm-slim` and 1 of what is installed in it. It was 350 before
 * documents became PDFs with the fonts of every script (decision 0070).
 */
const MAX_MEGABYTES = 310

/** Debian's packages by the shared libraries that they have, as far as programs here need them. */
const LIBRARIES: Record<string, RegExp> = {
  libc6: /^(linux-vdso|ld-linux-[\w-]+|libc|libdl|libm|libpthread|libresolv|librt)\.so\.\d$/,
  'libgcc-s1': /^libgcc_s\.so\.1$/,
  'libstdc++6': /^libstdc\+\+\.so\.6$/,
  libatomic1: /^libatomic\.so\.1$/,
}
/** Every Debian image has these, also a slim one: libc6 for all programs, the other two because apt depends on them. */
const IN_EVERY_IMAGE = ['libc6', 'libgcc-s1', 'libstdc++6']

/** `ldd` is a program of Linux, and so is the image. */
const ON_LINUX = process.platform === 'linux' ? ['libraries'] : []

let folder: string
let database: ScratchDatabase
const current = () => join(folder, 'current')

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'landfall-release-'))
  database = await createScratchDatabase()
  await release(folder, TEST_BUILD)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

const live = () => liveSettings(folder, database.url)

const files = (pattern: string) =>
  globSync(pattern, { cwd: current(), withFileTypes: true }).filter((entry) => entry.isFile())

const findPackage = (library: string) => Object.keys(LIBRARIES).find((name) => LIBRARIES[name]!.test(library))

describe('a release', () => {
  it('runs live from its own folder, and serves scripts of its own and of other releases', async () => {
    const { url, ...product } = await startCurrent(folder, live(), await freePort())
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const page = await fetch(`${url}/mentors`)
    expect(page.status).toBe(200)
    const [, script] = /(\/assets\/[\w.-]+\.js)/.exec(await page.text())!
    expect((await fetch(url + script!)).status).toBe(200)

    await run('sh', ['-c', `echo 'export {}' > ${join(folder, 'assets/other-1a2b3c4d.js')}`])
    const other = await fetch(`${url}/assets/other-1a2b3c4d.js`)
    expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])

    product.kill('SIGTERM')
    expect(await product.exited).toMatchObject({ code: 0 })
  })

  it('runs the operator’s commands, and says which it does not have', async () => {
    const admin = run(join(current(), 'bin/landfall'), ['admin', 'ada@landfall.test'], { env: live() })
    expect((await admin).stdout).toContain('https://landfall.example/')
    for (const other of ['recipes', 'operator/settings', '../server/main']) {
      const unknown = run(join(current(), 'bin/landfall'), [other], { env: live() })
      const stderr = `This release has no command ${other}. See: landfall help\n`
      await expect(unknown).rejects.toMatchObject({ code: 1, stderr })
    }
  })

  it('has its settings from a file, as its units have, and from the environment before that', async () => {
    const { PUBLIC_URL: _, ...settings } = live()
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
    const file = join(folder, 'landfall.env')
    writeFileSync(file, `${lines.join('\n')}\nPUBLIC_URL=https://other.example\n`)
    const invite = async (more = {}) => {
      const env = { PATH: process.env['PATH'], LANDFALL_SETTINGS: file, ...more }
      return (await run(join(current(), 'bin/landfall'), ['admin', 'ada@landfall.test'], { env })).stdout
    }
    expect(await invite()).toMatch(/^https:\/\/other\.example\//)
    expect(await invite({ PUBLIC_URL: 'https://landfall.example' })).toMatch(/^https:\/\/landfall\.example\//)
  })

  it('refuses to be a demo', async () => {
    const { exited, ready } = follow(join(current(), 'bin/landfall'), [], { env: { ...bareEnvironment(), PORT: '0' } })
    await expect(ready).rejects.toThrow()
    expect((await exited).output).toMatch(/^Landfall cannot start\. LANDFALL_MODE: this is a release/)
  })

  it('has no sandbox, no tests, nothing that builds, and fits its image', () => {
    expect(files('{,build/stripped/}{sandbox,tests,.git}/**')).toEqual([])
    expect(files('{server,domain,scripts,build}/**/*.test.*')).toEqual([])
    expect(globSync('node_modules/{vite,typescript,@playwright,@dicebear,smtp-server}', { cwd: current() })).toEqual([])
    const bytes = globSync('**', { cwd: current(), withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
    expect(bytes / MEGABYTE).toBeLessThan(MAX_MEGABYTES)
  })

  it.each(ON_LINUX)('needs no shared %s but its own and those of the image', async () => {
    const programs = globSync('node_modules/**/{bin/node,*.node,*.so,*.so.*}', { cwd: current() })
    expect(programs.length).toBeGreaterThan(3)
    const { stdout } = await run('ldd', programs, { cwd: current() })
    const own = programs.map((program) => basename(program))
    const needed = [...stdout.matchAll(/^\t(\S+) (?:=>|\()/gm)]
      .map(([, path]) => basename(path!))
      .filter((library) => !own.includes(library))
    const packages = new Set(needed.map((library) => findPackage(library) ?? library))
    const stages = readFileSync('deploy/Dockerfile', 'utf8')
      .split(/^FROM /m)
      .slice(1)
    expect(stages).toHaveLength(2)
    // The first stage runs Node, too: it builds.
    for (const stage of stages) {
      const installed = /apt-get install -y --no-install-recommends ([\w+ -]+) &&/.exec(stage)?.[1]?.split(' ') ?? []
      expect([...packages].toSorted()).toEqual([...IN_EVERY_IMAGE, ...installed].toSorted())
    }
  })

  it('lists in its bill of materials the packages that it has, Node, and what its pages are built from', () => {
    const read = (file: string) => readFileSync(join(current(), file), 'utf8')
    const { components } = JSON.parse(read('sbom.cdx.json')) as {
      components: { 'bom-ref': string; group?: string; name: string; version: string; purl: string }[]
    }
    const installed = globSync('node_modules/**/package.json', { cwd: current() })
      .filter((file) => /(^|\/)node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file))
      .map((file) => {
        const { name, version } = JSON.parse(read(file)) as { name: string; version: string }
        return `${dirname(file)}: ${name} ${version}`
      })
    const listed = components.map(
      ({ 'bom-ref': place, group, name, version }) => `${place}: ${group ? `${group}/` : ''}${name} ${version}`,
    )
    expect(installed.length).toBeGreaterThan(100)
    expect(installed.filter((each) => !listed.includes(each))).toEqual([])
    expect(listed.filter((each) => !installed.includes(each)).map((each) => each.split(':')[0])).toEqual([
      'node',
      ...builtFromPackages().map((name) => `node_modules/${name}`),
    ])
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
    const purls = components.map(({ purl }) => purl)
    expect(purls).toContain(`pkg:npm/%40aws-sdk/client-s3@${dependencies['@aws-sdk/client-s3']}`)
    expect(purls).toContain(`pkg:generic/node@${process.versions.node}`)
  })

  it('has the same bill of materials when it is written again', () => {
    const name = basename(realpathSync(current()))
    expect(writeSbom(name, process.execPath)).toBe(readFileSync(join(current(), 'sbom.cdx.json'), 'utf8'))
  })

  it('holds no secret, no address of a person and no path of the machine that built it', () => {
    expect(files('**/.env')).toEqual([])
    const text = files('{build,server,domain,scripts}/**/*.{js,css,html,svg,ts,sql,json}')
    const found = text.flatMap(({ parentPath, name }) => {
      const content = unescaped(readFileSync(join(parentPath, name), 'utf8'))
      const secrets = content.match(
        /\b(sk|rk)_live_\w{8,}|\bwhsec_\w{16,}|\bAKIA[A-Z0-9]{16}\b|BEGIN [A-Z ]*PRIVATE KEY/g,
      )
      const paths = [resolve('.'), process.env['HOME'] ?? resolve('.')].filter(
        (path) => path.length > 5 && content.includes(path),
      )
      const addresses = (content.match(/[\w.+-]+@[\w-]+(\.[\w-]+)*\.[a-z]{2,}\b/g) ?? []).filter(
        (address) => !/^ada@|@([\w-]+\.)*(example|test|invalid|localhost)$|@example\.(com|org|net)$/.test(address),
      )
      return [...(secrets ?? []), ...paths, ...addresses].map((each) => `${name}: ${each}`)
    })
    expect(found).toEqual([])
  })
})

/** With the letters that the server's files, which are ASCII, have as escapes. */
const unescaped = (code: string) =>
  code.replaceAll(/\\u([\da-f]{4})/g, (_, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)))
