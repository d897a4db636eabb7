/** Releases as `npm run release` writes them, started live from their own folder, as an operator does. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { AUTH_SECRET, bareEnvironment, follow } from './processes.ts'

const run = promisify(execFile)

export const PUBLIC_URL = 'https://landfall.example'

/** Writes the release of a build into an installation's folder and switches to it. */
export async function release(folder: string, build: string): Promise<void> {
  const env = { ...bareEnvironment(), LANDFALL_BUILD: build }
  await run(process.execPath, ['scripts/release.ts', folder, '--switch'], { env })
}

/** What a live site needs, for a release in this folder. Mails and payments go nowhere. */
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

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const HASHED = /-([\w-]{7,8})\.(js|css|svg|woff2|png|avif|webp|jpg)$/
const TEXTS = '{client,server}/**/*.{js,css,html,svg,json,mjs}'

/**
 * Writes the build of another release: the same, but no script, style or font has the name that it has here, as if each had
 * another content.
 */
export function writeOtherBuild(build: string, to: string): void {
  cpSync(build, to, { recursive: true })
  for (const compressed of globSync('**/*.{br,gz}', { cwd: to })) rmSync(join(to, compressed))
  const assets = globSync('client/assets/*', { cwd: to })
  const hashes = new Map(
    assets.flatMap((file) => {
      const hash = HASHED.exec(basename(file))?.[1]
      return hash ? [[hash, [...hash].toReversed().join('').replace(/^-/, '_')]] : []
    }),
  )
  const known = new RegExp([...hashes.keys()].map((hash) => RegExp.escape(hash)).join('|'), 'g')
  const renamed = (text: string) => text.replaceAll(known, (hash) => hashes.get(hash)!)
  for (const file of globSync(TEXTS, { cwd: to }))
    writeFileSync(join(to, file), renamed(readFileSync(join(to, file), 'utf8')))
  for (const file of assets) {
    const name = renamed(file)
    if (name === file) continue
    cpSync(join(to, file), join(to, name))
    rmSync(join(to, file))
  }
  const hash = join(to, '.landfall-hash')
  writeFileSync(hash, [...readFileSync(hash, 'utf8')].toReversed().join(''))
}
