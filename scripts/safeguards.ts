/**
 * npm run test:safeguards [-- <word> …]   mutation tests with hand-made mutants (losses): all, or those whose name has a
 * word
 *
 * Copies the project, removes in turn each safeguard of bookings and money (a constraint, a check, a key, a lock, an
 * order of steps), and expects the test that covers it to fail. Prints a table. Exit code 1 if a loss goes unnoticed,
 * or if a test fails on the unchanged project. Not part of `npm test`. Decision 0021.
 *
 * Environment: MODEL_RUNS, the maximum number of the model test's sequences per loss (default 300); TEST_SEED, their
 * seed.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { losses, MODEL, type Loss } from './safeguards/losses.ts'

const folder = mkdtempSync(join(tmpdir(), 'landfall-safeguards-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))

for (const part of ['app', 'domain', 'messages', 'public', 'sandbox', 'server', 'tests'])
  cpSync(part, join(folder, part), { recursive: true })
for (const file of ['package.json', 'package-lock.json', 'tsconfig.json', 'vitest.config.ts'])
  cpSync(file, join(folder, file))
symlinkSync(realpathSync('node_modules'), join(folder, 'node_modules'))

const words = process.argv.slice(2)
const chosen = losses.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
const tests = new Map(chosen.map((loss) => [`${loss.on} ${loss.test}`, loss]))
const rows: Row[] = []
for (const loss of tests.values()) rows.push(report({ name: 'nothing', expected: 'passes', ...run(loss) }))
for (const loss of chosen) rows.push(report({ name: loss.name, expected: 'fails', ...runWithout(loss) }))

console.log('\n| taken away | the test | seconds | which | what it says first |\n| --- | --- | --- | --- | --- |')
for (const { name, found, seconds, test, says } of rows)
  console.log(`| ${name} | ${found} | ${seconds.toFixed(0)} | ${test} | ${says} |`)
const unnoticed = rows.filter(({ expected, found }) => expected !== found)
for (const { name, expected, test } of unnoticed) console.error(`Without ${name} it should be that ${test} ${expected}`)
process.exitCode = unnoticed.length > 0 ? 1 : 0

type Found = { found: string; seconds: number; test: string; says: string }
type Row = Found & { name: string; expected: string }

function report(row: Row): Row {
  const { name, test, found, expected } = row
  console.log(`Without ${name}: ${test} ${found}, as ${found === expected ? 'it should' : 'it should not'}`)
  return row
}

function runWithout(loss: Loss): Found {
  const { name, file, from, to } = loss
  const path = join(folder, file)
  const whole = readFileSync(path, 'utf8')
  if (whole.split(from).length !== 2) throw new Error(`${name}: ${file} does not hold "${from}" once`)
  writeFileSync(
    path,
    whole.replace(from, () => to),
  )
  try {
    return run(loss)
  } finally {
    writeFileSync(path, whole)
  }
}

function run({ test = MODEL, on = 'pglite' }: Loss): Found {
  const started = performance.now()
  const runs = process.env['MODEL_RUNS'] ?? '300'
  const env = { ...process.env, MODEL_RUNS: runs, MODEL_SHRINK: 'no', NO_COLOR: '1', NODE_ENV: undefined }
  const args = [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', on, test]
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' })
  if (error) throw error
  const output = `${stdout}\n${stderr}`
  if (status !== 0 && !/Tests +\d+ failed/.test(output)) throw new Error(`The test did not run:\n${output}`)
  const cause = /(?:Caused by: (?:Error: )?|AssertionError: )(.*)/.exec(output)?.[1] ?? 'see the test'
  const says = status === 0 ? '' : cause.replaceAll('|', '/')
  return { found: status === 0 ? 'passes' : 'fails', seconds: (performance.now() - started) / 1000, test, says }
}
