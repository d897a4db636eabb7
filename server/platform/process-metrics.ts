/**
 * What one process counts about itself since its start, for Prometheus: requests, holds, settlements, refunds, jobs, memory,
 * event loop, connections. What the installation as a whole waits for is read from the database (`server/bookings/invariants/`).
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { VERSION } from '#server/platform/version'
import * as m from '#messages/metrics'

export const processMetrics = new Registry()

const ours = { registers: [processMetrics] }

/** `route`: the pattern of a route, so the number of series is limited. */
export const requestSeconds = new Histogram({
  ...ours,
  name: 'landfall_request_duration_seconds',
  help: m.requestSeconds(),
  labelNames: ['route', 'method', 'status'],
  buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
})

export const refusedRequests = new Counter({
  ...ours,
  name: 'landfall_requests_refused_total',
  help: m.requestsRefused(),
  labelNames: ['reason'],
})

/** `name`: of the job. Prometheus has a label `job` of its own, and gives ours another name. */
export const jobRuns = new Counter({
  ...ours,
  name: 'landfall_job_runs_total',
  help: m.jobRuns(),
  labelNames: ['name', 'outcome'],
})

export const lastJobSuccess = new Gauge({
  ...ours,
  name: 'landfall_job_last_success_timestamp_seconds',
  help: m.lastJobSuccess(),
  labelNames: ['name'],
})

/** Count them after the commit, since a transaction that is rolled back has done nothing. */
export const holdRequests = new Counter({
  ...ours,
  name: 'landfall_hold_requests_total',
  help: m.holdRequests(),
  labelNames: ['kind', 'outcome'],
})

export const settlements = new Counter({
  ...ours,
  name: 'landfall_settlements_total',
  help: m.settlements(),
  labelNames: ['outcome'],
})

export const refunds = new Counter({
  ...ours,
  name: 'landfall_refunds_total',
  help: m.refunds(),
  labelNames: ['outcome'],
})

/** Connections to PostgreSQL that are kept open. */
export type Pool = { totalCount: number; idleCount: number; waitingCount: number }
type Pools = Record<'main' | 'jobs', Pool>

/** Begins to watch the process. `pools`: null for the embedded database, which has none. */
export function watchProcess(pools: Pools | null, role: string): void {
  collectDefaultMetrics({ register: processMetrics, prefix: 'landfall_' })
  new Gauge({
    ...ours,
    name: 'landfall_build_info',
    help: m.buildInfo(),
    labelNames: ['version', 'role'],
  }).set({ version: VERSION, role }, 1)
  if (pools) processMetrics.registerMetric(createConnectionsGauge(pools))
}

const createConnectionsGauge = (pools: Pools) =>
  new Gauge({
    registers: [],
    name: 'landfall_database_connections',
    help: m.databaseConnections(),
    labelNames: ['pool', 'state'],
    collect() {
      for (const [name, pool] of Object.entries(pools)) {
        this.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount)
        this.set({ pool: name, state: 'idle' }, pool.idleCount)
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount)
      }
    },
  })
