/**
 * npm run test:teeth [-- <word> …]   shows that the model test of bookings would notice; all losses, or those with a word
 *
 * Copies the project, takes away in turn what keeps bookings true (a constraint, a check, a key, an order of things), runs
 * the model test on the embedded database there and expects it to fail each time. Ends with a table; exit code 1 when a
 * loss went unnoticed, or when the test fails on the project as it is. Not part of `npm test`.
 *
 * Environment: MODEL_RUNS, how many sequences each loss gets at most (default 300); MODEL_SEED, where they start.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const TEST = 'server/workflows/booking-model.test.ts'

/** What is taken away: in a file, one piece of text for another. */
type Loss = { name: string; file: string; from: string; to: string }

const losses: Loss[] = [
  {
    name: 'the constraint that no minute is claimed twice',
    file: 'server/db/migrations/0002_bookings.sql',
    from: 'exclude using gist (mentor_id with =, during with &&)',
    to: 'exclude using gist (booking_id with =)',
  },
  {
    name: 'the check that a payment was settled before',
    file: 'server/workflows/settlement.ts',
    from: 'if (booking.paid_at) return',
    to: 'if (booking.paid_at && booking.id === "") return',
  },
  {
    name: 'the key under which a refund is sent again',
    file: 'server/workflows/refunds.ts',
    from: 'amount, key, idempotencyKey: idempotencyKey(key, refusals) })',
    to: 'amount, key: randomUUID(), idempotencyKey: randomUUID() })',
  },
  {
    name: 'that a session is expired before its minutes are given back',
    file: 'server/workflows/holds.ts',
    from: 'if (hold.price_pence === 0) return',
    to: 'if (hold.price_pence >= 0) return',
  },
]

const folder = mkdtempSync(join(tmpdir(), 'landfall-teeth-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))

for (const part of ['app', 'domain', 'public', 'sandbox', 'server', 'tests'])
  cpSync(part, join(folder, part), { recursive: true })
for (const file of ['package.json', 'package-lock.json', 'tsconfig.json', 'vitest.config.ts'])
  cpSync(file, join(folder, file))
symlinkSync(realpathSync('node_modules'), join(folder, 'node_modules'))

const words = process.argv.slice(2)
const chosen = losses.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
const rows = [tell({ name: 'nothing', expected: 'passes', ...run() })]
for (const loss of chosen) rows.push(tell({ name: loss.name, expected: 'fails', ...runWithout(loss) }))

console.log('\n| taken away | the model test | seconds | what it says first |\n| --- | --- | --- | --- |')
for (const { name, found, seconds, says } of rows)
  console.log(`| ${name} | ${found} | ${seconds.toFixed(0)} | ${says} |`)
const unnoticed = rows.filter(({ expected, found }) => expected !== found)
for (const { name, expected } of unnoticed) console.error(`Without ${name} it should be that the test ${expected}`)
process.exitCode = unnoticed.length > 0 ? 1 : 0

type Row = { name: string; expected: string; found: string; seconds: number; says: string }

function tell(row: Row): Row {
  console.log(
    `Without ${row.name}: the test ${row.found}, as ${row.found === row.expected ? 'it should' : 'it should not'}`,
  )
  return row
}

function runWithout({ name, file, from, to }: Loss) {
  const path = join(folder, file)
  const whole = readFileSync(path, 'utf8')
  if (whole.split(from).length !== 2) throw new Error(`${name}: ${file} does not hold "${from}" once`)
  writeFileSync(
    path,
    whole.replace(from, () => to),
  )
  try {
    return run()
  } finally {
    writeFileSync(path, whole)
  }
}

function run() {
  const started = performance.now()
  const env = { ...process.env, MODEL_SHRINK: 'no', NO_COLOR: '1', NODE_ENV: undefined }
  const args = [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'pglite', TEST]
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' })
  if (error) throw error
  const output = `${stdout}\n${stderr}`
  if (status !== 0 && !output.includes('Property failed after')) throw new Error(`The test did not run:\n${output}`)
  const cause = /Caused by: (?:Error: )?(.*)/.exec(output)?.[1] ?? 'see the test'
  const says = status === 0 ? '' : cause.replaceAll('|', '/')
  return { found: status === 0 ? 'passes' : 'fails', seconds: (performance.now() - started) / 1000, says }
}
