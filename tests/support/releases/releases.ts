/** Releases as `npm run release` writes them, started live from their own folder, as an operator does. */
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AUTH_SECRET, bareEnvironment, follow } from '../product/processes.ts'

const run = promisify(execFile)

export const PUBLIC_URL = 'https://landfall.example'

/** Writes the release of a build into an installation's folder and switches to it. */
export async function release(folder: string, build: string): Promise<void> {
  const env = { ...bareEnvironment(), LANDFALL_BUILD: build }
  await run(process.execPath, ['scripts/release.ts', folder, '--switch'], { env })
}

/** What a live site needs, for a release in this folder. Emails and payments go nowhere. */
export const liveSettings = (folder: string, databaseUrl: string) => ({
  ...bareEnvironment(),
  LANDFALL_MODE: 'live',
  PUBLIC_URL,
  DATABASE_URL: databaseUrl,
  STORAGE_FOLDER: join(folder, 'files'),
  ASSETS_FOLDER: join(folder, 'assets'),
  AUTH_SECRET,
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  MAIL_FROM: 'bookings@landfall.test',
  SUPPORT_EMAIL: 'help@landfall.test',
  SMTP_URL: 'smtps://mail.example',
  TERMS_FILE: 'LICENSE',
  PRIVACY_FILE: 'LICENSE',
  TRUSTED_PROXIES: 'none',
})

/** Starts the current release of a folder and waits until it is ready. It prints its public address, so it is given a port. */
export async function startCurrent(folder: string, env: Record<string, string>, port: number) {
  const settings = { ...env, PORT: String(port) }
  const { ready, ...product } = follow(join(folder, 'current/bin/landfall'), [], { env: settings, cwd: tmpdir() })
  await ready
  return { ...product, url: `http://127.0.0.1:${port}` }
}
