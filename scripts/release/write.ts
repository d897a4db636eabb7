/** Copies what a release consists of: the build, the code beside it, the operator's commands, and packages. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readInEnglish } from '../generate/messages.ts'
import { productionPackages } from './packages.ts'
import { SBOM_FILE, writeSbom } from './sbom.ts'

/** The commands of `scripts/` that a live installation has. */
export const OPERATOR_COMMANDS = [
  'admin',
  'backup',
  'bounces',
  'doctor',
  'import',
  'migrate',
  'reconcile',
  'rehearse',
  'restore',
]

/** What is read beside the code. */
const FILES = ['package.json', 'LICENSE', '.env.example', 'app/ui/home/chart.svg']

const NODE = 'node_modules/node/bin/node'

/** What nothing runs: sources and types in TypeScript, source maps, pages for people. Licences stay. */
const UNUSED = /(?<!\/licen[cs]e[\w-]*)\.(map|[cm]?tsx?|flow|md|markdown)$/i
/** Styles of fonts that no document is set in, and copies of pdf-lib for browsers: 17 MB. */
const OTHER_COPIES = /\/@fontsource-variable\/[\w-]+\/files\/(?!.+-wght-normal\.woff2$)|\/pdf-lib\/dist\/pdf-lib\./

/** Whole or not at all: it is moved to its place once it is complete. */
export async function writeRelease(build: string, release: string): Promise<void> {
  const unfinished = `${release}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  const sandbox = join(build, 'stripped/sandbox')
  await cp(build, join(unfinished, 'build'), { recursive: true, filter: (path) => path !== sandbox })
  for (const file of [...FILES, ...codeFiles(), ...commandFiles()]) await cp(file, join(unfinished, file))
  for (const file of globSync('messages/compiled/*.ts')) await writeFile(join(unfinished, file), readInEnglish(file))
  for (const folder of productionPackages()) await copyPackage(folder, join(unfinished, folder))
  await cp(NODE, join(unfinished, NODE))
  await cp('deploy/landfall', join(unfinished, 'bin/landfall'))
  await writeFile(join(unfinished, SBOM_FILE), writeSbom(release, NODE))
  await rename(unfinished, release)
}

/** Node runs these itself. JSX is in the build alone. */
export const codeFiles = (): string[] =>
  globSync(['{domain,server}/**/*.*', 'messages/{,compiled/,words/**/}*.ts']).filter(
    (file) => !/\.test\.tsx?$|\.tsx$/.test(file),
  )

/** The commands, and the modules of `scripts/` that they import. */
function commandFiles(): string[] {
  const found = new Set<string>()
  const follow = (file: string) => {
    if (found.has(file) || !existsSync(file)) return
    found.add(file)
    for (const [, imported] of readFileSync(file, 'utf8').matchAll(/from '(\.\/[^']+)'/g))
      follow(join(dirname(file), imported!))
  }
  for (const command of OPERATOR_COMMANDS) follow(`scripts/${command}.ts`)
  return [...found]
}

/** Without packages nested in it, which are copied as their own, if they are needed. */
async function copyPackage(from: string, to: string): Promise<void> {
  const nested = join(from, 'node_modules')
  await cp(from, to, {
    recursive: true,
    filter: (path) => path !== nested && !UNUSED.test(path) && !OTHER_COPIES.test(path),
  })
}
