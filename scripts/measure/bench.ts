/**
 * npm run bench [-- <name> …]   pages, cache, search, slots, holds, sweep, transfers, bookings, accounts, pictures,
 *                               pdf, calendars, mails, import, overload, several, desk, codes, backup, script, memory; all of them by default, and if
 *                               named rolling (a rolling restart behind nginx and Caddy) and scale (ten million bookings and a million mentors)
 *                 --brief       as short as can be: whether each still ends with a figure, which says nothing
 *
 * Prints a line per figure, then all of them as a Markdown table. A figure that depends on the machine is a ratio to a floor
 * measured in the same run. Not part of the tests, which a busy machine would fail.
 *
 * Environment: LANDFALL_BUILD is the folder of the product's build (default `build`); TEST_DATABASE_URL a PostgreSQL
 * server to use, by default a private one, which syncs to disk with FSYNC=on; DESK_BOOKINGS how many bookings `desk` makes, and
 * SEARCH_MENTORS for how many mentors at most `search` is measured (both 1000000 by default); SCALE_BOOKINGS and SCALE_MENTORS how many
 * `scale` makes.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { toLine, toTable, type Figure } from '../../tests/bench/figures.ts'
import { startPostgres } from '../../tests/support/database/postgres.ts'

const benchmarks: Record<string, () => Promise<Figure[]>> = {
  script: async () => (await import('../../tests/bench/script.ts')).measureScript(),
  pages: async () => (await import('../../tests/bench/pages.ts')).measurePages(),
  cache: async () => (await import('../../tests/bench/cache.ts')).measureCache(),
  search: async () => (await import('../../tests/bench/search.ts')).measureSearch(),
  slots: async () => (await import('../../tests/bench/slots.ts')).measureSlots(),
  holds: async () => (await import('../../tests/bench/holds.ts')).measureHolds(),
  sweep: async () => (await import('../../tests/bench/sweep.ts')).measureSweep(),
  transfers: async () => (await import('../../tests/bench/transfers.ts')).measureTransfers(),
  bookings: async () => (await import('../../tests/bench/booking-pages.ts')).measureBookingPages(),
  accounts: async () => (await import('../../tests/bench/accounts.ts')).measureAccounts(),
  pictures: async () => (await import('../../tests/bench/pictures.ts')).measurePictures(),
  pdf: async () => (await import('../../tests/bench/pdf.ts')).measurePdf(),
  calendars: async () => (await import('../../tests/bench/calendars.ts')).measureCalendars(),
  mails: async () => (await import('../../tests/bench/mails.ts')).measureMails(),
  import: async () => (await import('../../tests/bench/import.ts')).measureImport(),
  overload: async () => (await import('../../tests/bench/overload.ts')).measureOverload(),
  several: async () => (await import('../../tests/bench/several.ts')).measureSeveral(),
  desk: async () => (await import('../../tests/bench/desk.ts')).measureDesk(),
  codes: async () => (await import('../../tests/bench/codes.ts')).measureCodes(),
  backup: async () => (await import('../../tests/bench/backup.ts')).measureBackup(),
  memory: async () => (await import('../../tests/bench/memory.ts')).measureMemory(),
}

/** Only when named: one needs programs that the project does not bring (`scripts/deploy-programs.ts`), the other an hour and 60 GB. */
const byName: typeof benchmarks = {
  rolling: async () => (await import('../../tests/bench/rolling.ts')).measureRolling(),
  scale: async () => (await import('../../tests/bench/scale.ts')).measureScale(),
}
const known = { ...benchmarks, ...byName }

const { values, positionals: named } = parseArgs({
  options: { brief: { type: 'boolean', default: false } },
  allowPositionals: true,
})
if (values.brief) process.env['BENCH_BRIEF'] = '1'
const unknown = named.filter((name) => !Object.hasOwn(known, name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. Choose from: ${Object.keys(known).join(', ')}`)
  process.exit(1)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(1)) // Started processes end with this one.
}

process.env['NODE_ENV'] = 'production'
const SYNCED = { fsync: 'on', full_page_writes: 'on' } // As a server whose data outlive it.
const FOR_MILLIONS = { shared_buffers: '4GB', max_wal_size: '8GB' }
const postgres = await startPostgres({
  values: { ...(process.env['FSYNC'] === 'on' && SYNCED), ...(named.includes('scale') && FOR_MILLIONS) },
})
process.env['TEST_DATABASE_URL'] = postgres.url
const figures: Figure[] = []
try {
  for (const name of named.length > 0 ? named : Object.keys(benchmarks)) {
    console.error(`${name} …`) // Some take minutes before their first figure.
    const began = performance.now()
    const found = await known[name]!()
    if (found.length === 0) throw new Error(`${name} ended without a figure`)
    figures.push(...found)
    const seconds = ((performance.now() - began) / 1_000).toFixed(0)
    console.log(values.brief ? `${name}: ended after ${seconds} s` : found.map(toLine).join('\n'))
  }
} finally {
  await postgres.stop()
}
const busy = loadavg()[0]!.toFixed(1)
const table = `\n${toTable(figures)}\n\nNode ${process.versions.node}, ${process.platform} ${process.arch}, load at the end ${busy}`
if (!values.brief) console.log(table)
