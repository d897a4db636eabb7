/** Two web processes and a worker on one database: who serves, and who works. Who takes over: `fleet.test.ts`. */
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { findOffer, hold, pay } from '../support/bookings/visitor.ts'
import { createScratchDatabase, query, type ScratchDatabase } from '../support/database/scratch-database.ts'
import { BUYER, startMailServer } from '../support/product/mail-server.ts'
import { launchProduct, startProduct, type Product } from '../support/product/processes.ts'

const SOON = { timeout: 60_000, interval: 100 }

let database: ScratchDatabase
let mailServer: Awaited<ReturnType<typeof startMailServer>>
const running: Product[] = []

beforeEach(async () => {
  database = await createScratchDatabase(inject('seeded').template)
  mailServer = await startMailServer()
})

afterEach(async () => {
  await Promise.all(running.splice(0).map(kill))
  await mailServer.close()
  await database.drop()
})

const kill = (product: Product) => {
  product.kill('SIGKILL')
  return product.exited
}

async function start(role: 'web' | 'worker', env: Record<string, string> = {}): Promise<Product> {
  const shared = { DATABASE_URL: database.url, SMTP_URL: mailServer.url, ROLE: role }
  const product = await startProduct({ env: { ...shared, ...env } })
  running.push(product)
  return product
}

/** The emails of a worker lead to this web process. */
const startWorker = (web: Product) => start('worker', { PUBLIC_URL: web.url })

const ask = (product: Product, path: string) => fetch(product.url + path)
const fetchStatus = async (product: Product, path: string) => (await ask(product, path)).status

/** The names of the jobs that have run in this process. */
async function listJobs(product: Product): Promise<Set<string>> {
  const text = await (await ask(product, '/metrics')).text()
  return new Set([...text.matchAll(/^landfall_job_runs_total\{name="([\w-]+)"/gm)].map(([, name]) => name!))
}

const bookingStates = () =>
  query<{ status: string }>(database.url, `select status from bookings where mentee_email = $1`, [BUYER])

/** Pays on the hosted page and does not come back, so that only the webhook reports it. */
async function payAndLeave(product: Product): Promise<void> {
  await pay(product.url, await hold(product.url, await findOffer(product.url), BUYER))
}

describe('two web processes and a worker', () => {
  it('book by one web process, confirm and email by the worker, which serves no pages, and neither web process runs a job', async () => {
    const webs = await Promise.all([start('web'), start('web')])
    await payAndLeave(webs[0])
    await expect.poll(() => query(database.url, 'select id from payment_events'), SOON).not.toEqual([])
    expect(await bookingStates()).toEqual([{ status: 'held' }])
    const worker = await startWorker(webs[0])
    await expect.poll(() => mailServer.received.length, SOON).toBe(1)
    expect(await bookingStates()).toEqual([{ status: 'confirmed' }])
    await expect.poll(async () => (await listJobs(worker)).has('sweep'), { timeout: 90_000, interval: 500 }).toBe(true)
    for (const web of webs) expect(await listJobs(web)).toEqual(new Set())
    expect(await listJobs(worker)).toContain('send-mail')
    expect(mailServer.received).toHaveLength(1)

    // The worker says that it lives, is ready, and what it counts, in its name, and serves nothing else.
    for (const path of ['/livez', '/readyz', '/healthz', '/metrics'])
      expect(await fetchStatus(worker, path), path).toBe(200)
    for (const path of ['/', '/mentors', '/api/mentors', '/sandbox', '/assets/none.js'])
      expect(await fetchStatus(worker, path), path).toBe(404)
    expect((await fetch(`${worker.url}/create-checkout-session`, { method: 'POST' })).status).toBe(404)
    expect(worker.output()).toMatch(/"role":"worker".*"msg":"started"/)
    expect(await (await ask(worker, '/metrics')).text()).toMatch(
      /landfall_build_info\{version="[\d.]+",role="worker"\} 1/,
    )
    expect(await fetchStatus(webs[0], '/mentors')).toBe(200)
  })
})

describe('a worker', () => {
  it('is requested by an argument, and refused on the embedded database', async () => {
    const { code, output } = await launchProduct({ args: ['--role', 'worker'] }).exited
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toEqual([
      expect.stringMatching(/ROLE: worker needs a PostgreSQL server/),
      expect.stringMatching(/PUBLIC_URL: required in a worker/),
    ])
  })

  it('is not started by an argument that does not exist', async () => {
    const { code, output } = await launchProduct({ args: ['--roll', 'worker'] }).exited
    expect(code).toBe(1)
    expect(output).toMatch(/^Landfall cannot start\. .*--roll/)
  })
})
