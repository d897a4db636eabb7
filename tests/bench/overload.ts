/** Three times as many pages as a process can draw: how long those take that it accepts, and how soon it is itself again. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { atMost, median, PRODUCTION, sized, type Figure } from './figures.ts'
import { load, postgresVersion, startSeeded, UNCACHED } from './processes.ts'

const run = promisify(execFile)
const PATH = '/mentors'
const SECONDS = sized(15, 2)
const TIMES = 3
const MAX_P99_MS = 1_000
const MAX_RECOVERY_SECONDS = 10

type Flood = { accepted: number; refused: number; failed: number; p99: number }

export async function measureOverload(): Promise<Figure[]> {
  const product = await startSeeded('PostgreSQL')
  const url = product.url + PATH
  await load(url, { connections: 16, seconds: 4, headers: UNCACHED })
  const { perSecond: capacity } = await load(url, { connections: 16, seconds: 5, headers: UNCACHED })
  const alone = await timeOfOne(url, 20)

  const rate = Math.round(capacity * TIMES)
  const { stdout } = await run(process.execPath, ['tests/bench/flood.ts', url, String(rate), String(SECONDS)])
  const flood = JSON.parse(stdout) as Flood
  const recovery = await secondsUntilItself(url, alone)
  await product.stop()

  const conditions = `uncached ${PATH}, one process; first its capacity (${Math.round(capacity)} pages/s with 16 connections), then ${rate} requests/s for ${SECONDS} s from another process, whatever comes back; ${PRODUCTION}; ${await postgresVersion()}`
  return [
    {
      benchmark: `overload, ${TIMES} times capacity`,
      found: `p99 of what was accepted ${Math.round(flood.p99)} ms (${flood.accepted} pages; ${flood.refused} refused with 503, ${flood.failed} failed)`,
      conditions,
      target: atMost(flood.p99, MAX_P99_MS, ' ms'),
    },
    {
      benchmark: 'overload, without an answer',
      found: `${flood.failed} requests`,
      conditions: 'the same',
      target: atMost(flood.failed, 0),
    },
    {
      benchmark: 'overload, recovery',
      found: `${recovery.toFixed(1)} s until a page takes at most twice what it took before (${alone.toFixed(1)} ms)`,
      conditions: 'the same, after the last answer',
      target: atMost(recovery, MAX_RECOVERY_SECONDS, ' s'),
    },
  ]
}

/** The median of some requests, one after the other, in milliseconds. */
async function timeOfOne(url: string, times: number): Promise<number> {
  const taken = []
  for (let n = 0; n < times; n += 1) {
    const began = performance.now()
    await (await fetch(url, { headers: UNCACHED })).text()
    taken.push(performance.now() - began)
  }
  return median(taken)
}

async function secondsUntilItself(url: string, alone: number): Promise<number> {
  const began = performance.now()
  while ((await timeOfOne(url, 5)) > 2 * alone) if (performance.now() - began > 60_000) return 60
  return (performance.now() - began) / 1_000
}
