/** Two processes behind the shipped proxy files: restarted one after the other, as an upgrade does it, and killed. */
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import type { ProxyName } from '../../scripts/deploy-programs.ts'
import { askForHold } from '../support/bookings/visitor.ts'
import {
  countWaiting,
  createScratchDatabase,
  lockClaims,
  type ScratchDatabase,
} from '../support/database/scratch-database.ts'
import { listOffers, openCrowd } from '../support/product/crowd.ts'
import { startFleet, type Fleet } from '../support/product/fleet.ts'

const LONG = { timeout: 240_000 }
const SOON = { timeout: 60_000, interval: 50 }
const DRAIN_SECONDS = 6 // Above the five for which the proxies keep idle connections.
const PROXIES: ProxyName[] = ['nginx', 'caddy']
const CROWD = { readers: 3, senders: 3, buyers: 1 }

let database: ScratchDatabase
let fleet: Fleet | undefined

beforeEach(async () => {
  database = await createScratchDatabase(inject('seeded').template)
})

afterEach(async () => {
  await fleet?.stop()
  await database.drop()
})

describe.each(PROXIES)('two processes behind %s', LONG, (proxy) => {
  it('are restarted in turn without a failed request, be it a page or a form', async () => {
    const env = { DRAIN_SECONDS: String(DRAIN_SECONDS) }
    const {
      origin,
      products,
      proxy: inFront,
      restart,
    } = (fleet = await startFleet({ proxy, databaseUrl: database.url, env }))
    const crowd = openCrowd(origin, CROWD, await listOffers(origin))
    const count = (what: string) => crowd.requests.filter((each) => each.what === what).length
    const soldMore = async () => {
      const before = crowd.sales.length
      await expect.poll(() => crowd.sales.length, SOON).toBeGreaterThan(before + 1)
    }
    await soldMore()
    for (const n of products.keys()) await restart(n)
    await soldMore()
    await crowd.end()

    const failed = crowd.requests.filter(({ status }) => status === 0 || status >= 500)
    expect(failed, inFront.output()).toEqual([])
    for (const what of ['a page', 'an empty form']) expect(count(what), what).toBeGreaterThan(100)
    console.log(`${crowd.requests.length} requests behind ${proxy} during a rolling restart, none failed`)
  })

  it('answer by themselves, as we do in an outage, for a process that is killed with a form in its hands', async () => {
    const { origin, kill } = (fleet = await startFleet({ proxy, databaseUrl: database.url }))
    const lock = await lockClaims(database.url)
    const offers = (await listOffers(origin)).slice(0, 2)
    const forms = offers.map((offer, n) => askForHold(origin, offer, `buyer-${n}@example.com`)) // One to each process.
    await expect.poll(() => countWaiting(database.url), SOON).toBe(2)
    await kill(0)
    await lock.release()
    const responses = await Promise.all(forms)
    const [done, lost] = responses.toSorted((one, other) => one.status - other.status) as [Response, Response]
    expect([done.status, lost.status, lost.headers.get('retry-after')]).toEqual([200, 503, '5'])
    expect(lost.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await lost.text()).toContain('Try again in a few seconds.')
  })
})
