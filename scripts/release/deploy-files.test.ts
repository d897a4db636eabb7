/** The files under deploy/ against what the product knows: its settings, and how long it takes to stop. */
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { MAX_OFFSET_MS } from '#server/platform/clock-watch'
import { loadConfig } from '#server/platform/config'
import { processMetrics, watchProcess } from '#server/platform/process-metrics'
import { environment } from '#server/platform/settings'
import { OPERATOR_COMMANDS } from './write.ts'
import { isInBuildContext } from '../../tests/support/product/build-context.ts'

const read = (file: string) => readFileSync(`deploy/${file}`, 'utf8')
const DRAIN_SECONDS = 10 // The default when live.
const END_SECONDS = 9 // After the drain.

/** Of the runtime, of PostgreSQL's image, and of the Caddyfile. */
const OTHERS = /^(NODE_ENV|POSTGRES_\w+|SITE_ADDRESS|PROCESSES)$/

const numberIn = (file: string, pattern: RegExp) => Number(pattern.exec(read(file))?.[1])

it.each([
  ['landfall.env.example', /^([A-Z][A-Z0-9_]{2,})=/gm],
  ['compose.env.example', /^([A-Z][A-Z0-9_]{2,})=/gm],
  ['compose.yml', /^\s+([A-Z][A-Z0-9_]{2,}):/gm],
  ['Dockerfile', /(?<=^ENV.*)\b([A-Z][A-Z0-9_]{2,})=/gm],
])('deploy/%s sets only what exists', (file, pattern) => {
  const names = [...read(file).matchAll(pattern)].map(([, name]) => name!)
  expect(names.length).toBeGreaterThan(2)
  expect(names.filter((name) => !OTHERS.test(name) && !Object.hasOwn(environment.shape, name))).toEqual([])
})

it('landfall.env.example is complete once its empty settings are filled in', () => {
  const given = parseEnv(read('landfall.env.example'))
  const filled = {
    ...given,
    DATABASE_URL: given['DATABASE_URL']!.replace('…', 'opensesame'),
    AUTH_SECRET: 'p3KzR0vYc9mQwT7uXfB2nLh6sJdGa1EoViU4ZkC8yNM=',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    SMTP_URL: 'smtps://mail.example',
    MAIL_FROM: 'bookings@landfall.test',
    SUPPORT_EMAIL: 'help@landfall.test',
  }
  expect(loadConfig(filled)).toMatchObject({ ok: true, value: { mode: 'live' } })
})

it('units and operator’s commands have the same settings: those of a file, and no others but of the instance', () => {
  const set = (file: string) => [...read(file).matchAll(/^Environment=(.*)$/gm)].map(([, names]) => names)
  expect(set('landfall@.service')).toEqual(['NODE_ENV=production HOST=127.0.0.1 PORT=%i'])
  expect(set('landfall-backup.service')).toEqual(['NODE_ENV=production'])
  for (const file of ['landfall@.service', 'landfall-backup.service', 'landfall'])
    expect(read(file)).toContain('/etc/landfall.env')
})

it('landfall runs the commands that a release has, and nothing else of its scripts', () => {
  const commands = /^ {2}(admin \|.*)\) file=scripts\/\$command\.ts/m.exec(read('landfall'))![1]!.split(' | ')
  expect(commands).toEqual(OPERATOR_COMMANDS)
  expect(read('landfall')).toContain(`# landfall [start | ${commands.join(' | ')} | help]`)
})

const POOL = { totalCount: 0, idleCount: 0, waitingCount: 0 }
beforeAll(() => watchProcess({ main: POOL, jobs: POOL }, 'all'))

it.each(['alerts.yml', 'grafana-dashboard.json'])('monitoring/%s asks only for metrics that exist', async (file) => {
  const own = await processMetrics.metrics()
  const written = readFileSync('server/bookings/invariants/invariants.ts', 'utf8')
  const beside = readFileSync('server/site/monitoring/metrics.ts', 'utf8')
  const known = new Set([own, written, beside].join('\n').match(/\blandfall_[a-z0-9_]+/g))
  const requested = [...read(`monitoring/${file}`).matchAll(/\blandfall_[a-z0-9_]+/g)].map(([name]) => name)
  expect(requested.length).toBeGreaterThan(8)
  expect(requested.filter((name) => !known.has(name.replace(/_(count|bucket)$/, '')))).toEqual([])
})

it('service managers wait longer than a process takes to stop', () => {
  const least = DRAIN_SECONDS + END_SECONDS
  expect(numberIn('landfall@.service', /^TimeoutStopSec=(\d+)$/m)).toBeGreaterThan(least)
  expect(numberIn('compose.yml', /stop_grace_period: (\d+)s/)).toBeGreaterThan(least)
})

it('proxies let go of idle connections before a process that drains closes them', () => {
  expect(numberIn('nginx.conf', /keepalive_timeout (\d+)s/)).toBeLessThan(DRAIN_SECONDS)
  expect(numberIn('Caddyfile', /keepalive (\d+)s/)).toBeLessThan(DRAIN_SECONDS)
})

it('sends no secrets to the build of an image, and what a release consists of', () => {
  const secrets = [
    '.env',
    '.env.production',
    'deploy/.env.old',
    'deploy/tls/landfall.key',
    'db-ca.pem',
    'data/auth-secret',
  ]
  expect([...secrets, 'deploy/backups/landfall-2026-11-24T021500Z.tar.zst'].filter(isInBuildContext)).toEqual([])
  const needed = ['.env.example', 'deploy/landfall', 'package-lock.json', 'server/start.mjs', 'server/main.ts']
  expect(needed.filter((file) => !isInBuildContext(file))).toEqual([])
})

it('has containers share their scripts in a volume that their user may write', () => {
  const folder = /ASSETS_FOLDER=(\S+)/.exec(read('Dockerfile'))![1]!
  expect(read('Dockerfile')).toMatch(new RegExp(`RUN mkdir .*${folder}\\b.* && chown 10001:10001 .*${folder}$`, 'm'))
  expect(read('Dockerfile')).toMatch(new RegExp(`^VOLUME .*${folder}$`, 'm'))
  expect(read('compose.yml')).toContain(`- assets:${folder}\n`)
})

it('limits the logs of every container, which would fill the disk', () => {
  const [, head, services] = /^(x-[\s\S]*?)^services:\n([\s\S]*?)^\S/m.exec(read('compose.yml'))!
  const each = services!.split(/^ {2}(?=\w+:)/m).slice(1)
  expect(each.length).toBeGreaterThan(5)
  expect(each.filter((service) => !/ \*process$|^ {4}logging: \*logging$/m.test(service))).toEqual([])
  expect(head).toMatch(/^x-process: &process\n( .*\n)* {2}logging: \*logging$/m)
  expect(head).toMatch(/^x-logging: &logging\n.*\n {2}options: \{ max-size: \d+m, max-file: '\d' \}$/m)
})

const sweeps = 'landfall_job_last_success_timestamp_seconds{name="sweep"}'
const beyond = (seconds: number) => `expr: abs(landfall_clock_offset_seconds) > ${seconds}\n`
const maxOffset = MAX_OFFSET_MS / 1_000

it.each([
  ['SweepsStopped', `time() - max(${sweeps}) > 300\n`],
  ['SweepsStopped', `or absent(${sweeps})\n`], // When no process counts its sweeps.
  ['ClockDrifts', beyond(5)],
  ['ClockDrifts', `beyond ${maxOffset} s it takes no part`],
  ['ClockDiffers', beyond(maxOffset)],
  ['ClockDiffers', 'it takes no part in the rounds'],
  ['DatabaseAway', 'expr: landfall_database_up == 0\n'],
  ['Errors', 'status=~"500|503"'],
])('has an alert Landfall%s: %s', (name, words) => {
  const [rule] = new RegExp(`alert: Landfall${name}\\b[\\s\\S]*?summary.*`).exec(read('monitoring/alerts.yml'))!
  expect(rule).toContain(words)
})

it('has Prometheus ask every process of compose.yml on the port of its metrics', () => {
  const port = numberIn('compose.yml', /METRICS_PORT: (\d+)/)
  const processes = [...read('compose.yml').matchAll(/^ {2}(web\d|worker):/gm)].map(([, name]) => `${name}:${port}`)
  expect(read('monitoring/prometheus.yml')).toContain(`targets: [${processes.join(', ')}]`)
})
