/** Releases as `npm run release` writes them, started live from their own folder, as an operator does. */
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AUTH_SECRET, bareEnvironment, follow, LIVE_SETTINGS } from '../product/processes.ts'

const run = promisify(execFile)

/** Writes the release of a build into an installation's folder and switches to it. */
export async function release(folder: string, build: string): Promise<void> {
  const env = { ...bareEnvironment(), LANDFALL_BUILD: build }
  await run(process.execPath, ['scripts/release.ts', folder, '--switch'], { env })
}

/** Settings of a live site, for a release in this folder. */
export const liveSettings = (folder: string, databaseUrl: string) => ({
  ...bareEnvironment(),
  ...LIVE_SETTINGS,
  DATABASE_URL: databaseUrl,
  STORAGE_FOLDER: join(folder, 'files'),
  ASSETS_FOLDER: join(folder, 'assets'),
  AUTH_SECRET,
})

/** Starts the current release of a folder and waits until it is ready. It prints its public address, so it is given a port. */
export async function startCurrent(folder: string, env: Record<string, string>, port: number) {
  const settings = { ...env, PORT: String(port) }
  const { ready, ...product } = follow(join(folder, 'current/bin/landfall'), [], { env: settings, cwd: tmpdir() })
  await ready
  return { ...product, url: `http://127.0.0.1:${port}` }
}
