/**
 * Rounds over the busy calendars of ten thousand mentors, three each, all due at once: how many a second one process reads,
 * against the rate at which they become due. The service is local, so the figure is the product's own work: its
 * statements, requests, the calendar process.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect as openSocket } from 'node:net'
import { sql } from 'kysely'
import { connect, type Db } from '#server/platform/db/connect'
import { createScratchDatabase } from '../support/database/scratch-database.ts'
import { openBookingProduct } from './booking-product.ts'
import { atLeast, PRODUCTION, sized, type Figure } from './figures.ts'
import { makeBenchBuild, postgresVersion, seed } from './processes.ts'

const MENTORS = sized(10_000, 10)
const EACH = 3
const ROUND_SECONDS = 60
/** Calendars that become due in a second. */
const NEEDED = (MENTORS * EACH) / (15 * 60)
const RESPONSE_MS = 100
const CONNECTIONS = 8

export async function measureCalendars(): Promise<Figure[]> {
  await makeBenchBuild()
  const { url: databaseUrl } = await createScratchDatabase(await seed('PostgreSQL'))
  const own = await connect(databaseUrl, { connections: 1, unlimited: true })
  const service = await startService()
  const product = await openBookingProduct(databaseUrl, {
    connections: CONNECTIONS,
    calendars: {
      resolve: async () => ['93.184.215.14'],
      open: () => openSocket(service.port, '127.0.0.1'),
    },
  })
  const { app, bundle } = product
  await addCalendars(own.db, app.calendars.seal)
  const before = process.cpuUsage()
  const started = performance.now()
  const count = await bundle.refreshDueCalendars(app, ROUND_SECONDS * 1_000)
  const seconds = (performance.now() - started) / 1_000
  const { user, system } = process.cpuUsage(before)
  const { rows } = await sql<{ failed: number; read: number }>`
    select count(*) filter (where problem is not null)::int as failed,
      count(*) filter (where content_hash is not null)::int as read from busy_calendars`.execute(own.db)
  await product.close()
  await app.calendars.close()
  await own.db.destroy()
  service.stop()
  if (rows[0]?.failed !== 0 || rows[0].read !== count)
    throw new Error(`Not read: ${JSON.stringify(rows[0])} of ${count}`)
  const perSecond = count / seconds
  return [
    {
      benchmark: 'calendars',
      found: `${(perSecond / NEEDED).toFixed(2)} × what is needed (${Math.round(perSecond)} of ${NEEDED.toFixed(1)} calendars/s; ${((user + system) / 1_000 / count).toFixed(1)} ms of the product's processor each)`,
      conditions: `${MENTORS.toLocaleString('en')} mentors with ${EACH} calendars of 100 events (40 kB, ten of them series), all due, none read before; a round of ${ROUND_SECONDS} s; the service is another process and answers after ${RESPONSE_MS} ms, without TLS; one process with its calendar process, pool of ${CONNECTIONS} connections; ${PRODUCTION}; ${await postgresVersion()}`,
      target: atLeast(perSecond / NEEDED, 2, ' ×'),
    },
  ]
}

async function addCalendars(db: Db, seal: { seal(id: string, address: string): string }): Promise<void> {
  const at = new Date()
  await sql`
    insert into mentors (id, slug, name, role, experience, location, languages, price_pence, currency, time_zone, status,
      created_at)
    select md5('mentor ' || n)::uuid, 'mentor-' || n, 'Ada Lovelace', 'Analyst', 5, 'Kolkata, India', '{en}', 4500, 'GBP',
      'Asia/Kolkata', 'accepted', ${at} from generate_series(1, ${MENTORS}) as n`.execute(db)
  const { rows } = await sql<{ id: string }>`
    select md5('calendar ' || n)::uuid as id from generate_series(0, ${MENTORS * EACH - 1}) as n order by n`.execute(db)
  const sealed = rows.map(({ id }, n) => seal.seal(id, `https://calendar.example/${n}.ics`))
  await sql`
    insert into busy_calendars (id, mentor_id, position, name, sealed_address, address_hash, host, ending, created_at,
      next_at, read_at, expanded_at, time_zone)
    select md5('calendar ' || (n - 1))::uuid, md5('mentor ' || ((n - 1) / ${EACH} + 1))::uuid, (n - 1) % ${EACH} + 1, 'Work',
      sealed, 'hash ' || n, 'calendar.example', '.ics', ${at}, ${at}, ${at}, ${at}, 'Asia/Kolkata'
    from unnest(${sealed}::text[]) with ordinality as made (sealed, n)`.execute(db)
  await sql`delete from stale_listings`.execute(db)
}

/** The service as a process of its own. */
async function startService(): Promise<{ port: number; stop(): void }> {
  const child = fork(new URL('calendar-service.ts', import.meta.url), [String(RESPONSE_MS)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [port] = (await once(child, 'message')) as [number]
  return { port, stop: () => void child.kill() }
}
