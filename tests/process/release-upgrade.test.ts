/**
 * An upgrade from each earlier release to this one, as docs/operations.md has it: one process after the other, behind nginx with its
 * shipped file, under load.
 */
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkInvariants } from '#server/bookings/invariants/invariants'
import { connect } from '#server/platform/db/connect'
import { migrate } from '#server/platform/db/migrate'
import { findOffer, hold, pay } from '../support/bookings/visitor.ts'
import { createScratchDatabase, query, type ScratchDatabase } from '../support/database/scratch-database.ts'
import { freePorts } from '../support/http/free-port.ts'
import { listOffers, openCrowd } from '../support/product/crowd.ts'
import { EARLIER_RELEASES, obtainRelease, type BuiltRelease } from '../support/releases/previous-release.ts'
import { LIVE_SETTINGS, newDataFolder, startProduct, TEST_BUILD } from '../support/product/processes.ts'
import { startProxy } from '../support/product/proxies.ts'
import { liveSettings, release, startCurrent } from '../support/releases/releases.ts'

/** Milliseconds. Each release is installed and built once. */
const SLOW = 1_200_000
const LATER = { timeout: 120_000, interval: 100 }
const DRAIN_SECONDS = '6' // Above the five for which nginx keeps idle connections.
const PAUSE_MS = 10

const PAGES = ['/', '/mentors', '/mentors/ananya-rao', '/mentors/ananya-rao/book', '/cohorts', '/sign-in', '/faq']
const DATA = ['/mentors.data', '/mentors/ananya-rao.data', '/api/v1/mentors']
const FORMS: [path: string, type: string, body: string, status: number][] = [
  ['/create-checkout-session', 'application/json', '{}', 400],
  ['/currency', 'application/x-www-form-urlencoded', 'currency=EUR&back=/mentors', 303],
]

let previous: BuiltRelease
let folder: string
/** As the earlier release leaves it after its first start as a demo. */
let seeded: ScratchDatabase
let pictures: string

describe.each(EARLIER_RELEASES)('an upgrade from $version', { timeout: 400_000 }, (earlier) => {
  beforeAll(async () => {
    previous = await obtainRelease(earlier)
    folder = mkdtempSync(join(tmpdir(), 'landfall-upgrade-'))
    cpSync(previous.installation, folder, { recursive: true, verbatimSymlinks: true })
    seeded = await createScratchDatabase()
    const demo = await startProduct({ sources: previous.sources, env: { DATABASE_URL: seeded.url } })
    await demo.stop()
    pictures = join(demo.data, 'pictures')
    cpSync(pictures, join(folder, 'files'), { recursive: true })
    writeFileSync(join(folder, 'files/installation/mode'), 'live')
  }, SLOW)
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await seeded.drop()
  }, SLOW)

  it('fails no request, and every page that was drawn finds its scripts throughout', async () => {
    const database = await createScratchDatabase(seeded.name)
    await query(database.url, "update installation set mode = 'live'") // Live, with mentors to show.
    const env = { ...liveSettings(folder, database.url), DRAIN_SECONDS, TRUSTED_PROXIES: '127.0.0.0/8' }
    const [port, ...ports] = (await freePorts(3)) as [number, number, number]
    const start = (at: number) => startCurrent(folder, env, at)
    const processes = [await start(ports[0]), await start(ports[1])]
    const proxy = await startProxy('nginx', { port, processes: ports })
    const visits = visit(`http://localhost:${port}`)
    const someVisits = async () => {
      const before = visits.rounds()
      await expect.poll(visits.rounds, LATER).toBeGreaterThan(before + 2)
    }
    await someVisits()

    const before = readdirSync(join(folder, 'assets'))
    await release(folder, TEST_BUILD)
    await someVisits()
    const restart = async (n: 0 | 1) => {
      processes[n]!.kill('SIGTERM')
      expect(await processes[n]!.exited).toMatchObject({ code: 0 })
      processes[n] = await start(ports[n])
      await someVisits()
    }
    for (const n of [0, 1] as const) {
      const goOn = await visits.restForms() // Releases up to 1.1.0 can lose one when they close their port.
      const restarted = restart(n)
      await processes[n]!.exited
      goOn()
      await restarted
    }
    for (const n of [0, 1] as const) await restart(n)
    const { failed, assets, count } = await visits.end()

    expect(failed, proxy.output()).toEqual([])
    const visited = [...assets].map((asset) => asset.replace('/assets/', ''))
    expect(visited.filter((name) => before.includes(name)).length).toBeGreaterThan(10)
    const own = readdirSync(join(TEST_BUILD, 'client/assets')).filter((name) => !before.includes(name))
    expect(
      visited.some((name) => own.includes(name)),
      'scripts of this release alone',
    ).toBe(own.length > 0)
    console.log(`${count} requests during the upgrade, none failed`)
    for (const process of processes) {
      process.kill('SIGTERM')
      expect(await process.exited).toMatchObject({ code: 0 })
    }
    await proxy.stop()
    await database.drop()
  })

  it('migrates while processes of the release before sell, keeps what they made, and finishes what they began', async () => {
    const database = await createScratchDatabase(seeded.name)
    const data = newDataFolder()
    cpSync(pictures, join(data, 'pictures'), { recursive: true })
    const env = { DATABASE_URL: database.url }
    const product = await startProduct({ sources: previous.sources, data, env })
    const held = await hold(product.url, await findOffer(product.url), 'held@example.com')
    const crowd = openCrowd(product.url, { readers: 2, senders: 1, buyers: 2 }, await listOffers(product.url))
    const soldMore = async () => {
      const before = crowd.sales.length
      await expect.poll(() => crowd.sales.length, LATER).toBeGreaterThan(before + 3)
    }
    await soldMore()
    const made = await readMade(database.url)
    const shown = await readPictures(product.url)
    const { db } = await connect(database.url, { connections: 1, unlimited: true })
    await migrate(db, { triesWaitMs: 200 })
    await soldMore()
    await crowd.end()
    expect(crowd.requests.filter(({ status }) => status === 0 || status >= 500)).toEqual([])
    expect(await checkInvariants(db, new Date())).toEqual([])
    await product.stop()

    const upgraded = await startProduct({ data, env })
    await fetch(await pay(upgraded.url, held))
    await expect.poll(() => fetchStatus(database.url, 'held@example.com'), LATER).toEqual(['confirmed'])
    for (const { email, paid } of crowd.sales)
      if (paid) expect(await fetchStatus(database.url, email), email).toEqual(['confirmed'])
    const kept = await readMade(database.url)
    expect(made.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['booking', 'ledger', 'mentor']))
    for (const { kind, id, row } of made)
      expect(kept.find((each) => each.kind === kind && each.id === id)?.row, `${kind} ${id}`).toMatchObject(row)
    expect(shown.size).toBeGreaterThan(10)
    for (const [path, picture] of shown) expect(await readPicture(upgraded.url, path), path).toEqual(picture)
    expect(await checkInvariants(db, new Date())).toEqual([])
    await db.destroy()
    await upgraded.stop()
    await database.drop()
  })
})

type Row = Record<string, unknown>

/** What the release has made and no upgrade may change: paid bookings, the ledger, and mentors. */
const readMade = (url: string) =>
  query<{ kind: string; id: string; row: Row }>(
    url,
    `select 'booking' as kind, id::text, to_jsonb(b) as row from bookings b where status = 'confirmed'
     union all select 'ledger', id::text, to_jsonb(l) from ledger l
     union all select 'mentor', id::text, to_jsonb(m) from mentors m`,
  )

const fetchStatus = async (url: string, email: string) =>
  (await query<{ status: string }>(url, 'select status from bookings where mentee_email = $1', [email])).map(
    ({ status }) => status,
  )

/** By its path, each picture that the list of mentors shows. */
async function readPictures(origin: string): Promise<Map<string, Buffer>> {
  const page = await (await fetch(`${origin}/mentors`)).text()
  const paths = new Set(Array.from(page.matchAll(/\/pictures\/[\w-]+\/[\w.-]+/g), ([path]) => path))
  return new Map(await Promise.all([...paths].map(async (path) => [path, await readPicture(origin, path)] as const)))
}

async function readPicture(origin: string, path: string): Promise<Buffer> {
  const response = await fetch(origin + path)
  expect(response.status, path).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

type Answer = { status: number; body: string }

/** Visitors without end, over kept-alive connections, until stopped. `rounds`: rounds completed by each visitor. */
function visit(origin: string) {
  const agent = new Agent({ keepAlive: true })
  const failed: string[] = []
  const assets = new Set<string>()
  const rounds: number[] = []
  const state = { isOver: false, count: 0, formsUnderWay: 0, mayGo: Promise.resolve() }

  const ask = (path: string, [, type, body]: Partial<(typeof FORMS)[0]> = []) =>
    new Promise<Answer>((responded, fail) => {
      const headers = type ? { origin: LIVE_SETTINGS.PUBLIC_URL, 'content-type': type } : {}
      const name = request(origin + path, { method: type ? 'POST' : 'GET', agent, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.once('end', () => responded({ status: response.statusCode ?? 0, body: text }))
        response.once('error', fail)
      })
      name.once('error', fail)
      name.end(body)
    })
  const expectStatus = async (status: number, path: string, form?: (typeof FORMS)[0]): Promise<string> => {
    const answer = await ask(path, form).catch((error: Error) => ({ status: 0, body: error.message }))
    state.count += 1
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
    for (const form of FORMS) {
      await state.mayGo
      state.formsUnderWay += 1
      await expectStatus(form[3], form[0], form)
      state.formsUnderWay -= 1
    }
  }
  /** As pages that have been open for long. */
  const askForAssets = async () => {
    for (const asset of assets) await expectStatus(200, asset)
  }
  const all = [readPages, readPages, readData, sendForms, sendForms, askForAssets].map(visitor)
  return {
    rounds: () => Math.min(...rounds),
    /** Resolves when none is under way. None is sent until the result is called. */
    async restForms() {
      const { promise, resolve } = Promise.withResolvers<void>()
      state.mayGo = promise
      await expect.poll(() => state.formsUnderWay, LATER).toBe(0)
      return resolve
    },
    async end() {
      state.isOver = true
      await Promise.all(all)
      agent.destroy()
      return { failed, assets, count: state.count }
    },
  }
}
