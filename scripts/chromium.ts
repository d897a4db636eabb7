/**
 * Finds the Chromium for the browser tests: CHROMIUM_PATH, one on this machine, Playwright's own, or one installed now.
 * `node scripts/chromium.ts` prints its path.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

/** The first is Chromium without a window: the same engine, and tests take two thirds of the time. */
const COMMANDS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const APPS = ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome']
const APP_FOLDERS = ['/Applications', join(homedir(), 'Applications')]

/** Options for every launch: nothing fetched in the background, and no browser sandbox as root in containers. */
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

/** The path of the executable, or null. Throws if CHROMIUM_PATH is wrong. */
export async function findChromium(env = process.env, appFolders = APP_FOLDERS): Promise<string | null> {
  const named = env['CHROMIUM_PATH']
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH: there is no ${named}`)
  if (named) return named
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const installed = COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)))
  const apps = APPS.flatMap((app) => appFolders.map((folder) => join(folder, app)))
  return [...installed, ...apps].find(runs) ?? playwrights()
}

/**
 * The path of the executable, installed if necessary: by Playwright, or by Debian's package if permitted. Null if
 * neither works.
 */
export async function obtainChromium(env = process.env): Promise<string | null> {
  const found = await findChromium(env)
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
    const now = await findChromium(env)
    if (now) return now
  }
  return null
}

/** Whether the file runs: it may be a stub that only says how to install the browser. */
function runs(executable: string): boolean {
  return existsSync(executable) && spawnSync(executable, ['--version'], { timeout: 20_000 }).status === 0
}

async function playwrights(): Promise<string | null> {
  const { chromium } = await import('@playwright/test')
  const executable = chromium.executablePath()
  return runs(executable) ? executable : null
}

if (import.meta.main) {
  const executable = await obtainChromium(process.env)
  if (executable) console.log(executable)
  else console.error(HOW_TO_GET_CHROMIUM)
  process.exitCode = executable ? 0 : 1
}
