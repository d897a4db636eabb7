/** Which server tests run on a database, and so on each of the two. */
import { globSync, readFileSync } from 'node:fs'

/** By what it imports: a test opens the product or a database through these folders alone. */
const runsOnDatabase = (file: string) => /tests\/support\/(product|database|model)\//.test(readFileSync(file, 'utf8'))

const serverTests = globSync('server/**/*.test.{ts,tsx}')

/** They are about a database on a server, and have nothing to say of PGlite. */
export const ON_SERVER_ONLY = [
  'server/jobs-on-server.test.ts',
  'server/platform/db/locked-tables.test.ts',
  'server/platform/db/pool.test.ts',
  'server/platform/db/standby/replica.test.ts',
  'server/platform/db/server-preflight.test.ts',
  'server/platform/db/mark-as-rehearsal.test.ts',
]

export const onDatabase: string[] = serverTests.filter(runsOnDatabase)

/** They start processes, open sockets, decode pictures or render PDFs, which takes seconds. `npm run check` leaves them out. */
export const WITH_RESOURCES = [
  'scripts/chromium.test.ts',
  'scripts/setup.test.ts',
  'server/platform/db/lock.test.ts',
  'server/platform/http/http-server.test.ts',
  'server/mentors/import/old-mentor.test.ts',
  'server/payments/stripe/stripe.test.ts',
  'server/payments/stripe/timeout.test.ts',
  'server/start/listen.test.ts',
  'server/start/shared-assets.test.ts',
  'server/platform/pdf/pdf-process.test.ts',
  'server/platform/pdf/render-pdf.test.ts',
  'server/platform/pdf/typesetting.test.ts',
  'server/platform/storage/picture-process.test.ts',
  'server/platform/storage/pictures.test.ts',
  'server/platform/tracing/tracing.test.ts',
]

/** They say the same whatever the database is, so they run once, with the unit tests. */
export const withoutDatabase: string[] = serverTests.filter(
  (file) => !runsOnDatabase(file) && !WITH_RESOURCES.includes(file),
)
