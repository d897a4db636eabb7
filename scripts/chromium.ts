/**
 * The Chromium of the browser tests: CHROMIUM_PATH, one installed on this machine, Playwright's own, or, if there is
 * none, one installed now. `node scripts/chromium.ts` prints where it is.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

/** The first is Chromium without the parts that draw a window: the same engine, and journeys take two thirds of the time. */
const COMMANDS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const APPS = ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome']
const APP_FOLDERS = ['/Applications', join(homedir(), 'Applications')]

/** What every launch needs: nothing fetched in the background, and as root, in containers, no sandbox of its own. */
export const CHROMIUM_FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

export const HOW_TO_GET_CHROMIUM =
  'No Chromium for the browser tests. Run: npx playwright install --with-deps chromium (or set CHROMIUM_PATH)'

/** The executable, or null. Throws when CHROMIUM_PATH names none: a wrong setting is not passed over. */
export async function findChromium(env = process.env, appFolders = APP_FOLDERS): Promise<string | null> {
  const named = env['CHROMIUM_PATH']
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH: there is no ${named}`)
  if (named) return named
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const installed = COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)))
  const apps = APPS.flatMap((app) => appFolders.map((folder) => join(folder, app)))
  return [...installed, ...apps].find(runs) ?? playwrights()
}

/** The executable, installed if need be: Playwright's download first, Debian's package where we may. Null if neither works. */
export async function obtainChromium(env = process.env, appFolders = APP_FOLDERS): Promise<string | null> {
  const found = await findChromium(env, appFolders)
  if (found) return found
  console.log('No Chromium on this machine yet: installing one')
  const installers = [
    [process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium'],
    ...(process.getuid?.() === 0
      ? [['sh', '-c', 'apt-get update && (apt-get install -y chromium-headless-shell || apt-get install -y chromium)']]
      : []),
  ]
  for (const [program, ...args] of installers) {
    spawnSync(program!, args, { env: { DEBIAN_FRONTEND: 'noninteractive', ...env }, stdio: 'inherit' })
    const now = await findChromium(env, appFolders)
    if (now) return now
  }
  return null
}

/** A file of the right name may still be a stub that only tells how to install the browser. */
function runs(executable: string): boolean {
  return existsSync(executable) && spawnSync(executable, ['--version'], { timeout: 20_000 }).status === 0
}

async function playwrights(): Promise<string | null> {
  const { chromium } = await import('@playwright/test')
  const executable = chromium.executablePath()
  return runs(executable) ? executable : null
}

/** Prints where Chromium is and returns the exit code. */
export async function printChromium(appFolders = APP_FOLDERS): Promise<number> {
  const executable = await obtainChromium(process.env, appFolders)
  if (executable) console.log(executable)
  else console.error(HOW_TO_GET_CHROMIUM)
  return executable ? 0 : 1
}

if (import.meta.main) process.exitCode = await printChromium()
