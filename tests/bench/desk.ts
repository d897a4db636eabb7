/**
 * The admins' pages over many bookings, as an admin asks for them: the dashboard, the list's first page and one far down, and
 * the whole list as a file. A mentor has one booking a day over a thousand days, made three days before it begins.
 */
import { connect } from '#server/platform/db/connect'
import { createScratchDatabase, query } from '../support/database/scratch-database.ts'
import { settlePeople } from '../support/accounts/people.ts'
import { startProduct } from '../support/product/processes.ts'
import { memoryAddedBy } from '../support/product/resident-memory.ts'
import { makeBookings } from './booking-data.ts'
import { atLeast, atMost, percentile, PRODUCTION, sized, type Figure } from './figures.ts'
import { postgresVersion, PRODUCT_BUILD, seed } from './processes.ts'

const BOOKINGS = Number(process.env['DESK_BOOKINGS'] ?? sized(1_000_000, 1_000))
const REQUESTS = sized(60, 2)
const ROWS_ON_PAGE = 50
const FAR_PAGE = 999

/** The pages of an admin, from a process of their own without jobs: those of a million bookings would remind a thousand people meanwhile. */
export async function startDesk(databaseUrl: string, cookie: string, bookings: number) {
  const [row] = await query<{ starts_at: Date; id: string }>(
    databaseUrl,
    'select starts_at, id from bookings order by starts_at desc, id desc offset $1 limit 1',
    [Math.min(FAR_PAGE * ROWS_ON_PAGE, Math.floor(bookings / 2))],
  )
  const product = await startProduct({ build: PRODUCT_BUILD, env: { DATABASE_URL: databaseUrl, ROLE: 'web' } })
  const headers = { cookie, origin: product.url }
  const read = async (path: string) => {
    const response = await fetch(`${product.url}${path}`, { headers })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`)
  }
  /** Milliseconds, by share of the requests. */
  const time = async (path: string) => {
    for (let n = 0; n < 5; n += 1) await read(path)
    const took: number[] = []
    for (let n = 0; n < REQUESTS; n += 1) {
      const started = performance.now()
      await read(path)
      took.push(performance.now() - started)
    }
    return { p50: percentile(took, 0.5), p95: percentile(took, 0.95) }
  }
  const farPath = `/admin-dashboard/bookings?after=${row!.starts_at.getTime()}.${row!.id}`
  const timePages = async () => ({
    dashboard: await time('/admin-dashboard'),
    first: await time('/admin-dashboard/bookings'),
    far: await time(farPath),
  })
  return { product, headers, timePages }
}

export async function measureDesk(): Promise<Figure[]> {
  const version = await postgresVersion()
  const { url: databaseUrl } = await createScratchDatabase(await seed('PostgreSQL'))
  const own = await connect(databaseUrl, { connections: 1, unlimited: true })
  await makeBookings(own.db, new Date(), { until: BOOKINGS, expired: null, spread: true })
  await own.db.destroy()
  const { admin } = await settlePeople(databaseUrl)
  const { product, headers, timePages } = await startDesk(databaseUrl, admin.cookie, BOOKINGS)
  try {
    const bookings = BOOKINGS.toLocaleString('en')
    const conditions = `${REQUESTS} requests in turn, whole pages over HTTP; ${bookings} bookings; ROLE=web; ${PRODUCTION}; ${version}`
    const formatTiming = ({ p50, p95 }: { p50: number; p95: number }) =>
      `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`
    const { dashboard, first, far } = await timePages()
    const file = { rows: 0, seconds: 0 }
    const added = await memoryAddedBy(product.pid, async () => {
      const started = performance.now()
      const response = await fetch(`${product.url}/admin-dashboard/bookings/export`, {
        method: 'POST',
        headers: { ...headers, 'accept-encoding': 'identity' },
        body: new URLSearchParams(),
      })
      for await (const part of response.body!) for (const byte of part) if (byte === 10) file.rows += 1
      file.seconds = (performance.now() - started) / 1_000
    })
    const rate = file.rows / file.seconds
    const megabytes = added / 1e6
    return [
      {
        benchmark: 'desk: dashboard',
        found: formatTiming(dashboard),
        conditions,
        target: atMost(dashboard.p95, 200, ' ms'),
      },
      { benchmark: 'desk: bookings', found: formatTiming(first), conditions, target: atMost(first.p95, 30, ' ms') },
      {
        benchmark: `desk: ${FAR_PAGE} pages on`,
        found: formatTiming(far),
        conditions,
        target: atMost(far.p95, 30, ' ms'),
      },
      {
        benchmark: 'desk: export',
        found: `${Math.round(rate).toLocaleString('en')} rows/s (${file.rows.toLocaleString('en')} in ${file.seconds.toFixed(1)} s)`,
        conditions,
        target: atLeast(rate, 40_000, ' rows/s'),
      },
      {
        benchmark: 'desk: export',
        found: `+${megabytes.toFixed(0)} MB at most`,
        conditions,
        target: atMost(megabytes, 60, ' MB'),
      },
    ]
  } finally {
    await product.stop()
  }
}
