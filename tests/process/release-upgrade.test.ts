/**
 * An upgrade as docs/operations.md has it: the release before is replaced by this one under load, one process after the other.
 * Visitors ask both in turn, as a proxy does: each that says it is ready, and the next if one cannot be connected to.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createScratchDatabase, query, type ScratchDatabase } from '../support/database/scratch-database.ts'
import { TEST_BUILD } from '../support/product/processes.ts'
import {
  freePort,
  liveSettings,
  PUBLIC_URL,
  release,
  startCurrent,
  writeOtherBuild,
} from '../support/product/releases.ts'

const LATER = { timeout: 120_000, interval: 100 }
const DRAIN_SECONDS = '3'
const NOTICE_MS = 100 // How often it is asked which processes are ready.
const PAUSE_MS = 10

const PAGES = ['/', '/mentors', '/mentors/ananya-rao', '/mentors/ananya-rao/book', '/cohorts', '/sign-in', '/faq']
const DATA = ['/mentors.data', '/mentors/ananya-rao.data', '/api/v1/mentors']
const FORMS: [path: string, type: string, body: string, status: number][] = [
  ['/create-checkout-session', 'application/json', '{}', 400],
  ['/currency', 'application/x-www-form-urlencoded', 'currency=EUR&back=/mentors', 303],
]

let folder: string
let database: ScratchDatabase
const files = () => join(folder, 'before/client/assets')

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'landfall-upgrade-'))
  database = await createScratchDatabase(inject('seeded').template)
  await query(database.url, "update installation set mode = 'live'") // Live, with mentors to show.
  writeOtherBuild(TEST_BUILD, join(folder, 'before'))
  await release(folder, join(folder, 'before'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

type Running = Awaited<ReturnType<typeof startCurrent>>

describe('an upgrade to this release, one process after the other', () => {
  it('fails no request, and every page that was drawn finds its scripts throughout', { timeout: 400_000 }, async () => {
    const env = { ...liveSettings(folder, database.url), DRAIN_SECONDS }
    const ports = [await freePort(), await freePort()]
    const start = (port: number) => startCurrent(folder, env, port)
    const processes: Running[] = [await start(ports[0]!), await start(ports[1]!)]
    const visits = visit(ports.map((port) => `http://127.0.0.1:${port}`))
    const someVisits = async () => {
      const before = visits.rounds()
      await expect.poll(visits.rounds, LATER).toBeGreaterThan(before + 2)
    }
    await someVisits()

    await release(folder, TEST_BUILD)
    await someVisits()
    for (const [at, port] of ports.entries()) {
      processes[at]!.kill('SIGTERM')
      expect(await processes[at]!.exited).toMatchObject({ code: 0 })
      processes[at] = await start(port)
      await someVisits()
    }
    const { failed, assets } = await visits.end()

    expect(failed).toEqual([])
    const ofBefore = readdirSync(files()).map((name) => `/assets/${name}`)
    expect([...assets].filter((asset) => ofBefore.includes(asset)).length).toBeGreaterThan(10)
    expect([...assets].filter((asset) => !ofBefore.includes(asset)).length).toBeGreaterThan(10)
    for (const process of processes) {
      process.kill('SIGTERM')
      expect(await process.exited).toMatchObject({ code: 0 })
    }
  })
})

type Answer = { status: number; body: string }

/** Visitors without end, over connections that are kept, until told. `rounds`: how often each visitor has been round. */
function visit(origins: string[]) {
  const agent = new Agent({ keepAlive: true })
  const failed: string[] = []
  const assets = new Set<string>()
  const ready = new Set(origins)
  const rounds: number[] = []
  const state = { isOver: false, turn: 0 }

  const ask = (origin: string, path: string, [, type, body]: Partial<(typeof FORMS)[0]> = []) =>
    new Promise<Answer>((answered, fail) => {
      const headers = type ? { origin: PUBLIC_URL, 'content-type': type } : {}
      const asked = request(origin + path, { method: type ? 'POST' : 'GET', agent, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.once('end', () => answered({ status: response.statusCode ?? 0, body: text }))
        response.once('error', fail)
      })
      asked.once('error', fail)
      asked.end(body)
    })

  /** At the next process that is ready; at the other one if no connection can be made, so that nothing was sent. */
  const askSite = async (path: string, form?: (typeof FORMS)[0]): Promise<Answer> => {
    const [first, other] = [state.turn, (state.turn += 1)].map((turn) => [...ready][turn % ready.size] ?? origins[0]!)
    return ask(first!, path, form).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNREFUSED') throw error
      return ask(other!, path, form)
    })
  }
  const expectStatus = async (status: number, path: string, form?: (typeof FORMS)[0]): Promise<string> => {
    const answer = await askSite(path, form).catch((error: Error) => ({ status: 0, body: error.message }))
    if (answer.status !== status) failed.push(`${path}: ${answer.status} ${answer.body.slice(0, 200)}`)
    return answer.body
  }
  const visitor = async (round: () => Promise<void>) => {
    const me = rounds.push(0) - 1
    while (!state.isOver) {
      await round()
      rounds[me]! += 1
      await pause(PAUSE_MS)
    }
  }
  const readPages = async () => {
    for (const path of PAGES)
      for (const [asset] of (await expectStatus(200, path)).matchAll(/\/assets\/[\w.-]+\.(js|css|woff2|svg)/g)) {
        assets.add(asset)
        await expectStatus(200, asset)
      }
  }
  const readData = async () => {
    for (const path of DATA) await expectStatus(200, path)
  }
  const sendForms = async () => {
    for (const form of FORMS) await expectStatus(form[3], form[0], form)
  }
  /** As pages that have been open for long. */
  const askForAssets = async () => {
    for (const asset of assets) await expectStatus(200, asset)
  }
  const watch = async () => {
    for (; !state.isOver; await pause(NOTICE_MS))
      for (const origin of origins) {
        const answer = await ask(origin, '/readyz').catch(() => null)
        if (answer?.status === 200) ready.add(origin)
        else ready.delete(origin)
      }
  }
  const all = [watch(), ...[readPages, readPages, readData, sendForms, sendForms, askForAssets].map(visitor)]
  return {
    rounds: () => Math.min(...rounds),
    async end() {
      state.isOver = true
      await Promise.all(all)
      agent.destroy()
      return { failed, assets }
    },
  }
}
