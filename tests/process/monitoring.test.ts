/** What Prometheus itself makes of deploy/monitoring/ and of a product that runs. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { obtainProgram } from '../../scripts/deploy-programs.ts'
import { findOffer, hold, pay } from '../support/bookings/visitor.ts'
import { createScratchDatabase, type ScratchDatabase } from '../support/database/scratch-database.ts'
import { freePort } from '../support/http/free-port.ts'
import { startProduct, type Product } from '../support/product/processes.ts'

const LATER = { timeout: 100_000, interval: 500 } // The first sweep is up to a minute after a start.

const read = (file: string) => readFileSync(`deploy/monitoring/${file}`, 'utf8')

let folder: string
let database: ScratchDatabase
let product: Product
let prometheus: { ask<Data>(path: string): Promise<Data>; stop(): void }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'landfall-monitoring-'))
  database = await createScratchDatabase(inject('seeded').template)
  product = await startProduct({ env: { DATABASE_URL: database.url } })
  prometheus = startPrometheus(await freePort())
  await fetch(await pay(product.url, await hold(product.url, await findOffer(product.url), 'ada@example.com')))
})
afterAll(async () => {
  prometheus.stop()
  await product.stop()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** With the shipped file, and one process that is scraped every three seconds in place of those of compose.yml. */
function startPrometheus(port: number) {
  const config = read('prometheus.yml')
    .replace(/targets: .*/, `targets: ['${new URL(product.url).host}']`)
    .replaceAll('60s', '3s')
    .replace('alerts.yml', resolve('deploy/monitoring/alerts.yml'))
  writeFileSync(join(folder, 'prometheus.yml'), config)
  const args = ['--config.file=prometheus.yml', '--storage.tsdb.path=data', `--web.listen-address=127.0.0.1:${port}`]
  const server = spawn(obtainProgram('prometheus'), args, { cwd: folder, stdio: 'ignore' })
  const stop = () => void server.kill('SIGKILL')
  process.once('exit', stop)
  return {
    stop,
    async ask<Data>(path: string): Promise<Data> {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)
      const { status, error, data } = (await response.json()) as { status: string; error?: string; data: Data }
      if (status !== 'success') throw new Error(`${path}: ${error}`)
      return data
    },
  }
}

type Series = { metric: Record<string, string>; value: [at: number, value: string] }
const ask = (expression: string) =>
  prometheus.ask<{ result: Series[] }>(`query?query=${encodeURIComponent(expression)}`).then(({ result }) => result)

type Rule = { name: string; state: string; health: string; lastEvaluation: string }
const rules = async () =>
  (await prometheus.ask<{ groups: { rules: Rule[] }[] }>('rules')).groups.flatMap((group) => group.rules)

const named = (text: string) =>
  new Set(text.match(/\blandfall_[a-z0-9_]+/g)?.map((name) => name.replace(/_(count|bucket)$/, '')))

describe('Prometheus with the shipped files', () => {
  it('finds every metric that the alerts and the dashboard name', async () => {
    const wanted = [...named(read('alerts.yml') + read('grafana-dashboard.json'))]
    const missing = async () => {
      const known = await prometheus.ask<Record<string, unknown>>('metadata').catch(() => ({}))
      return wanted.filter((name) => !Object.hasOwn(known, name))
    }
    await expect.poll(missing, LATER).toEqual([])
  })

  it('raises no alarm about a product that is well', async () => {
    const sweeps = 'landfall_job_last_success_timestamp_seconds{name="sweep"}'
    await expect.poll(() => ask(sweeps), LATER).toHaveLength(1)
    const since = Date.now()
    const uneasy = ({ name, state, health, lastEvaluation }: Rule) =>
      // The machine of the tests may be slow, and the demo has sessions that wait for an admin.
      (state !== 'inactive' && !/^Landfall(Slow|ConcernsGrow)$/.test(name)) ||
      health !== 'ok' ||
      Date.parse(lastEvaluation) < since
    await expect.poll(async () => (await rules()).filter(uneasy), LATER).toEqual([])
    expect(await rules()).toHaveLength(read('alerts.yml').match(/alert:/g)!.length)
  })

  it('shows the product’s own labels in the dashboard, and none in place of Prometheus’ own', async () => {
    const labels = await prometheus.ask<string[]>('labels')
    expect(labels.filter((label) => label.startsWith('exported_'))).toEqual([])
    const { panels } = JSON.parse(read('grafana-dashboard.json')) as {
      panels: { targets?: { expr: string; legendFormat?: string }[] }[]
    }
    const seen: string[] = []
    for (const { expr, legendFormat = '' } of panels.flatMap(({ targets = [] }) => targets)) {
      const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label!)
      const series = await ask(expr)
      for (const { metric } of series) expect(Object.keys(metric), expr).toEqual(expect.arrayContaining(shown))
      if (series.length > 0) seen.push(expr)
    }
    expect(seen.length).toBeGreaterThan(10)
  })

  it('raises one when the process is gone', async () => {
    product.kill('SIGKILL')
    await product.exited
    const pending = async () => (await rules()).filter(({ state }) => state !== 'inactive').map(({ name }) => name)
    await expect.poll(pending, LATER).toEqual(expect.arrayContaining(['LandfallDown', 'LandfallSweepsStopped']))
  })
})
