/**
 * Two processes behind the shipped proxy files, restarted one after the other while visitors read and send forms over
 * keep-alive connections: how many requests fail.
 */
import type { ProxyName } from '../../scripts/deploy-programs.ts'
import { createScratchDatabase } from '../support/database/scratch-database.ts'
import { openCrowd, type Attempt } from '../support/product/crowd.ts'
import { startFleet } from '../support/product/fleet.ts'
import { atMost, PRODUCTION, type Figure } from './figures.ts'
import { PRODUCT_BUILD, seed } from './processes.ts'

const VISITORS = 8 // Of each kind.
const ROUNDS = 2 // Each restarts both.
const DRAIN_SECONDS = 8

export async function measureRolling(): Promise<Figure[]> {
  return [await measure('nginx'), await measure('caddy')]
}

async function measure(proxy: ProxyName): Promise<Figure> {
  const { url: databaseUrl, drop } = await createScratchDatabase(await seed('PostgreSQL'))
  const env = { DRAIN_SECONDS: String(DRAIN_SECONDS) }
  const fleet = await startFleet({ proxy, databaseUrl, build: PRODUCT_BUILD, env })
  const crowd = openCrowd(fleet.origin, { readers: VISITORS, senders: VISITORS })
  for (let round = 0; round < ROUNDS; round += 1) for (const n of fleet.products.keys()) await fleet.restart(n)
  await crowd.end()
  await fleet.stop()
  await drop()

  const { requests: requested } = crowd
  const failed = requested.filter(({ status }) => status === 0 || status >= 500)
  const reasons = [...Map.groupBy(failed, describeFailure)].map(([reason, each]) => `${each.length} × ${reason}`)
  return {
    benchmark: `rolling restart behind ${proxy}`,
    found: `${failed.length} of ${requested.length} requests failed${reasons.length > 0 ? ` (${reasons.join(', ')})` : ''}`,
    conditions: `deploy/${proxy === 'nginx' ? 'nginx.conf' : 'Caddyfile'} without TLS; two processes on one PostgreSQL database, each restarted ${ROUNDS} times with SIGTERM and DRAIN_SECONDS=${DRAIN_SECONDS}; ${VISITORS} visitors read /mentors and ${VISITORS} send forms, over keep-alive connections; failed: no answer, or one of 500 and above; ${PRODUCTION}`,
    target: atMost(failed.length, 0),
  }
}

const describeFailure = ({ what, status, reason }: Attempt) =>
  `${what}: ${status === 0 ? reason : `${status} by ${reason || 'the proxy'}`}`
