/**
 * The two halves of the tests. `npm test` is to take ten minutes on two cores, so it leaves some to
 * `npm run test:long`; together they are all. A run of named files, or of one runner by itself, leaves nothing out.
 */
import { ON_SERVER_ONLY, onDatabase } from './on-database.ts'

/** Which half this run is; undefined when it is neither. */
export const half = process.env['TEST_HALF'] as 'short' | 'long' | undefined

/**
 * Where the two databases could differ first: what is sold once, money's sums, and the database itself. What calls these, such as free
 * sessions, or is interrupted at every message to the database, as moves of holds are, is left to PostgreSQL.
 */
const ENGINE =
  /^server\/(platform\/db\/(?!migrate)|bookings\/holds\/(?!moves\b|free-sessions\b)|mentors\/availability\/|payments\/ledger\b)/

/**
 * The server tests of this half on PGlite. On PostgreSQL nearly all are in the short half, and the pages that use the rest run
 * on PGlite in the browser.
 */
export const onPglite = onDatabase.filter(
  (file) => !ON_SERVER_ONLY.includes(file) && (!half || ENGINE.test(file) === (half === 'short')),
)

/**
 * Those that PostgreSQL too has in the long half alone: crowds, every point at which a move is interrupted, and what is done rarely
 * or by the operator.
 */
const SERVER_TESTS_ONLY_LONG = [
  'server/bookings/holds/moves.test.ts',
  'server/bookings/moves-interrupted.test.ts',
  'server/bookings/race-crowd.test.ts',
  'server/bookings/race-moves.test.ts',
  'server/bookings/session-moves/race-moved-sessions.test.ts',
  'server/mentors/import/import-documents.test.ts',
  'server/platform/db/locked-tables.test.ts',
  'server/privacy/leaving/reapply-erasures.test.ts',
  'server/site/api-clients.test.ts',
  'server/site/api-strings.test.ts',
]

/** The server tests of this half on PostgreSQL. */
export const onPostgres = onDatabase.filter(
  (file) => !half || SERVER_TESTS_ONLY_LONG.includes(file) === (half === 'long'),
)

/**
 * Those of the built product that are in the long half alone: what has to install, restore, restart or replicate whole sites, and what
 * fills or kills them. Of each, what is likely to break by an ordinary change has a quicker test beside the code.
 */
export const PROCESS_TESTS_ONLY_LONG = [
  'tests/process/access-attacks.test.ts',
  'tests/process/access-bodies.test.ts',
  'tests/process/access-entering.test.ts',
  'tests/process/access-headers.test.ts',
  'tests/process/admin.test.ts',
  'tests/process/alerts.test.ts',
  'tests/process/backup.test.ts',
  'tests/process/backup-bucket.test.ts',
  'tests/process/backup-erasures.test.ts',
  'tests/process/backup-live.test.ts',
  'tests/process/clone.test.ts',
  'tests/process/crash.test.ts',
  'tests/process/crash-database.test.ts',
  'tests/process/crash-messages.test.ts',
  'tests/process/crash-transfers.test.ts',
  'tests/process/deploy-files.test.ts',
  'tests/process/dockerfile.test.ts',
  'tests/process/doctor.test.ts',
  'tests/process/drain.test.ts',
  'tests/process/fleet.test.ts',
  'tests/process/full-disk.test.ts',
  'tests/process/import.test.ts',
  'tests/process/log-canaries.test.ts',
  'tests/process/monitoring.test.ts',
  'tests/process/pictures.test.ts',
  'tests/process/proxies.test.ts',
  'tests/process/reconcile.test.ts',
  'tests/process/rehearsal.test.ts',
  'tests/process/release.test.ts',
  'tests/process/release-upgrade.test.ts',
  'tests/process/replica.test.ts',
  'tests/process/roles.test.ts',
  'tests/process/start-beside-others.test.ts',
  'tests/process/tls.test.ts',
  'tests/process/upgrade.test.ts',
]

/** Draws the demo's two dozen portraits, as the first start of every run does. */
export const SANDBOX_TESTS_ONLY_LONG = ['sandbox/demo/seed.test.ts']

/** Where servers of other versions could differ: the database itself, what is sold once, money's sums, copies, and a start. */
export const TESTS_ON_OLDEST_POSTGRES = [
  'server/platform/db/',
  'server/platform/backup/',
  'server/bookings/',
  'server/cohorts/seats/',
  'server/mentors/availability/',
  'server/packages/',
  'server/payments/',
  'server/payouts/',
  'server/privacy/',
  'server/public-api/',
  'tests/process/race.test.ts',
  'tests/process/start.test.ts',
  'tests/process/upgrade.test.ts',
]

/** A table in partitions has had exclusion constraints since version 17. */
export const NOT_ON_OLDEST_POSTGRES = 'server/bookings/partition-by-mentor.test.ts'

/** Marks a test in the browser as one of the long half: what it looks at resembles what another looks at. */
export const LONG = { tag: '@long' }

/** For what is looked at in several variants, of which one is in the short half. */
export const longIf = (isOther: boolean) => (isOther ? LONG : {})
